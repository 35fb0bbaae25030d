import { covers, onlyReads, type Operation, type PersonRole } from '@almagest/contracts';
import { literatureOperations } from '@almagest/contracts/literature';
import { beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { BUILT_IN, givenPerson, PASSWORD, signInAs, WITH_TOKEN, type TestPerson } from './people.ts';
import { startReplica } from './replica.ts';
import { useWorld } from './world.ts';

const ROLES = ['reader', 'member', 'administrator'] as const;

const world = useWorld({ worker: false, env: WITH_TOKEN });
const people = new Map<PersonRole, TestPerson>();
const headersOf = new Map<string, Readonly<Record<string, string>>>();
beforeAll(async () => {
  for (const role of ROLES) {
    const person = await givenPerson(world, role, role);
    people.set(role, person);
    headersOf.set(`session of ${role}`, person.headers);
    headersOf.set(`key of ${role}`, (await person.key()).headers);
    headersOf.set(`read key of ${role}`, (await person.key({ scope: 'read' })).headers);
  }
  const gone = await givenPerson(world, 'gone', 'administrator');
  headersOf.set('session of a disabled person', gone.headers);
  headersOf.set('key of a disabled person', (await gone.key()).headers);
  await request(world.url).patch(`/api/people/${gone.id}`).set(BUILT_IN).send({ disabled: true }).expect(200);
  const expired = await people.get('administrator')?.key({ expires_in_days: 1 });
  await world.sql(`update account_key set expires_at = now() - interval '1 second' where id = $1`, [expired?.id]);
  headersOf.set('expired key', expired?.headers ?? {});
  headersOf.set('nothing', {});
  headersOf.set('wrong token', { authorization: 'Bearer wrong' });
  headersOf.set('unknown key', { authorization: `Bearer lk_${'x'.repeat(43)}` });
  headersOf.set('built-in token', BUILT_IN);
});

/** Sends a request that changes nothing. If it has a body, the body is invalid for the operation. */
async function statusOf(
  { method, path }: Operation,
  headers: Readonly<Record<string, string>>,
  url = world.url,
): Promise<number> {
  const answer = await fetch(url + path.replaceAll(/\{\w+\}/g, '0'), {
    method: method.toUpperCase(),
    headers,
    ...(method === 'get' || method === 'delete' ? {} : { body: '{}' }),
  });
  await answer.body?.cancel();
  return answer.status;
}

const NOBODY = [
  'nothing',
  'wrong token',
  'unknown key',
  'expired key',
  'session of a disabled person',
  'key of a disabled person',
];

/** Operations that no API key of any scope may call. */
const SESSION_ONLY = ['beginPasskey'];

const operations: Readonly<Record<string, Operation>> = literatureOperations;
const ROWS = Object.entries(operations)
  .filter(([, { role }]) => role !== 'public')
  .map(([name, operation]) => ({ name, operation }));

test('every operation that is not public names its least role', () => {
  for (const { name, operation } of ROWS)
    expect([name, ROLES.includes(operation.least as 'reader')]).toEqual([name, true]);
});

test.each(ROWS)('$name accepts its roles and refuses all other callers', async ({ name, operation }) => {
  for (const who of NOBODY)
    expect([name, who, await statusOf(operation, headersOf.get(who) ?? {})]).toEqual([name, who, 401]);
  for (const role of ROLES)
    for (const kind of ['session', 'key', 'read key']) {
      const isAllowed =
        covers(role, operation.least ?? 'administrator') &&
        (kind !== 'read key' || onlyReads(operation)) &&
        (kind === 'session' || !SESSION_ONLY.includes(name));
      const status = await statusOf(operation, headersOf.get(`${kind} of ${role}`) ?? {});
      expect([name, kind, role, status === 403]).toEqual([name, kind, role, !isAllowed]);
      if (isAllowed) expect([200, 400, 404, 409]).toContain(status);
    }
  expect([200, 400, 404, 409]).toContain(await statusOf(operation, headersOf.get('built-in token') ?? {}));
  expect(operation.statuses).toContain(403);
});

describe('access', () => {
  test('ends with the session on the next request on every replica', async () => {
    const replica = await startReplica(world);
    try {
      const headers = await signInAs(world.url, 'member');
      for (const url of [world.url, replica.url]) await request(url).get('/api/account').set(headers).expect(200);
      await request(world.url).post('/logout').set(headers).expect(200);
      for (const url of [world.url, replica.url]) await request(url).get('/api/account').set(headers).expect(401);
    } finally {
      await replica.stop();
    }
  });

  test('needs a request from our own pages, if a browser sends a session', async () => {
    const headers = await signInAs(world.url, 'member');
    const change = request(world.url).post('/api/collections').send({ name: 'foreign' });
    await change.set({ ...headers, origin: 'https://elsewhere.example' }).expect(403);
  });

  test('to an open event stream ends when the key is revoked, the person signs out or is disabled', async () => {
    const person = await givenPerson(world, 'leaver', 'reader');
    const key = await person.key();
    const session = await signInAs(world.url, 'leaver');
    for (const [headers, end] of [
      [key.headers, request(world.url).delete(`/api/account/keys/${key.id}`).set(person.headers)],
      [session, request(world.url).post('/logout').set(session)],
      [person.headers, request(world.url).patch(`/api/people/${person.id}`).set(BUILT_IN).send({ disabled: true })],
    ] as const) {
      const stream = await fetch(`${world.url}/api/sync/events`, { headers });
      expect(stream.status).toBe(200);
      const ended = stream.text();
      await end.expect(200);
      expect(await ended).toMatch(/^retry: /);
    }
  });

  test('is limited to a number of attempts in a minute', async () => {
    const hasty = await startReplica(world, { LOGIN_RATE_PER_MIN: '1' });
    const { signIn, startOidc, finishOidc, readLink, useLink, beginPasskeySignIn, signInWithPasskey, changeAlertMail } =
      literatureOperations;
    const limited = [signIn, startOidc, finishOidc, readLink, useLink, beginPasskeySignIn, signInWithPasskey];
    for (const operation of [...limited, changeAlertMail]) {
      await world.sql('delete from rate_limit_hit');
      const first = await statusOf(operation, BUILT_IN, hasty.url);
      const second = await statusOf(operation, BUILT_IN, hasty.url);
      expect([operation.operationId, first === 429, second]).toEqual([operation.operationId, false, 429]);
    }
    await hasty.stop();
  });

  test('without a token is open until the first account exists', async () => {
    const open = await startReplica(world, { API_TOKEN: undefined });
    try {
      await request(open.url).get('/api/library').expect(401);
      const headers = await signInAs(open.url, 'reader', PASSWORD);
      await request(open.url).get('/api/library').set(headers).expect(200);
    } finally {
      await open.stop();
    }
  });
});
