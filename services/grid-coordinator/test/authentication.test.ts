import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { gridOperations } from '@almagest/contracts/grid';
import { ACCESS } from './access-table.ts';
import { TASK_LOG } from './bad-values.ts';
import { givenPerson, signInAs, type TestPerson } from './people.ts';
import { ADMIN_TOKEN, configYaml, givenNode, useNode, useWorld, type World } from './world.ts';

const world = useWorld({ worker: false });
const open = useWorld({ worker: false, env: { ADMIN_TOKEN: '' } });
const node = useNode(world, 'n1');
let secret: string;
const people = new Map<string, TestPerson>();
const keys = new Map<string, string>();
beforeAll(async () => {
  for (const role of ['viewer', 'operator', 'administrator'] as const)
    people.set(role, await givenPerson(world, role, role));
  const [administrator, leaver] = [people.get('administrator'), await givenPerson(world, 'leaver', 'administrator')];
  keys.set('disabled', (await leaver.key()).key);
  await world.admin('patch', `/api/people/${leaver.id}`).send({ disabled: true }).expect(200);
  keys.set('readkey', (await administrator?.key({ scope: 'read' }))?.key ?? '');
  const expired = await administrator?.key({ expires_in_days: 1 });
  keys.set('expired', expired?.key ?? '');
  await world.sql('update account_key set expires_at = now() where id = $1', [expired?.id]);
  const { body } = await world.anyone('post', '/api/node/register').send({ node_id: 'applicant', max_slots: 1 });
  secret = (body as { registration_secret: string }).registration_secret;
});

type Name = keyof typeof gridOperations;

const BODIES: Partial<Record<Name, () => object>> = {
  registerNode: () => ({ node_id: 'applicant', max_slots: 1 }),
  checkNodeStatus: () => ({ node_id: 'applicant', registration_secret: secret }),
  recordHeartbeat: () => ({ node_id: 'n1', active_slots: 0, cpu_usage: 0, memory_usage: 0 }),
  setNodeQuota: () => ({ admin_max_slots: 1 }),
  login: () => ({ username: 'admin', password: ADMIN_TOKEN }),
  createWorkflow: () => ({ name: 'w', config_yaml: 'no grid' }),
  updateWorkflow: () => ({ name: 'absent', config_yaml: configYaml() }),
  rearmPoints: () => ({}),
  declareArtifacts: () => ({
    task_id: '00000000-0000-4000-8000-000000000000',
    status: 'completed',
    converged: true,
    atmosphere_has_nan: false,
    artifacts: [],
  }),
  createSubscription: () => ({ target: 'nowhere', events: ['node.lost'] }),
  setScheduling: () => ({ share: 2 }),
  extendGrid: () => ({ axis: 'teff', values: ['1'] }),
  addProduct: () => ({ product: { name: 'uv' } }),
  refineGrid: () => ({ points: [{ teff: '1', logg: '5', loghe: '-1', logc: '-4', logn: '-4', logo: '-4' }] }),
  pauseClaims: () => ({}),
  cancelTask: () => ({}),
  cancelNodeTasks: () => ({}),
  releasePoints: () => ({}),
  readLink: () => ({ token: 'absent' }),
  useLink: () => ({ token: 'absent', password: 'a long password' }),
  startOidc: () => ({}),
  createKey: () => ({ name: 'a key', scope: 'read' }),
  invitePerson: () => ({ user_name: 'viewer', display_name: 'The same name', role: 'viewer' }),
  sendTaskLog: () => TASK_LOG,
  returnTask: () => ({ task_id: '00000000-0000-4000-8000-000000000000', reason: 'x' }),
};

type Headers = Record<string, string>;

