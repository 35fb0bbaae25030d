import { randomUUID } from 'node:crypto';
import type { Operation } from '@almagest/contracts';
import { gridOperations } from '@almagest/contracts/grid';
import { knownValues } from '@almagest/test-kit/operation-keys';
import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openSite, type ApiProcess, type Site } from './site.ts';
import { ADMIN_TOKEN, configYaml } from '../world.ts';

/** Secrets, each in at least one place where a careless log line would show it. */
const SECRETS = {
  admin: ADMIN_TOKEN,
  password: 'pass!wörd "with" \\ everything',
  guessed: 'gn_guessed-by-somebody',
  typed: 'typed-into-the-wrong-field',
  target: 'part-of-an-address-that-is-notified',
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
  return {
    headers: answer.headers,
    body: (await answer.json()) as {
      data: { node_token: string; secret: string; subscription: { id: string } };
    } & Headers,
  };
}

/** Calls every operation with valid input, and with the credential in every input. */
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
    target: `http://${encodeURIComponent(secret)}@127.0.0.1:9/${encodeURIComponent(secret)}`,
    events: ['workflow.completed'],
  };
  const calls = operations.flatMap((operation) => [
    { ...operation, values: knownValues(operation.query, asked), content: knownValues(operation.body, told) },
    { ...operation, values: { ...asked, token: secret }, content: { ...told, token: secret } },
  ]);
  const answers = calls.map(async ({ method, path, values, content }) => {
    const query = new URLSearchParams(values);
    const answer = await fetch(`${api.url}${path.replaceAll(/\{[a-z_.]+\}/g, 'w')}?${query.toString()}`, {
      method: method.toUpperCase(),
      headers: { ...headers, origin: api.url },
      ...(method === 'get' || method === 'delete' ? {} : { body: JSON.stringify(content) }),
    });
    // The event stream never ends, so it is cancelled.
    await answer.body?.cancel();
  });
  await Promise.all(answers);
}

test('no process logs a credential at any level, for any request and any failure', async () => {
  const applicant = await post('/api/node/register', { node_id: 'n1', max_slots: 1 });
  const approved = await post('/api/admin/nodes/n1/approve', {}, bearer(SECRETS.admin));
  const login = await post('/login', { username: 'admin', password: SECRETS.password });
  await post('/api/workflows', { name: 'w', config_yaml: configYaml() }, { 'x-api-key': SECRETS.admin });
  const secret = applicant.body['registration_secret'] ?? '';
  const node = approved.body.data.node_token;
  const cookie = String(login.headers.get('set-cookie')).split(';', 1)[0] ?? '';
  const session = cookie.slice(cookie.indexOf('=') + 1);
  expect([secret, node, session].map((token) => token.slice(0, 3))).toEqual(['gs_', 'gn_', 'ga_']);
  const address = `http://user:${SECRETS.target}@127.0.0.1:9/${SECRETS.target}?key=${SECRETS.target}`;
  const made = await post(
    '/api/notifications/subscriptions',
    { target: address, events: ['node.lost'] },
    bearer(SECRETS.admin),
  );
  const { subscription, secret: signing } = made.body.data;
  await post(`/api/notifications/subscriptions/${subscription.id}/test`, {}, bearer(SECRETS.admin));
  await until(() => worker.output().includes('could not deliver a notification'), 'a failed delivery in the log');
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
  // From here on, every access to these tables is an error and is logged with its statement.
  for (const table of ['admin_session', 'node', 'workflow', 'rate_limit_hit'])
    await site.db.query(`alter table ${table} rename to ${table}_away`);
  await callAll();
  const printed = () => api.output() + worker.output();
  await until(() => printed().includes('"level":50') && worker.output().includes('"level":50'), 'faults in both logs');
  const lines = api.output().split('\n');
  for (const status of [200, 400, 401, 403, 404, 500])
    expect([status, lines.some((line) => line.includes(`"status":${status},`))]).toEqual([status, true]);
  for (const [name, value] of Object.entries({ ...SECRETS, secret, node, session, signing })) {
    const forms = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), btoa(encodeURI(value))];
    expect(forms.filter((form) => printed().includes(form)).map(() => name)).toEqual([]);
  }
});
