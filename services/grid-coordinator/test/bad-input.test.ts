import { readdir } from 'node:fs/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { statusesOf, type Operation } from '@almagest/contracts';
import { gridOperations } from '@almagest/contracts/grid';
import { knowsKey } from '@almagest/test-kit/operation-keys';
import { raw, type RawResponse } from '@almagest/test-kit/raw-http';
import fc from 'fast-check';
import { BAD_REQUESTS, GOOD, JSON_OPERATIONS } from './bad-requests.ts';
import { MAX_SEED_BYTES, type BadRequest, type OperationName } from './bad-values.ts';
import { ADMIN_TOKEN, configYaml, givenWorkflow, useNode, useWorld } from './world.ts';

const world = useWorld({ worker: false, env: { MAX_SEED_BYTES: String(MAX_SEED_BYTES) } });
const node = useNode(world, 'n1');
let before: unknown;
beforeAll(async () => {
  await givenWorkflow(world, 'w', configYaml());
  before = await countEverything();
});

const operations: Readonly<Record<string, Operation>> = gridOperations;

/** Counts the rows and files that refused requests must not change. */
async function countEverything(): Promise<unknown> {
  const tables = await world.sql<{ name: string; rows: string }>(
    `select table_name as name,
            (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from grid.%I', table_name), true, true, '')))[1]::text as rows
     from information_schema.tables
     where table_schema = 'grid' and table_name not in ('rate_limit_hit', 'coordinator_uptime') order by 1`,
  );
  const workflows = await world.sql('select name, description, config_yaml, status from workflow');
  const nodes = await world.sql('select node_id, status, max_slots, admin_max_slots from node');
  return { tables, workflows, nodes, files: (await readdir(world.dataDir, { recursive: true })).sort() };
}

const PLACES: Readonly<Record<string, string>> = {
  name: 'w',
  slug: 'sdb',
  version: '1.0',
  spectrum: '1',
  node_id: 'n1',
  point: 'p',
  filename: 'f',
  file: 'f',
  sha256: 'a'.repeat(64),
  id: '0b5d7a4e-4f0c-4c59-9d9a-3d6b2c1f7a55',
  key: '0b5d7a4e-4f0c-4c59-9d9a-3d6b2c1f7a55',
  task_id: '00000000-0000-4000-8000-000000000000',
  reproduction_id: '7',
};

async function send({ name, path = {}, query, body, headers }: BadRequest): Promise<RawResponse> {
  const operation = operations[name] as Operation;
  const filled = operation.path.replaceAll(/\{(\w+)[.]*\}/g, (_, key: string) => path[key] ?? PLACES[key] ?? '');
  return await raw(world.url, {
    method: operation.method.toUpperCase(),
    path: query === undefined ? filled : `${filled}?${query}`,
    headers: {
      authorization: `Bearer ${operation.role === 'node' ? node.token : ADMIN_TOKEN}`,
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
}

const INNARDS = /node_modules|\bat \S+ \(|\.ts:\d|select |insert |grid-test-|\/(?:tmp|home|work)\//;

function messageOf(answer: RawResponse, style: Operation['failures']): string {
  if (style === 'text') {
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    return answer.text;
  }
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  if (style === 'rpc') return (JSON.parse(answer.text) as { error: { message: string } }).error.message;
  const body = JSON.parse(answer.text) as { message: string };
  const { message } = body;
  expect(body).toEqual(style === 'node' ? { status: 'error', message } : { success: false, message, data: null });
  return message;
}

test.each(BAD_REQUESTS)('$name answers $status to $what', async (request) => {
  const answer = await send(request);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: request.status });
  const message = messageOf(answer, (operations[request.name] as Operation).failures);
  expect(message).toMatch(request.names);
  expect(message).not.toMatch(INNARDS);
  expect(message.length).toBeLessThan(1_000);
  expect(statusesOf(operations[request.name] as Operation)).toContain(request.status);
});

test('the table covers every operation that reads input', () => {
  const reading = Object.entries(operations).filter(
    ([name, { params, query, body, form }]) =>
      name !== 'readConsoleAsset' && [params, query, body, form].some((part) => part !== undefined),
  );
  const tabled = new Set<string>(BAD_REQUESTS.map(({ name }) => name));
  expect(reading.map(([name]) => name).filter((name) => !tabled.has(name))).toEqual([]);
  const withBody = Object.keys(operations).filter((name) => operations[name]?.body !== undefined);
  expect(JSON_OPERATIONS.toSorted()).toEqual(withBody.toSorted());
});

const unknownKey = fc
  .oneof(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,30}$/), fc.constantFrom('constructor', '__proto__', 'limitt'))
  .filter((key) => !Object.values(operations).some((operation) => knowsKey(operation, key)));