async function call(at: World, name: Name, headers: Headers): Promise<Response> {
  const { method, path } = gridOperations[name];
  const body = BODIES[name]?.();
  return await fetch(at.url + path.replaceAll(/\{[a-z_.]+\}/g, 'absent'), {
    method: method.toUpperCase(),
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function login(): Promise<Headers> {
  const { headers } = await call(world, 'login', {});
  return { cookie: String(headers.get('set-cookie')).split(';', 1)[0] ?? '' };
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

const CREDENTIALS: Readonly<Record<string, () => Headers | Promise<Headers>>> = {
  none: () => ({}),
  wrong: () => bearer('gn_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'),
  node: () => bearer(node.token),
  admin: () => bearer(ADMIN_TOKEN),
  session: async () => ({ ...(await login()), origin: world.url }),
  disabled: () => bearer(keys.get('disabled') ?? ''),
  viewer: () => people.get('viewer')?.headers ?? {},
  operator: () => people.get('operator')?.headers ?? {},
  person: () => people.get('administrator')?.headers ?? {},
  readkey: () => bearer(keys.get('readkey') ?? ''),
  expired: () => bearer(keys.get('expired') ?? ''),
};
const WITH_PERSON = new Set(['viewer', 'operator', 'person']);

const [head = '', ...lines] = ACCESS.trim().split('\n');
const ROWS = lines.map((line) => line.split(/ +/));
const CASES = ROWS.flatMap(([name = '', ...cells]) =>
  head
    .split(/ +/)
    .slice(1)
    .map((credential, column) => ({ name: name as Name, credential, status: Number(cells[column]) })),
);

test('the table has a row for every operation of the contract', () => {
  expect(ROWS.map(([name]) => name)).toEqual(Object.keys(gridOperations));
});

async function expectRefusal(name: Name, answer: Response): Promise<void> {
  if (answer.status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  const text = await answer.text();
  expect(text).toMatch(/\S/);
  const { failures } = gridOperations[name];
  if (failures === 'text') expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  else {
    const message: unknown = expect.stringMatching(/\S/);
    const expected = {
      node: { status: 'error', message },
      envelope: { success: false, message, data: null },
      rpc: { jsonrpc: '2.0', id: null, error: { code: expect.any(Number), message } },
    };
    expect(JSON.parse(text)).toEqual(expected[failures]);
  }
}

test.each(CASES)('$name with credential $credential answers $status', async ({ name, credential, status }) => {
  // Ends a separate session, because other tests need the shared session.
  const headers =
    name === 'logout' && WITH_PERSON.has(credential)
      ? await signInAs(world, credential === 'person' ? 'administrator' : credential)
      : await CREDENTIALS[credential]?.();
  const answer = await call(world, name, headers ?? {});
  expect(answer.status).toBe(status);
  expect(gridOperations[name].statuses.concat(200 as never)).toContain(status);
  if (status === 401 || status === 403) await expectRefusal(name, answer);
  // The event stream never ends, so it is cancelled.
  else await answer.body?.cancel();
});

test.each(CASES.filter(({ credential }) => credential === 'admin'))(
  '$name also accepts the administrator token as x-api-key: $status',
  async ({ name, status }) => {
    const answer = await call(world, name, { 'x-api-key': ADMIN_TOKEN });
    expect(answer.status).toBe(status);
    await answer.body?.cancel();
  },
);

describe('a credential', () => {
  test.each([
    ['', 401],
    ['Bearer', 401],
    ['Bearer ', 401],
    [ADMIN_TOKEN, 401],
    [`Basic ${Buffer.from(`admin:${ADMIN_TOKEN}`).toString('base64')}`, 401],
    [`Bearer ${ADMIN_TOKEN.slice(0, -1)}`, 401],
    [`Bearer ${ADMIN_TOKEN}x`, 401],
    [`Bearer ${ADMIN_TOKEN} x`, 401],
    [`Bearer ${ADMIN_TOKEN.toUpperCase()}`, 401],
    [`bearer ${ADMIN_TOKEN}`, 200],
    [`BEARER  ${ADMIN_TOKEN}`, 200],
  ])('sent as "Authorization: %s" answers %d', async (authorization, status) => {
    expect((await call(world, 'listNodes', { authorization })).status).toBe(status);
  });

  test.each(['', 'wrong', `${ADMIN_TOKEN}x`, `Bearer ${ADMIN_TOKEN}`])(
    'is not accepted in the header "x-api-key: %s"',
    async (key) => {
      expect((await call(world, 'listNodes', { 'x-api-key': key })).status).toBe(401);
    },
  );

  test('is ignored in the address', async () => {
    await world.anyone('get', `/api/admin/nodes?token=${ADMIN_TOKEN}&api_key=${ADMIN_TOKEN}`).expect(401);
  });

  test('is refused if wrong, even with a valid session', async () => {
    const session = await login();
    expect((await call(world, 'listNodes', { ...session, ...bearer('wrong') })).status).toBe(401);
    expect((await call(world, 'listNodes', { ...session, ...bearer(node.token) })).status).toBe(403);
  });

  test('is checked before anything else in a request', async () => {
    await world.anyone('post', '/api/workflows').set('Content-Type', 'application/json').send('{"broken').expect(401);
    await world.anyone('get', '/api/workflows/a%20b/points?limit=x').expect(401);
    await world.anyone('get', '/api/seed/..%2f..%2fserver-secret').expect(401);
    await world.anyone('post', '/api/task/report').field('report', 'no JSON').expect(401);
    expect((await fetch(`${world.url}/api/status`, { method: 'HEAD' })).status).toBe(401);
  });

  test.each(['downloadSeed', 'downloadDataFile', 'downloadLineList'] as const)(
    'of a disabled node cannot use %s',
    async (name) => {
      const banned = await givenNode(world, `banned-${name}`);
      expect((await call(world, name, bearer(banned.token))).status).toBe(404);
      await world.admin('post', `/api/admin/nodes/${banned.id}/disable`).expect(200);
      const answer = await call(world, name, bearer(banned.token));
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain('disabled');
    },
  );
});

describe('a session', () => {
  test('is opened with a cookie that scripts and other sites cannot use, valid for twelve hours', async () => {
    const { status, body, headers } = await world
      .anyone('post', '/login')
      .send({ username: 'admin', password: ADMIN_TOKEN });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: expect.stringContaining('admin'),
      data: { username: 'admin', expires_at: expect.stringMatching(/Z$/) },
    });
    const cookie = String(headers['set-cookie']);
    expect(cookie).toMatch(/^grid_session=ga_[\w-]{43}; Path=\/; Expires=[^;]+ GMT; HttpOnly; SameSite=Strict$/);
    const [id = ''] = /ga_[\w-]{43}/.exec(cookie) ?? [];
    const rows = await world.sql<{ hours: string; row: string }>(
      `select extract(epoch from expires_at - now()) / 3600 as hours, admin_session::text as row from admin_session
       where expires_at = (select max(expires_at) from admin_session)`,
    );
    expect(rows).toEqual([{ hours: expect.stringMatching(/^(11\.9|12\.0)/), row: expect.anything() }]);
    // The row contains neither the session id nor a digest that others could compute.
    expect(id).not.toBe('');
    expect(rows[0]?.row).not.toContain(id);
    expect(rows[0]?.row).not.toContain(createHash('sha256').update(id).digest('hex'));
  });

  test.each([
    { username: 'admin', password: 'wrong' },
    { username: 'root', password: ADMIN_TOKEN },
    { username: 'Admin', password: ADMIN_TOKEN },
    { username: 'admin', password: `${ADMIN_TOKEN} ` },
  ])('is refused for %j, without revealing which part was wrong', async (credentials) => {
    const { body, headers } = await world.anyone('post', '/login').send(credentials).expect(401);
    expect(body).toEqual({ success: false, message: 'wrong user name or password', data: null });
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('has a new id after each login, whatever cookie the client sent', async () => {
    const planted = { cookie: 'grid_session=ga_planted' };
    const [one, two] = [await call(world, 'login', planted), await call(world, 'login', planted)];
    const ids = [one, two].map(({ headers }) => String(headers.get('set-cookie')).split(';', 1)[0]);
    expect(new Set([...ids, planted.cookie]).size).toBe(3);
    expect((await call(world, 'listNodes', planted)).status).toBe(401);
  });

  test('is reported by the session endpoint', async () => {
    const answer = await call(world, 'readSession', await login());
    expect(await answer.json()).toEqual({
      success: true,
      message: 'ok',
      data: { username: 'admin', expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
    });
  });

  test('ends at logout and when it expires', async () => {
    const [left, late] = [await login(), await login()];
    const answer = await call(world, 'logout', { ...left, origin: world.url });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toMatch(/^grid_session=; Path=\/; Expires=Thu, 01 Jan 1970/);
    expect((await call(world, 'readSession', left)).status).toBe(401);
    expect((await call(world, 'readSession', late)).status).toBe(200);
    await world.sql(`update admin_session set expires_at = now() - interval '1 second'`);
    expect((await call(world, 'readSession', late)).status).toBe(401);
  });

  test.each([{ ADMIN_PASSWORD: 'new password' }, { ADMIN_USER: 'new-name' }, { ADMIN_TOKEN: 'new token' }])(
    'ends when the credentials it was opened with change: %j',
    async (changed) => {
      const [same, other] = [await world.startApi(), await world.startApi(changed)];
      try {
        const session = await login();
        expect((await call({ ...world, url: same.url }, 'readSession', session)).status).toBe(200);
        expect((await call({ ...world, url: other.url }, 'readSession', session)).status).toBe(401);
      } finally {
        await Promise.all([same.stop(), other.stop()]);
      }
    },
  );

  test('does not authorise requests from other sites', async () => {
    const { port } = new URL(world.url);
    const session = await login();
    for (const origin of [
      'https://elsewhere.example',
      'null',
      'http://127.0.0.1',
      `http://127.0.0.1:${port}.elsewhere.example`,
      `http://localhost:${port}`,
      `ftp://127.0.0.1:${port}`,
      undefined,
    ]) {
      const headers = { ...session, ...(origin === undefined ? {} : { origin }) };
      for (const name of ['deleteWorkflow', 'updateWorkflow', 'startWorkflow', 'importSeed', 'logout'] as const)
        expect([origin, name, (await call(world, name, headers)).status]).toEqual([origin, name, 403]);
      expect((await call(world, 'listNodes', headers)).status).toBe(200);
    }
  });

  test('is unnecessary with the token, which other sites cannot make a browser send', async () => {
    const headers = { ...bearer(ADMIN_TOKEN), origin: 'https://elsewhere.example' };
    expect((await call(world, 'deleteWorkflow', headers)).status).toBe(404);
  });
});

describe('without a configured administrator token', () => {
  const OPEN: Readonly<Partial<Record<Name, number>>> = {
    downloadSeed: 404,
    downloadDataFile: 404,
    downloadLineList: 404,
    readStatus: 200,
    listWorkflows: 200,
    callMcp: 400,
  };

  test.each(CASES.filter(({ credential }) => credential === 'none'))('$name matches the table', async (row) => {
    if (row.name === 'login') return;
    const answer = await call(open, row.name, {});
    // Another coordinator issued the secret of `checkNodeStatus`.
    const status = row.name === 'checkNodeStatus' ? 401 : (OPEN[row.name] ?? row.status);
    expect(answer.status).toBe(status);
    if (gridOperations[row.name].role === 'admin') expect(await answer.text()).toContain('ADMIN_TOKEN');
    else await answer.body?.cancel();
  });

  test.each(['', 'undefined', 'null', ADMIN_TOKEN])(
    'refuses every login, including the password "%s"',
    async (password) => {
      const { status } = await open.anyone('post', '/login').send({ username: 'admin', password });
      expect(status).toBe(password === '' ? 400 : 401);
      expect((await call(open, 'listNodes', bearer(password))).status).toBe(401);
    },
  );
});
