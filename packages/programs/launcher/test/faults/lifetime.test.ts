import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { cleanUp, isRunning, launch, newState, UNUSED_DATABASE } from '../world.ts';

test('migrates, starts everything, stops services before the database, and keeps its token', async () => {
  const state = await newState();
  const first = launch(state);
  const report = await first.running;
  const address = `http://127.0.0.1:${state.port}`;
  expect(report.services).toEqual([{ name: 'sample', address, page: { label: 'console', address: `${address}/` } }]);
  expect(state.notes()[0]).toMatchObject({ role: 'migrate', database: true });
  const seen = (await (await fetch(`${address}/environment`)).json()) as NodeJS.ProcessEnv;
  expect(seen).toMatchObject({
    PORT: String(state.port),
    DATABASE_URL: report.databaseUrl,
    ADMIN_TOKEN: report.adminToken.value,
    DATA_DIR: join(state.directory, 'own'),
    JOURNAL: join(state.directory, 'journal'),
  });
  expect(report.adminToken).toMatchObject({
    value: expect.stringMatching(/^[\w-]{43}$/),
    place: join(state.directory, 'admin-token'),
  });
  expect(statSync(report.adminToken.place).mode & 0o777).toBe(0o600);
  expect(readFileSync(report.adminToken.place, 'utf8')).toBe(`${report.adminToken.value}\n`);

  // These are the API's addresses. The worker may need a moment longer.
  await until(() => state.notes('worker').length === 1);
  first.process.kill('SIGTERM');
  expect(await first.exitCode).toBe(0);
  const stops = state.notes().filter(({ event }) => event === 'stop');
  expect(stops.map(({ role }) => role).toSorted()).toEqual(['api', 'worker']);
  expect(stops.every(({ database }) => database)).toBe(true);
  expect(first.stderr()).toBe('');

  const second = launch(state);
  expect((await second.running).adminToken).toEqual(report.adminToken);

  // A killed launcher ends everything, and its state folder is free for the next start.
  const { pid } = await second.running;
  process.kill(pid, 'SIGKILL');
  const third = launch(state);
  expect((await third.running).adminToken).toEqual(report.adminToken);
  third.process.kill('SIGINT');
  expect(await third.exitCode).toBe(0);
});

