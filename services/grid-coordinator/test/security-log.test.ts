import { randomUUID } from 'node:crypto';
import type { Operation } from '@almagest/contracts';
import { gridOperations } from '@almagest/contracts/grid';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { TSchema } from 'typebox';
import { openSite, type ApiProcess, type Site } from './faults/site.ts';
import { until } from './until.ts';
import { ADMIN_TOKEN, configYaml } from './world.ts';

// Several processes start, and each operation is called many times.
jest.setTimeout(300_000);

/** Each at one place at least where a careless line of the log would show it. */
const SECRETS = {
  admin: ADMIN_TOKEN,
  password: 'pass!wörd "with" \\ everything',
  guessed: 'gn_guessed-by-somebody',
  typed: 'typed-into-the-wrong-field',
};

let site: Site;
let api: ApiProcess;
let worker: Awaited<ReturnType<Site['startWorker']>>;
beforeAll(async () => {
  site = await openSite({ env: { LOG_LEVEL: 'trace', ADMIN_PASSWORD: SECRETS.password } });
  api = await site.startApi();
  worker = await site.startWorker();
});
afterAll(async () => {
  await site.close();
});

type Headers = Record<string, string>;
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

async function post(path: string, body: object, headers: Headers = {}) {
  const answer = await fetch(api.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { headers: answer.headers, body: (await answer.json()) as { data: { node_token: string } } & Headers };
}

type Values = Readonly<Record<string, unknown>>;

/** Those of the values that a query or a body may have. */
function known(schema: TSchema | undefined, values: Values): Values {
  const { properties = {} } = (schema ?? {}) as { properties?: object };
  return Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(properties, key)));
}

/** Every operation with that credential: with what it takes, and with the credential in every place, where it takes none. */
async function callEverything(headers: Headers, secret: string): Promise<void> {
  const operations: Operation[] = Object.values(gridOperations);
  const asked = { q: secret, workflow: secret, hours: '1' };
  const told = {
    node_id: 'n1',
    max_slots: 1,
    active_slots: 0,
    cpu_usage: 1,
    memory_usage: 1,
    admin_max_slots: 1,
    username: 'admin',
    password: secret,
    registration_secret: secret,
    q: secret,
    dry_run: true,
    name: 'w',
    config_yaml: `${configYaml()}# ${secret}`,
    task_id: randomUUID(),
    reason: secret,
  };
  const calls = operations.flatMap((operation) => [
    { ...operation, values: known(operation.query, asked), content: known(operation.body, told) },
    { ...operation, values: { ...asked, token: secret }, content: { ...told, token: secret } },
  ]);
  const answers = calls.map(async ({ method, path, values, content }) => {
    const query = new URLSearchParams(values as Record<string, string>);
    const answer = await fetch(`${api.url}${path.replaceAll(/\{[a-z_.]+\}/g, 'w')}?${query.toString()}`, {
      method: method.toUpperCase(),
      headers: { ...headers, origin: api.url },
      ...(method === 'get' || method === 'delete' ? {} : { body: JSON.stringify(content) }),
    });
    // The event stream has no end of its own.
    await answer.body?.cancel();
  });
  await Promise.all(answers);
}

test('neither process prints a credential at any level, whatever is asked and whatever fails', async () => {
  const applicant = await post('/api/node/register', { node_id: 'n1', max_slots: 1 });
  const approved = await post('/api/admin/nodes/n1/approve', {}, bearer(SECRETS.admin));
  const login = await post('/login', { username: 'admin', password: SECRETS.password });
  await post('/api/workflows', { name: 'w', config_yaml: configYaml() }, { 'x-api-key': SECRETS.admin });
  const secret = applicant.body['registration_secret'] ?? '';
  const node = approved.body.data.node_token;
  const cookie = String(login.headers.get('set-cookie')).split(';', 1)[0] ?? '';
  const session = cookie.slice(cookie.indexOf('=') + 1);
  expect([secret, node, session].map((token) => token.slice(0, 3))).toEqual(['gs_', 'gn_', 'ga_']);
  const callAll = async () => {
    for (const token of [SECRETS.admin, node, SECRETS.guessed]) {
      await callEverything(bearer(token), token);
      await callEverything({ 'x-api-key': token }, token);
    }
    await callEverything({ cookie }, SECRETS.typed);
    await post('/api/node/check_status', { node_id: 'n1', registration_secret: secret });
    await post('/api/node/register', { node_id: 'n1', max_slots: 1 }, bearer(node));
    await post('/login', { username: 'admin', password: SECRETS.typed });
  };
  await callAll();
  // Everything that reads one of these is now our fault, and told in the log with its statement.
  for (const table of ['admin_session', 'node', 'workflow', 'rate_limit_hit'])
    await site.db.query(`alter table ${table} rename to ${table}_away`);
  await callAll();
  const printed = () => api.output() + worker.output();
  await until(() => printed().includes('"level":50') && worker.output().includes('"level":50'), 'faults in both logs');
  const lines = api.output().split('\n');
  for (const status of [200, 400, 401, 403, 404, 500])
    expect([status, lines.some((line) => line.includes(`"status":${status},`))]).toEqual([status, true]);
  for (const [name, value] of Object.entries({ ...SECRETS, secret, node, session })) {
    const forms = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), btoa(encodeURI(value))];
    expect(forms.filter((form) => printed().includes(form)).map(() => name)).toEqual([]);
  }
});
