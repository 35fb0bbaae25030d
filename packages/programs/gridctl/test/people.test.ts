import { expect, test } from '@jest/globals';
import { until } from '@almagest/test-kit/until';
import { refusal, standIn } from './stand-in.ts';
import { gridctl, startOnTerminal } from './world.ts';

const ID = '0b5d7a4e-4f0c-4c59-9d9a-3d6b2c1f7a55';
const NOW = '2026-11-20T10:00:00.000Z';
const LINK = { url: 'https://grid.example.org/#/link?token=gi_x', expires_at: NOW };
const person = {
  id: ID,
  user_name: 'Ada',
  display_name: 'Ada L.',
  role: 'operator',
  state: 'active',
  provider: null,
  created_at: NOW,
  last_sign_in_at: NOW,
  session_count: 2,
  key_count: 1,
};
const key = {
  id: ID,
  name: 'laptop',
  scope: 'read',
  beginning: 'gk_abcde',
  created_at: NOW,
  expires_at: null,
  last_used_at: NOW,
};
const event = {
  id: 7,
  at: NOW,
  actor_kind: 'person',
  actor: 'ada',
  api_key: 'laptop',
  address: '192.0.2.1',
  request_id: 'r1',
  operation: 'deleteWorkflow',
  object: 'workflow sdb',
  outcome: 'done',
  detail: {},
};

test('people are found by their user name, invited, changed and removed', async () => {
  const { url, calls } = await standIn({
    listPeople: () => [person],
    invitePerson: () => ({ person, link: LINK }),
    changePerson: () => ({ ...person, role: 'viewer' }),
    createResetLink: () => LINK,
    signOutPerson: () => ({ done: true }),
    removePerson: () => ({ done: true }),
    listKeysOfPerson: () => [key],
    deleteKeyOfPerson: () => ({ done: true }),
  });
  const run = (...args: string[]) => gridctl(['--url', url, 'people', ...args]);
  expect((await run('list')).stdout.split('\n')).toEqual([
    'USER  NAME    ROLE      STATE   LAST SIGN-IN         SESSIONS  KEYS',
    'Ada   Ada L.  operator  active  2026-11-20 10:00:00         2     1',
    '',
  ]);
  const invited = await run('invite', 'ada', '--role', 'operator');
  expect(invited).toMatchObject({ code: 0, stdout: `${LINK.url}\n`, stderr: expect.stringContaining('works once') });
  expect(JSON.parse(String(calls.at(-1)?.body))).toEqual({ user_name: 'ada', display_name: 'ada', role: 'operator' });
  expect((await run('role', 'ada', 'viewer')).stdout).toBe('Ada: viewer, active\n');
  expect(calls.at(-1)?.params).toEqual({ id: ID });
  expect((await run('reset', 'ADA')).stdout).toBe(`${LINK.url}\n`);
  expect((await run('sign-out', 'ada')).code).toBe(0);
  expect((await run('keys', 'ada')).stdout).toContain('gk_abcde');
  expect((await run('revoke-key', 'ada', ID)).stdout).toBe(`revoked ${ID}\n`);
  const before = calls.length;
  expect(await run('remove', 'ada')).toMatchObject({ code: 2, stderr: expect.stringContaining('give --yes') });
  expect(await run('disable', 'nobody')).toMatchObject({ code: 1, stderr: expect.stringContaining('people list') });
  expect(calls.slice(before).map(({ operation }) => operation)).toEqual(['listPeople', 'listPeople']);
  expect((await run('remove', 'ada', '--yes')).stdout).toBe('removed ada\n');
});

test('a key is printed once, and a refusal names the missing role', async () => {
  const { url, calls } = await standIn({
    createKey: () => ({ ...key, key: 'gk_secret' }),
    listOwnKeys: () => [key],
    deleteOwnKey: () => ({ done: true }),
    listSessions: () => [],
    endOwnSession: () => ({ done: true }),
    readMe: () => ({
      id: ID,
      user_name: 'ada',
      display_name: 'Ada L.',
      role: 'viewer',
      scope: 'read',
      expires_at: null,
      has_password: true,
      provider: null,
    }),
    startWorkflow: () => refusal(403, 'this needs the role operator, but ada has the role viewer'),
  });
  const run = (...args: string[]) => gridctl(['--url', url, ...args]);
  const created = await run('account', 'create-key', 'laptop', '--scope', 'read', '--days', '30');
  expect(created).toMatchObject({ code: 0, stdout: 'gk_secret\n', stderr: expect.stringContaining('not shown again') });
  expect(JSON.parse(String(calls.at(-1)?.body))).toEqual({ name: 'laptop', scope: 'read', expires_in_days: 30 });
  expect((await run('account', 'keys')).stdout).toContain('laptop');
  expect((await run('account', 'revoke-key', ID)).code).toBe(0);
  expect((await run('account', 'sessions', '--json')).stdout).toBe('[]\n');
  expect((await run('account', 'end-session', ID)).code).toBe(0);
  expect((await run('account', 'show')).stdout).toBe('Ada L. (ada), viewer, reads only\n');
  expect(await run('workflows', 'start', 'sdb')).toEqual({
    code: 1,
    stdout: '',
    stderr: `gridctl: this needs the role operator, but ada has the role viewer (403 from ${url})\n`,
  });
});

test('a link sets a password that is typed twice', async () => {
  const { url, calls } = await standIn({
    readLink: () => ({ purpose: 'invitation', user_name: 'ada', display_name: 'Ada', expires_at: NOW }),
    useLink: () => ({ purpose: 'invitation', user_name: 'ada', display_name: 'Ada', expires_at: NOW }),
  });
  const asked = startOnTerminal(['--url', url, 'account', 'join', LINK.url], {});
  for (const question of ['new password', 'the same again']) {
    await until(() => asked.stdout().includes(question));
    asked.process.stdin.write('correct horse battery\r');
  }
  expect(await asked.outcome).toMatchObject({ code: 0, stdout: expect.stringContaining('gridctl login --user ada') });
  expect(asked.stdout()).not.toContain('correct horse');
  expect(JSON.parse(String(calls.at(-1)?.body))).toEqual({ token: 'gi_x', password: 'correct horse battery' });
});

test('the audit log is listed with filters and exported as it comes', async () => {
  const { url, calls } = await standIn({
    listAudit: () => ({ events: [event, { ...event, outcome: 'refused', api_key: null }], next_cursor: null }),
    exportAudit: () => `${JSON.stringify(event)}\n`,
  });
  const run = (...args: string[]) => gridctl(['--url', url, 'audit', ...args]);
  const { stdout } = await run('list', '--actor', 'ada', '--object', 'workflow sdb');
  expect(stdout).toContain('ada (key laptop)  192.0.2.1  deleteWorkflow');
  expect(stdout).toContain('deleteWorkflow (refused)');
  expect(Object.fromEntries(calls.at(-1)?.query ?? [])).toEqual({ actor: 'ada', object: 'workflow sdb', limit: '50' });
  expect((await run('export', '--since', NOW)).code).toBe(0);
  expect(Object.fromEntries(calls.at(-1)?.query ?? [])).toEqual({ since: NOW });
  expect(await run('list', '--since', 'yesterday')).toMatchObject({ code: 2 });
});
