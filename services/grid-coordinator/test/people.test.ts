import { describe, expect, test } from '@jest/globals';
import type { AuditPage, InvitedPerson, Me, PersonChange } from '@almagest/contracts';
import { until } from '@almagest/test-kit/until';
import request from 'supertest';
import { givenPerson, PASSWORD, signInAs, type TestPerson } from './people.ts';
import { ADMIN_TOKEN, configYaml, givenWorkflow, useWorld, type World } from './world.ts';

const world = useWorld({ worker: false });
const open = useWorld({ worker: false, env: { ADMIN_TOKEN: '' } });

type Headers = Record<string, string>;

const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` });

/** Opens an event stream and records its end. */
async function streamFrom(url: string, headers: Headers): Promise<{ ended: boolean }> {
  const answer = await fetch(`${url}/api/events`, { headers });
  expect(answer.status).toBe(200);
  const state = { ended: false };
  void answer.text().finally(() => (state.ended = true));
  return state;
}

async function statusAt(url: string, headers: Headers, path = '/api/workflows'): Promise<number> {
  return (await request(url).get(path).set(headers)).status;
}

async function auditOf(at: World, query: string): Promise<AuditPage['events']> {
  return ((await at.admin('get', `/api/audit?${query}`).expect(200)).body as AuditPage).events;
}

describe('access ends at once at every API process, and its event streams close', () => {
  const endings: [string, (person: TestPerson, key: string) => Promise<unknown>, 'session' | 'key' | 'both'][] = [
    [
      'when the account is disabled',
      ({ id }) => world.admin('patch', `/api/people/${id}`).send({ disabled: true }).expect(200),
      'both',
    ],
    ['when the account is removed', ({ id }) => world.admin('delete', `/api/people/${id}`).expect(200), 'both'],
    [
      'when an administrator ends the sessions',
      ({ id }) => world.admin('delete', `/api/people/${id}/sessions`).expect(200),
      'session',
    ],
    [
      'when the person signs out',
      ({ headers }) => request(world.url).post('/logout').set(headers).expect(200),
      'session',
    ],
    [
      'when a session is ended under My account',
      async ({ headers, name }) => {
        const other = await signInAs(world, name);
        const { body } = await request(world.url).get('/api/account/sessions').set(headers).expect(200);
        const current = (body as { id: string; current: boolean }[]).find((session) => session.current);
        await request(world.url).delete(`/api/account/sessions/${current?.id}`).set(other).expect(200);
      },
      'session',
    ],
    [
      'when the key is revoked',
      async ({ id }) => {
        const { body } = await world.admin('get', `/api/people/${id}/keys`).expect(200);
        await world.admin('delete', `/api/people/${id}/keys/${(body as { id: string }[])[0]?.id}`).expect(200);
      },
      'key',
    ],
    [
      'when a new password is set with a link',
      async ({ id }) => {
        const { body } = await world.admin('post', `/api/people/${id}/link`).expect(200);
        const token = (body as InvitedPerson['link']).url.split('token=')[1];
        await world
          .anyone('post', '/api/links/use')
          .send({ token, password: `${PASSWORD}!` })
          .expect(200);
      },
      'session',
    ],
  ];

  test.each(endings)('%s', async (title, end, which) => {
    await using second = await world.startApi();
    const person = await givenPerson(world, title.replaceAll(' ', '-'), 'viewer');
    const { key } = await person.key();
    const credentials = { session: person.headers, key: bearer(key) };
    const streams = await Promise.all(
      [world.url, second.url].flatMap((url) =>
        (['session', 'key'] as const).map(async (kind) => ({
          kind,
          stream: await streamFrom(url, credentials[kind]),
        })),
      ),
    );
    await end(person, key);
    for (const kind of ['session', 'key'] as const) {
      const ended = which === 'both' || which === kind;
      for (const url of [world.url, second.url])
        expect([kind, await statusAt(url, credentials[kind])]).toEqual([kind, ended ? 401 : 200]);
      if (ended)
        await until(
          () => streams.every(({ kind: other, stream }) => other !== kind || stream.ended),
          `the streams of the ${kind} to close`,
        );
    }
  });

  test('a lower role takes effect with the next request', async () => {
    const { id, headers } = await givenPerson(world, 'demoted', 'administrator');
    expect(await statusAt(world.url, headers, '/api/people')).toBe(200);
    const change: PersonChange = { role: 'viewer' };
    await world.admin('patch', `/api/people/${id}`).send(change).expect(200);
    expect(await statusAt(world.url, headers, '/api/people')).toBe(403);
    const { body } = await request(world.url).get('/api/account').set(headers).expect(200);
    expect((body as Me).role).toBe('viewer');
  });
});

describe('a session of a person', () => {
  test('has a cookie that scripts and other sites cannot use', async () => {
    const { name } = await givenPerson(world, 'cookies', 'viewer');
    const { headers, body } = await world.anyone('post', '/login').send({ username: name, password: PASSWORD });
    expect(String(headers['set-cookie'])).toMatch(
      /^grid_session=gp_[\w-]{43}; Path=\/; Expires=[^;]+ GMT; HttpOnly; SameSite=Strict$/,
    );
    expect(body).toMatchObject({ success: true, data: { username: 'cookies' } });
    await using secure = await world.startApi({ PUBLIC_URL: 'https://grid.example.org' });
    const given = { username: name, password: PASSWORD };
    const answer = await request(secure.url).post('/login').send(given).expect(200);
    expect(String(answer.headers['set-cookie'])).toContain('; Secure;');
    const invited = { user_name: 'linked', display_name: 'x', role: 'viewer' };
    const { body: created } = await request(secure.url).post('/api/people').set(bearer(ADMIN_TOKEN)).send(invited);
    expect((created as InvitedPerson).link.url).toMatch(/^https:\/\/grid\.example\.org\/#\/link\?token=gi_/);
  });

  test('does not authorise changes from other sites', async () => {
    const { headers } = await givenPerson(world, 'elsewhere', 'operator');
    for (const origin of ['https://elsewhere.example', undefined]) {
      const sent = { cookie: headers['cookie'] ?? '', ...(origin === undefined ? {} : { origin }) };
      await request(world.url).post('/api/admin/pause').set(sent).send({}).expect(403);
      await request(world.url).post('/api/account/keys').set(sent).send({ name: 'x', scope: 'full' }).expect(403);
      await request(world.url).get('/api/workflows').set(sent).expect(200);
    }
  });

  test('shows its place and time under My account', async () => {
    const { headers } = await givenPerson(world, 'places', 'viewer');
    const { body } = await request(world.url).get('/api/account/sessions').set(headers).expect(200);
    expect(body).toEqual([
      expect.objectContaining({
        current: true,
        address: expect.stringContaining('127.0.0.1'),
        program: expect.any(String),
      }),
    ]);
  });
});

test('an API key is accepted as x-api-key, and its last use is shown', async () => {
  const person = await givenPerson(world, 'keyed', 'viewer');
  const { key } = await person.key();
  expect(await statusAt(world.url, { 'x-api-key': key })).toBe(200);
  const { body } = await request(world.url).get('/api/account/keys').set(person.headers).expect(200);
  expect(body).toEqual([expect.objectContaining({ name: 'key of keyed', last_used_at: expect.stringMatching(/Z$/) })]);
  expect(JSON.stringify(body)).not.toContain(key);
});

test('a service without a token is open until an account exists', async () => {
  expect(await statusAt(open.url, {})).toBe(200);
  const closing = await open.startApi({ ADMIN_TOKEN });
  try {
    const invited = { user_name: 'first', display_name: 'x', role: 'administrator' };
    await request(closing.url).post('/api/people').set(bearer(ADMIN_TOKEN)).send(invited).expect(200);
  } finally {
    await closing.stop();
  }
  expect(await statusAt(open.url, {})).toBe(401);
  expect(await statusAt(open.url, {}, '/api/seed/absent')).toBe(401);
});

describe('the audit log', () => {
  test('has sign-ins with the address and the request, and failures', async () => {
    await givenPerson(world, 'watched', 'viewer');
    await world
      .anyone('post', '/login')
      .set('X-Request-Id', 'failed-guess')
      .send({ username: 'watched', password: 'wrong' })
      .expect(401);
    expect(await auditOf(world, 'object=person%20watched&operation=login')).toMatchObject([
      {
        outcome: 'refused',
        actor: 'anonymous',
        request_id: 'failed-guess',
        address: expect.stringContaining('127.0.0.1'),
      },
      { outcome: 'done', actor: 'watched', actor_kind: 'person' },
    ]);
  });

  test('is exported as JSON lines', async () => {
    await givenWorkflow(world, 'exported', configYaml());
    const { text, headers } = await world.admin('get', '/api/audit/export?actor=admin').expect(200);
    expect(headers['content-disposition']).toContain('audit.jsonl');
    const lines = text.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ actor: 'admin' });
  });
});
