import type { Operation } from '@almagest/contracts';
import { literatureOperations } from '@almagest/contracts/literature';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startReplica } from './replica.ts';
import { openWorld, type World } from './world.ts';

const TOKEN = 'a-token-of-the-library';

let world: World;
let open: Awaited<ReturnType<typeof startReplica>>;
beforeAll(async () => {
  world = await openWorld({ worker: false, env: { API_TOKEN: TOKEN, LOGIN_RATE_PER_MIN: '1000' } });
  open = await startReplica(world, { API_TOKEN: undefined });
});
afterAll(async () => {
  await open.stop();
  await world.close();
});

const operations: Readonly<Record<string, Operation>> = literatureOperations;

const PUBLIC = [
  'readHealth',
  'readReadiness',
  'readMetrics',
  'readOpenApi',
  'readDocs',
  // The reader's files contain no data. It asks the user for the token and sends it with its requests.
  'readReader',
  'showPaper',
  'showBatches',
  'readReaderFile',
  'showReaderApp',
  // Feed readers cannot send the token. A feed address has its own key.
  'readAlertFeed',
  'readBibliography',
  // Links in mails have their own keys.
  'showMailLink',
  'useMailLink',
  // Before a sign-in there is no credential. An invitation has its own secret.
  'readSignInOptions',
  'readLink',
  'useLink',
  'signIn',
  'signOut',
  'startOidc',
  'finishOidc',
  'endOidc',
  'beginPasskeySignIn',
  'signInWithPasskey',
];

/** Public operations that need a provider. This service has no provider. */
const WITH_PROVIDER = ['startOidc', 'finishOidc', 'endOidc'];

/** Public operations that need a body or a query. */
const WITH_INPUT =
  'readAlertFeed readBibliography showMailLink useMailLink readLink useLink signIn signInWithPasskey'.split(' ');

/** Returns the path of a reader file. Its name changes with its content. */
async function readerFile(url: string): Promise<string> {
  const page = await (await fetch(`${url}/`)).text();
  return /"\/reader\/([^"]+\.js)"/.exec(page)?.[1] ?? '';
}

/** Sends a request that changes nothing. If it has a body, the body is invalid for the operation. */
async function call(url: string, { method, path }: Operation, headers: Record<string, string>): Promise<Response> {
  return await fetch(
    url +
      path
        .replace('reader/{file}', `reader/${path.startsWith('/reader/') ? await readerFile(url) : ''}`)
        .replaceAll(/\{\w+\}/g, '0'),
    {
      method: method.toUpperCase(),
      headers,
      ...(method === 'get' || method === 'delete' ? {} : { body: '{}' }),
    },
  );
}

const RIGHT: Record<string, string>[] = [{ authorization: `Bearer ${TOKEN}` }, { 'x-api-key': TOKEN }];

const ROWS = Object.entries(operations).map(([name, operation]) => ({ name, operation }));

test('only operations about the service itself and feeds work without the token', () => {
  const open = ROWS.filter(({ operation }) => operation.role === 'public').map(({ name }) => name);
  expect(open.toSorted()).toEqual(PUBLIC.toSorted());
});

const statusOfPublic = (name: string) => (WITH_INPUT.includes(name) ? 400 : WITH_PROVIDER.includes(name) ? 404 : 200);

test.each(ROWS)('$name requires the token, except for the service itself and feeds', async ({ name, operation }) => {
  const isPublic = PUBLIC.includes(name);
  const anyone: Record<string, string>[] = [{}, { authorization: 'Bearer wrong' }, { 'x-api-key': `${TOKEN}x` }];
  for (const headers of anyone) {
    const answer = await call(world.url, operation, headers);
    expect([name, answer.status === 401]).toEqual([name, !isPublic]);
    if (isPublic) {
      expect(answer.status).toBe(statusOfPublic(name));
      await answer.body?.cancel();
      continue;
    }
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.headers.get('content-type')).toMatch(name === 'callMcp' ? /^application\/json/ : /^text\/plain/);
    expect(await answer.text()).toMatch(/token/);
    expect(operation.statuses).toContain(401);
  }
  for (const headers of RIGHT) {
    const answer = await call(world.url, operation, headers);
    // 409: the built-in account has no sessions, keys and data of a person.
    expect([200, 400, 404, 409]).toContain(answer.status);
    await answer.body?.cancel();
  }
});

test.each(ROWS)('$name is open to everyone if no token is set', async ({ operation }) => {
  const answer = await call(open.url, operation, {});
  expect([200, 400, 404, 409]).toContain(answer.status);
  await answer.body?.cancel();
});

describe('a token', () => {
  test.each([
    ['', 401],
    ['Bearer', 401],
    ['Bearer ', 401],
    [TOKEN, 401],
    [`Basic ${Buffer.from(`user:${TOKEN}`).toString('base64')}`, 401],
    [`Bearer ${TOKEN.slice(0, -1)}`, 401],
    [`Bearer ${TOKEN.toUpperCase()}`, 401],
    [`bearer ${TOKEN}`, 200],
  ])('sent as "Authorization: %s" answers %d', async (authorization, status) => {
    await world.call('get', '/api/library').set('Authorization', authorization).expect(status);
  });

  test('in the address is ignored', async () => {
    await world.call('get', `/api/library?token=${TOKEN}&api_key=${TOKEN}&x-api-key=${TOKEN}`).expect(401);
  });

  test('that is wrong is refused even next to a right one', async () => {
    await world.call('get', '/api/library').set('Authorization', 'Bearer wrong').set('x-api-key', TOKEN).expect(401);
  });

  test('is checked before anything else in a request', async () => {
    const json = { 'Content-Type': 'application/json' };
    await world.call('post', '/api/download').set(json).send('{"broken').expect(401);
    await world.call('post', '/api/upload').field('bibcode', '').attach('file', Buffer.alloc(1_000), 'f').expect(401);
    await world.call('get', '/api/search?rows=x').expect(401);
    await world.call('get', '/api/paper/figures/x/..%2f..%2fx').expect(401);
  });

  test('appears in no response and no metric', async () => {
    for (const path of ['/metrics', '/openapi.json', '/docs', '/healthz', '/readyz'])
      expect((await world.call('get', path)).text).not.toContain(TOKEN);
  });
});