test.each(Object.keys(operations) as OperationName[])(
  '%s refuses unknown keys by name, or tolerates them',
  async (name) => {
    const operation = operations[name] as Operation;
    const tolerated = operation.unknownKeys === 'tolerated';
    await fc.assert(
      fc.asyncProperty(unknownKey, async (key) => {
        if (!tolerated) {
          const { text } = await send({ name, what: '', status: 400, names: '', query: `${key}=1` });
          expect(text).toContain(`unknown query parameter '${key}'`);
        }
        const good = GOOD[name];
        if (good === undefined) return;
        // Operations that tolerate the key are refused for another reason, so that no row is written.
        const body = JSON.stringify({ ...good, ...(tolerated ? { node_id: '', task_id: '' } : {}), [key]: 1 });
        const answer = await send({ name, what: '', status: 400, names: '', body });
        expect(answer.status).toBe(400);
        const message = messageOf(answer, operation.failures);
        if (tolerated) expect(message).toMatch(/node_id|task_id/);
        else expect(message).toContain(`unknown key ${JSON.stringify(key)}`);
      }),
      { numRuns: 5 },
    );
  },
);

test('pages and probes ignore parameters that browsers or proxies add', async () => {
  for (const path of ['/', '/healthz', '/readyz', '/metrics', '/docs', '/openapi.json'])
    expect((await raw(world.url, { path: `${path}?utm_source=x&v[]=1` })).status).toBe(200);
});

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];
const ROUTES = Map.groupBy(Object.values(operations), ({ path }) => path);

test.each([...ROUTES])('%s refuses unknown methods', async (path, known) => {
  const methods = new Set<string>(known.map(({ method }) => method.toUpperCase()));
  for (const method of METHODS.filter((each) => !methods.has(each))) {
    const answer = await raw(world.url, {
      method,
      path: path.replaceAll(/\{\w+[.]*\}/g, 'x'),
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    // For example, `points` also matches `{point}` of another path.
    if ([404, 405].includes(answer.status)) expect(answer.text).toMatch(/no operation answers|no workflow is named/);
    else expect([method, answer.status]).toEqual([method, 400]);
  }
});

test.each([
  '/api',
  '/api/',
  '/api/nothing',
  '/api/node',
  '/api/node/register/x',
  '/api/task/claim/x',
  '/api/admin',
  '/api/admin/nodes/n1/promote',
  '/api/workflows/w/points/p/nothing',
  '/api/data',
  '/etc/passwd',
  '/../etc/passwd',
  '/console/../../package.json',
  '/console/..%2f..%2fpackage.json',
  '/console/%2e%2e%2fpackage.json',
  '/console/console.ts',
  '/.env',
  '/index.html',
  '//evil.example/api/status',
  '/api/status%00',
  '/API/nothing',
  '/%',
  '/%zz',
  `/${'x'.repeat(8_000)}`,
])('%s is not a valid address', async (path) => {
  const answer = await raw(world.url, { path, headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  expect(answer.status).toBe(404);
  expect(answer.text).not.toMatch(INNARDS);
  expect(answer.text).not.toMatch(/<html/i);
});

test('out-of-range numbers are clamped where the contract says so', async () => {
  const long = '9'.repeat(30);
  for (const query of ['limit=0', 'limit=-5', 'limit=99999', `limit=${long}`, `offset=${long}`, `wave=${long}`])
    await world.admin('get', `/api/workflows/w/points?${query}`).expect(200);
  for (const [hours, clamped] of [
    ['0', 1],
    ['-7', 1],
    ['169', 168],
    ['999999', 168],
    [long, 168],
    [`-${long}`, 1],
  ]) {
    const { body } = await world.admin('get', `/api/workflows/w/progress?hours=${hours}`).expect(200);
    expect(body).toMatchObject({ data: { hours: clamped } });
  }
});

test('operations do not validate input that they do not read', async () => {
  await world
    .as(node.token, 'post', '/api/task/claim?node_id=n1&x[y]=z')
    .set('Content-Type', 'application/json')
    .send('{"a')
    .expect(200);
  const beat = { node_id: 'n1', active_slots: 0, cpu_usage: 1, memory_usage: 2, ['__proto__']: { x: 1 }, more: [[]] };
  await world.as(node.token, 'post', '/api/node/heartbeat').send(beat).expect(200);
});

test('refused requests have written nothing', async () => {
  expect(await countEverything()).toEqual(before);
});
