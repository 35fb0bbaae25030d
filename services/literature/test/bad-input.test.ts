import { readdir } from 'node:fs/promises';
import { statusesOf, type Operation } from '@almagest/contracts';
import { literatureOperations } from '@almagest/contracts/literature';
import { knowsKey } from '@almagest/test-kit/operation-keys';
import { raw, type RawResponse } from '@almagest/test-kit/raw-http';
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { badOrganising } from './bad-organising.ts';
import { badPeople } from './bad-people.ts';
import { badQueries } from './bad-queries.ts';
import { BAD_REQUESTS, JSON_OPERATIONS, type BadRequest } from './bad-requests.ts';
import { GOOD, GOOD_PATHS, KNOWN, type OperationName } from './good-requests.ts';
import { givenFound } from './papers.ts';
import { useWorld } from './world.ts';

const ALL_BAD_REQUESTS = [...BAD_REQUESTS, ...badQueries(), ...badOrganising(), ...badPeople()];

const world = useWorld({ worker: false, env: { LOGIN_RATE_PER_MIN: '1000000' } });
let before: unknown;
beforeAll(async () => {
  const { bibcode } = await givenFound(world, 'okonkwo2014');
  if (bibcode !== KNOWN) throw new Error(`${KNOWN} has become ${bibcode}`);
  before = await countEverything();
});

const operations: Readonly<Record<string, Operation>> = literatureOperations;

/**
 * Returns the row counts of all tables except the sign-in attempts, the papers, the files of the library and the number
 * of outgoing requests.
 */
async function countEverything(): Promise<unknown> {
  const tables = await world.sql(
    `select table_name as name,
            (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from literature.%I', table_name), true, true, '')))[1]::text as rows
     from information_schema.tables where table_schema = 'literature' and table_name <> 'rate_limit_hit' order by 1`,
  );
  const papers = await world.sql('select * from paper');
  const asked = world.lab.requests().length;
  return { tables, papers, asked, files: (await readdir(world.libraryDir, { recursive: true })).toSorted() };
}

async function send({ name, path = {}, query, body, headers }: BadRequest): Promise<RawResponse> {
  const operation = operations[name] as Operation;
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => path[key] ?? 'x');
  return await raw(world.url, {
    method: operation.method.toUpperCase(),
    path: query === undefined || query === '' ? filled : `${filled}?${query.replace(/^&/, '')}`,
    headers: { ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

/** Returns the message of a failure. MCP clients get it as an error of JSON-RPC. */
function messageOf(name: OperationName, { text }: RawResponse): string {
  if (operations[name]?.failures !== 'rpc') return text;
  return (JSON.parse(text) as { error: { message: string } }).error.message;
}

const INNARDS = /node_modules|\bat \S+ \(|\.ts:\d|select |insert |literature-test-|\/(?:tmp|home|work)\//;

test.each(ALL_BAD_REQUESTS)('$name answers $status to $what', async (request) => {
  const answer = await send(request);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: request.status });
  const isRpc = operations[request.name]?.failures === 'rpc';
  expect(answer.headers['content-type']).toMatch(isRpc ? /^application\/json/ : /^text\/plain/);
  expect(messageOf(request.name, answer)).toMatch(request.names);
  expect(answer.text).not.toMatch(INNARDS);
  expect(answer.text.length).toBeLessThan(1_000);
  expect(statusesOf(operations[request.name] as Operation)).toContain(request.status);
});

test('the table covers every operation with parameters or a body', () => {
  const reading = Object.entries(operations).filter(([, { params, query, body }]) =>
    [params, query, body].some((part) => part !== undefined),
  );
  const tabled = new Set<string>(ALL_BAD_REQUESTS.map(({ name }) => name));
  expect(reading.map(([name]) => name).filter((name) => !tabled.has(name))).toEqual([]);
  const withBody = Object.keys(operations).filter((name) => operations[name]?.body !== undefined);
  expect(JSON_OPERATIONS.toSorted()).toEqual(withBody.toSorted());
});

const unknownKey = fc
  .oneof(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,30}$/), fc.constantFrom('constructor', '__proto__', 'limitt'))
  .filter((key) => !Object.values(operations).some((operation) => knowsKey(operation, key)));

test.each(Object.keys(operations) as OperationName[])(
  '%s refuses unknown keys by name, or ignores them',
  async (name) => {
    const operation = operations[name] as Operation;
    if (operation.unknownKeys === 'tolerated') return;
    await fc.assert(
      fc.asyncProperty(unknownKey, async (key) => {
        const path = GOOD_PATHS[name] ?? {};
        const { text } = await send({ name, what: '', status: 400, names: '', path, query: `${key}=1` });
        expect(text).toContain(`unknown query parameter '${key}'`);
        const good = GOOD[name];
        if (good === undefined) return;
        const body = JSON.stringify({ ...good, [key]: 1 });
        const answer = await send({ name, what: '', status: 400, names: '', path, body });
        expect(answer.status).toBe(400);
        expect(messageOf(name, answer)).toContain(`unknown key ${JSON.stringify(key)}`);
      }),
      { numRuns: 5 },
    );
  },
);

test('pages and probes ignore parameters that browsers and proxies add', async () => {
  for (const path of ['/', '/batches', '/healthz', '/readyz', '/metrics', '/docs', '/openapi.json'])
    expect((await raw(world.url, { path: `${path}?utm_source=x&v[]=1` })).status).toBe(200);
});

test.each([
  '/api',
  '/api/',
  '/api/nothing',
  '/api/sync',
  '/api/sync/meta',
  '/api/search/x',
  '/api/paper/figures',
  '/api/paper/figures/x',
  '/api/paper/figures/x/y/z',
  '/etc/passwd',
  '/../etc/passwd',
  '/papers/001/1/x.pdf',
  '/.env',
  '//evil.example/api/library',
  '/api/library%00',
  '/%',
  '/%zz',
  `/${'x'.repeat(8_000)}`,
])('%s is not an address', async (path) => {
  const answer = await raw(world.url, { path });
  expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  expect(answer.text).not.toMatch(INNARDS);
  expect(answer.text).not.toMatch(/^\{/);
  expect(answer.text).not.toMatch(/<html/i);
});

test('operations ignore headers and bodies that they do not read', async () => {
  await world.call('post', '/api/sync/asset/stop').set('Content-Type', 'application/json').send('{"a').expect(200);
});

test('refused requests have written no data and sent no requests', async () => {
  expect(await countEverything()).toEqual(before);
});
