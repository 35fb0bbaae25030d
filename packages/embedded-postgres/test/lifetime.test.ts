import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Client } from 'pg';
import { startPostgres } from '@almagest/embedded-postgres';
import { until } from './until.ts';
import { ask, cleanUp, isRunning, startOwner, temporaryDirectory } from './world.ts';

test('a temporary cluster is UTF-8, sorts alike everywhere, and leaves nothing', async () => {
  const server = await startPostgres({ database: 'sky' });
  cleanUp(() => server.stop());
  await server.exec("create table star (name text); insert into star values ('β Lyr')");
  expect(await ask(server.url(), 'select length(name) as answer from star')).toBe(5);
  const encoding =
    'select pg_encoding_to_char(encoding) || datlocprovider::text || datlocale as answer from pg_database';
  expect(await ask(server.url('postgres'), `${encoding} where datname = 'sky'`)).toBe('UTF8bC.UTF-8');

  const client = new Client(server.config());
  await client.connect();
  await client.end();

  await server.stop();
  expect(isRunning(server.pid)).toBe(false);
  expect(existsSync(server.config().host)).toBe(false);
});

test('a lasting cluster gets production settings, of which the caller may change any', async () => {
  const dataDir = join(temporaryDirectory(), 'data');
  const server = await startPostgres({ dataDir, settings: { work_mem: '5MB' } });
  cleanUp(() => server.stop());
  const setting = (name: string) => ask(server.url(), `select current_setting('${name}') as answer`);
  expect(await setting('shared_buffers')).toBe('256MB');
  expect(await setting('fsync')).toBe('on');
  expect(await setting('work_mem')).toBe('5MB');
});

test('the server ends when its owner is killed, and the next start removes the temporary cluster', async () => {
  const owner = startOwner({});
  const { pid, url } = await owner.report;
  const directory = decodeURIComponent(/host=([^&]+)/.exec(url)?.[1] ?? '');
  expect(existsSync(directory)).toBe(true);

  await owner.end('SIGKILL');
  await until(() => !isRunning(pid));

  const next = await startPostgres();
  await next.stop();
  expect(existsSync(directory)).toBe(false);
});

test('a killed server comes back on the same socket with all that was committed', async () => {
  const lines: string[] = [];
  const dataDir = join(temporaryDirectory(), 'data');
  const server = await startPostgres({ dataDir, log: (line, source) => source === 'supervisor' && lines.push(line) });
  cleanUp(() => server.stop());
  const { pid } = server;
  const url = server.url();
  await server.exec('create table point as select generate_series(1, 1000) as n');

  for (const killed of [pid, undefined]) {
    process.kill(killed ?? server.pid, 'SIGKILL');
    await until(() =>
      ask(url, 'select count(*)::int as answer from point').then(
        (n) => n === 1000,
        () => false,
      ),
    );
  }
  expect(server.url()).toBe(url);
  expect(server.pid).not.toBe(pid);
  expect(lines[0]).toBe(`PostgreSQL ${pid} ended unexpectedly (SIGKILL); starting it again`);
  expect(lines.at(-1)).toBe(`PostgreSQL runs again as ${server.pid}`);
});

test('a database that vanished under its server is not replaced by an empty one', async () => {
  const lines: string[] = [];
  const directory = temporaryDirectory();
  const dataDir = join(directory, 'data');
  const owner = startOwner({ dataDir });
  owner.process.stderr?.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const { pid } = await owner.report;
  rmSync(dataDir, { recursive: true });
  process.kill(pid, 'SIGKILL');
  await until(() => lines.join('').includes('is gone; trying again'));
  expect(existsSync(dataDir)).toBe(false);
  await owner.end('SIGTERM');
});

test('a second process uses the running server, and takes it over when the first is killed', async () => {
  const dataDir = join(temporaryDirectory(), 'data');
  const owner = startOwner({ dataDir });
  const first = await owner.report;
  const server = await startPostgres({ dataDir });
  cleanUp(() => server.stop());
  expect(first.adopted).toBe(false);
  expect(server).toMatchObject({ adopted: true, pid: first.pid });
  await server.exec('create table kept (n int)');

  await owner.end('SIGKILL');
  await until(() => !server.adopted && isRunning(server.pid));
  expect(await ask(server.url(), 'select count(*)::int as answer from kept')).toBe(0);
});

test('who adopted a server leaves it running', async () => {
  const dataDir = join(temporaryDirectory(), 'data');
  const server = await startPostgres({ dataDir });
  cleanUp(() => server.stop());
  const guest = startOwner({ dataDir });
  expect(await guest.report).toMatchObject({ adopted: true, pid: server.pid, url: server.url() });
  await guest.end('SIGTERM');
  expect(await ask(server.url(), 'select 1 as answer')).toBe(1);
});

test('of three first starts at once one makes the cluster and all use it', async () => {
  const directory = temporaryDirectory();
  const dataDir = join(directory, 'data');
  // What an interrupted initdb leaves; no process has this pid.
  mkdirSync(`${dataDir}.new-4194305-x`);
  const owners = [1, 2, 3].map(() => startOwner({ dataDir }));
  const reports = await Promise.all(owners.map((owner) => owner.report));

  expect(new Set(reports.map((report) => report.pid)).size).toBe(1);
  expect(reports.filter((report) => !report.adopted)).toHaveLength(1);
  expect(readdirSync(dirname(dataDir))).toEqual(['data']);
});
