import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { envelope, refusal, standIn } from './stand-in.ts';
import { gridctl, startOnTerminal, temporaryDirectory } from './world.ts';

const expires_at = '2099-01-31T12:00:00.000Z';
const PASSWORD = 'pa ss wörd';

/** Starts a fake coordinator with one user and one session. */
function sessions(cookie = 'grid_session=s3cr3t') {
  return standIn({
    login: ({ body, response }) => {
      const given = JSON.parse(body.toString()) as { username: string; password: string };
      if (given.password !== PASSWORD) return refusal(401, 'wrong user or password');
      response.setHeader('set-cookie', [`other=1; Path=/`, `${cookie}; Path=/; HttpOnly; SameSite=Strict`]);
      return envelope({ username: given.username, expires_at });
    },
    logout: () => envelope(null),
    readSession: ({ headers }) =>
      headers.cookie === cookie ? envelope({ username: 'admin', expires_at }) : refusal(401, 'no session'),
    stopWorkflow: ({ headers }) => envelope(null, `asked from ${headers.origin ?? 'nowhere'}`),
  });
}

test('a session is stored for its coordinator only, with mode 0600, and used with a same-origin Origin', async () => {
  const [one, two] = await Promise.all([sessions(), sessions('grid_session=another')]);
  const env = { XDG_CONFIG_HOME: temporaryDirectory() };
  const login = (url: string) =>
    gridctl(['--url', url, 'login', '--user', 'admin', '--password-stdin'], { env, stdin: `${PASSWORD}\n` });

  const first = await login(`${one.url}/`);
  expect(first).toEqual({
    code: 0,
    stdout: '',
    stderr: `logged in at ${one.url} as admin until 2099-01-31 12:00:00 UTC\n`,
  });
  await login(two.url);
  const file = join(env.XDG_CONFIG_HOME, 'almagest/gridctl.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const [me, other, stopped] = await Promise.all([
    gridctl(['--url', one.url, 'whoami'], { env }),
    gridctl(['--url', two.url, 'whoami', '--output', 'json'], { env }),
    gridctl(['--url', one.url, 'workflows', 'stop', 'sdb'], { env }),
  ]);
  expect(me.stdout).toBe(`admin at ${one.url}, until 2099-01-31 12:00:00 UTC\n`);
  expect(JSON.parse(other.stdout)).toEqual({ username: 'admin', expires_at });
  expect(stopped.stdout).toBe(`stop sdb: asked from ${one.url}\n`);

  const out = await gridctl(['--url', one.url, 'logout'], { env });
  expect(out).toMatchObject({ code: 0, stderr: `logged out of ${one.url}\n` });
  expect(one.calls.at(-1)).toMatchObject({
    operation: 'logout',
    headers: { cookie: 'grid_session=s3cr3t', origin: one.url },
  });
  expect(Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { sessions: object }).sessions)).toEqual([two.url]);
});

test('a wrong password stores nothing, and an ended session or a silent coordinator is reported', async () => {
  const { url, close } = await sessions();
  const env = { XDG_CONFIG_HOME: temporaryDirectory() };
  const login = ['--url', url, 'login', '--user', 'admin'];
  const [wrong, unasked] = await Promise.all([
    gridctl([...login, '--password-stdin'], { env, stdin: 'wrong' }),
    gridctl(login, { env, stdin: PASSWORD }),
  ]);
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(wrong.stderr).toContain('wrong user or password');
  expect(wrong.stderr).toContain('check the user name and the password');
  expect(unasked).toMatchObject({ code: 2, stderr: expect.stringContaining('--password-stdin') });
  expect(existsSync(join(env.XDG_CONFIG_HOME, 'almagest'))).toBe(false);

  await gridctl([...login, '--password-stdin'], { env, stdin: PASSWORD });
  const file = join(env.XDG_CONFIG_HOME, 'almagest/gridctl.json');
  chmodSync(file, 0o600);
  writeFileSync(file, readFileSync(file, 'utf8').replace('s3cr3t', 'ended'));
  const ended = await gridctl(['--url', url, 'whoami'], { env });
  expect(ended).toMatchObject({ code: 1 });
  expect(ended.stderr).toContain(`the session of admin has ended. Run gridctl login --url ${url}`);
  await close();
  const out = await gridctl(['--url', url, 'logout'], { env });
  expect(out).toMatchObject({ code: 3, stderr: expect.stringContaining('the session was deleted here') });
  writeFileSync(file, '{"sess');
  const damaged = await gridctl(['--url', url, 'whoami'], { env });
  expect(damaged).toMatchObject({ code: 2, stderr: `gridctl: ${file} is damaged. Remove it and run gridctl login\n` });
});

test('whoami shows the owner of a token, and rejects an invalid token', async () => {
  const { url } = await standIn({
    readSession: ({ headers }) =>
      headers.authorization === 'Bearer right'
        ? envelope({ username: 'admin', expires_at: null })
        : refusal(401, 'the token is not valid'),
  });
  const [valid, json, wrong] = await Promise.all([
    gridctl(['--url', url, '--token', 'right', 'whoami']),
    gridctl(['--url', url, '--token', 'right', 'whoami', '--output', 'json']),
    gridctl(['--url', url, '--token', 'wrong', 'whoami']),
  ]);
  expect(valid).toEqual({ code: 0, stdout: `admin at ${url}, using a token\n`, stderr: '' });
  expect(JSON.parse(json.stdout)).toEqual({ username: 'admin', expires_at: null });
  expect(wrong).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('the token is not valid') });
});

test('the password is asked for without echo, and Ctrl-C stores no session', async () => {
  const { url, calls } = await sessions();
  const env = { XDG_CONFIG_HOME: temporaryDirectory() };
  const [asked, left] = [
    startOnTerminal(['--url', url, 'login'], { env }),
    startOnTerminal(['--url', url, 'login'], { env }),
  ];
  await until(() => asked.stdout().includes('user:') && left.stdout().includes('user:'));
  asked.process.stdin.write('admin\r');
  left.process.stdin.write('\u0003');
  await until(() => asked.stdout().includes('password of admin:'));
  asked.process.stdin.write(`${PASSWORD}\r`);
  expect(await asked.outcome).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`logged in at ${url} as admin`),
  });
  expect(asked.stdout()).not.toContain(PASSWORD);
  expect(await left.outcome).toMatchObject({ code: 130, stdout: expect.stringContaining('nothing was done') });
  expect(calls).toHaveLength(1);
});