test('the database runs under another account next to a private state folder', async () => {
  const state = await newState();
  // If user namespaces are forbidden, a server that root starts runs as `nobody`.
  const programs = join(state.directory, '../', `${basename(state.directory)}-programs`);
  mkdirSync(programs);
  cleanUp(() => rmSync(programs, { recursive: true }));
  writeFileSync(join(programs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  for (let start = 0; start < 2; start += 1) {
    const launched = launch(state, { PATH: `${programs}:${process.env['PATH']}` });
    await launched.running;
    const isRoot = process.getuid?.() === 0;
    expect(statSync(state.directory).mode & 0o777).toBe(isRoot ? 0o701 : 0o700);
    expect(statSync(join(state.directory, 'own')).mode & 0o777).toBe(0o700);
    launched.process.kill('SIGTERM');
    expect(await launched.exitCode).toBe(0);
  }
});

test('rejects a state folder that others use too', async () => {
  const state = await newState();
  chmodSync(state.directory, 0o1777);
  const launched = launch(state, UNUSED_DATABASE);
  expect(await launched.exitCode).toBe(1);
  expect(launched.stderr()).toBe(
    `STATE_DIR is ${state.directory}, which other accounts use too: choose a separate folder\n`,
  );
});

test('restarts a killed program and reports it', async () => {
  const state = await newState();
  const launched = launch(state, UNUSED_DATABASE);
  await launched.running;
  await until(() => state.notes('worker').length === 1);
  for (const { pid } of [...state.notes('api'), ...state.notes('worker')]) process.kill(pid, 'SIGKILL');
  await until(() => state.notes('api').length === 2 && state.notes('worker').length === 2);
  expect((await fetch(`http://127.0.0.1:${state.port}/healthz`)).status).toBe(200);
  for (const role of ['api', 'worker']) {
    expect(launched.stderr()).toContain(`sample ${role} ended unexpectedly (SIGKILL), restarting it`);
  }
});

test('kills and restarts a program that is stopped for its WATCHDOG_SEC, but not a program that resumes earlier', async () => {
  const state = await newState();
  const launched = launch(state, { ...UNUSED_DATABASE, WATCHDOG_SEC: '2' });
  await launched.running;
  await until(() => state.notes('worker').length === 1);
  const [api, worker] = [state.notes('api')[0]?.pid ?? 0, state.notes('worker')[0]?.pid ?? 0];
  process.kill(worker, 'SIGSTOP');
  process.kill(api, 'SIGSTOP');
  await until(() => /^State:\s+T/m.test(readFileSync(`/proc/${api}/status`, 'utf8')));
  process.kill(api, 'SIGCONT');
  await until(() => state.notes('worker').length === 2);
  expect(launched.stderr()).toBe(
    'sample worker has been stopped (SIGSTOP) for 2 s, killing it\n' +
      'sample worker ended unexpectedly (SIGKILL), restarting it\n',
  );
  expect(isRunning(api)).toBe(true);
});

test('a second start on the same state reports the first start and exits', async () => {
  const state = await newState();
  const first = launch(state, UNUSED_DATABASE);
  const { pid } = await first.running;
  const second = launch(state, UNUSED_DATABASE);
  expect(await second.exitCode).toBe(1);
  expect(second.stderr()).toBe(
    `another launcher (pid ${pid}, http://127.0.0.1:${state.port}) already uses ${state.directory}\n`,
  );
});

test('waits for a port that is about to become free', async () => {
  const state = await newState();
  const other = createServer().listen(state.port, '127.0.0.1');
  cleanUp(() => other.close());
  await once(other, 'listening');
  const launched = launch(state, UNUSED_DATABASE);
  await until(() => launched.stderr().includes(`port ${state.port} is in use`));
  other.close();
  await launched.running;
});

test("ends when its parent is killed, even if npm's shell is in between", async () => {
  const state = await newState();
  const likeNpm = `require('child_process').spawn('sh', ['-c', '"$@"; exit', 'sh', ...process.argv.slice(1)], { stdio: 'inherit' })`;
  const launched = launch(state, UNUSED_DATABASE, [process.execPath, '-e', likeNpm]);
  const { pid } = await launched.running;
  launched.process.kill('SIGKILL');
  await until(() => !isRunning(pid));
  expect(state.notes().filter(({ event }) => event === 'stop')).toHaveLength(2);
});

test('a second signal kills a program that does not stop', async () => {
  const state = await newState();
  const launched = launch(state, { ...UNUSED_DATABASE, STUBBORN: 'worker' });
  await launched.running;
  await until(() => state.notes('worker').length === 1);
  launched.process.kill('SIGTERM');
  await until(() => state.notes('api').some(({ event }) => event === 'stop'));
  launched.process.kill('SIGTERM');
  expect(await launched.exitCode).toBe(143);
  await until(() => state.notes().every(({ pid }) => !isRunning(pid)));
});

test('a signal during the start stops everything that already runs', async () => {
  const state = await newState();
  const launched = launch(state, { ...UNUSED_DATABASE, FAILS: 'api' });
  await until(() => launched.stderr().includes('restarting it'));
  launched.process.kill('SIGTERM');
  expect(await launched.exitCode).toBe(0);
  expect(state.notes().every(({ pid }) => !isRunning(pid))).toBe(true);
});

test('gives up on a program that does not stay alive, and stops the rest', async () => {
  const state = await newState();
  const launched = launch(state, { ...UNUSED_DATABASE, FAILS: 'api' });
  expect(await launched.exitCode).toBe(1);
  expect(launched.stderr().trim().split('\n').at(-1)).toBe('sample api ended 5 times in a row (last: exit code 7)');
  expect(state.notes('worker').map(({ event }) => event)).toEqual(['start', 'stop']);
});

test('nothing starts after a failed migration', async () => {
  const state = await newState();
  const launched = launch(state, { ...UNUSED_DATABASE, FAILS: 'migrate' });
  expect(await launched.exitCode).toBe(1);
  expect(launched.stderr()).toBe('sample migrate failed (exit code 7)\n');
  expect(state.notes()).toEqual([]);
});

test('a failed migration interrupts the migration of the other service', async () => {
  const state = await newState();
  const launched = launch(state, { ...UNUSED_DATABASE, FAILS: 'migrate', OTHER_PORT: String(state.otherPort) });
  expect(await launched.exitCode).toBe(1);
  expect(launched.stderr()).toBe('sample migrate failed (exit code 7)\n');
  expect(state.notes().map(({ role, event }) => [role, event])).toEqual([
    ['migrate', 'start'],
    ['migrate', 'stop'],
  ]);
});
