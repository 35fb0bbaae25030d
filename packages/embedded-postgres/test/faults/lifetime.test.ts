import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Client } from 'pg';
import { startPostgres } from '@almagest/embedded-postgres';
import { until } from '@almagest/test-kit/until';
import { ask, cleanUp, isRunning, socketDirOf, startOwner, temporaryDirectory } from '../world.ts';

test('a temporary cluster is UTF-8, sorts the same everywhere, and leaves no files', async () => {
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

test('the server ends when its owner is killed, and the next start removes the temporary cluster', async () => {
  const owner = startOwner({});
  const { pid, url } = await owner.report;
  const directory = socketDirOf(url);
  expect(existsSync(directory)).toBe(true);

  await owner.end('SIGKILL');
  await until(() => !isRunning(pid));

  const next = await startPostgres();
  cleanUp(() => next.stop());
  expect(existsSync(directory)).toBe(false);

  // Stop it during a restart. The server must end and leave nothing.
  process.kill(next.pid, 'SIGKILL');
  await next.stop();
  expect(isRunning(next.pid)).toBe(false);
  expect(existsSync(next.config().host)).toBe(false);
});

test('a killed server restarts every time with its socket, settings and all committed data', async () => {
  const lines: string[] = [];
  const dataDir = join(temporaryDirectory(), 'data');
  const log = (line: string, source: string) => source === 'supervisor' && lines.push(line);
  const server = await startPostgres({ dataDir, settings: { work_mem: '5MB' }, log });
  cleanUp(() => server.stop());
  const { pid } = server;
  const url = server.url();
  await server.exec('create table point as select generate_series(1, 1000) as n');

  for (const deaths of [1, 2]) {
    process.kill(server.pid, 'SIGKILL');
    await until(() => lines.length === 2 * deaths);
    expect(await ask(url, 'select count(*)::int as answer from point')).toBe(1000);
  }
  expect(server.url()).toBe(url);
  const setting = (name: string) => ask(url, `select current_setting('${name}') as answer`);
  expect(await Promise.all(['shared_buffers', 'fsync', 'work_mem'].map(setting))).toEqual(['256MB', 'on', '5MB']);
  expect(lines[0]).toBe(`PostgreSQL ${pid} ended unexpectedly (SIGKILL). Starting it again`);
  expect(lines.at(-1)).toBe(`PostgreSQL restarted as ${server.pid}`);
});

test('a database that disappeared under its server is not replaced by an empty one', async () => {
  const lines: string[] = [];
  const directory = temporaryDirectory();
  const dataDir = join(directory, 'data');
  const owner = startOwner({ dataDir });
  owner.process.stderr?.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const { pid } = await owner.report;
  rmSync(dataDir, { recursive: true });
  process.kill(pid, 'SIGKILL');
  await until(() => lines.join('').includes('is gone. Trying again'));
  expect(existsSync(dataDir)).toBe(false);
  await owner.end('SIGTERM');
});

test('one of three concurrent first starts creates the cluster, and the others keep it running', async () => {
  const directory = temporaryDirectory();
  const dataDir = join(directory, 'data');
  // The leftover of an interrupted initdb. No process has this pid.
  mkdirSync(`${dataDir}.new-4194305-x`);
  const starts = [1, 2, 3].map(() => startOwner({ dataDir }));
  const reports = await Promise.all(starts.map(async (start) => ({ ...start, ...(await start.report) })));
  const [owner, ...others] = reports.filter((report) => !report.adopted);
  const [guest] = reports.filter((report) => report.adopted);
  expect(others).toEqual([]);
  expect(new Set(reports.map(({ pid, url }) => `${pid} ${url}`)).size).toBe(1);
  expect(readdirSync(directory)).toEqual(['data']);

  const server = await startPostgres({ dataDir });
  cleanUp(() => server.stop());
  expect(server).toMatchObject({ adopted: true, pid: owner?.pid });
  await guest?.end('SIGTERM');
  await server.exec('create table kept (n int)');
  expect(server).toMatchObject({ adopted: true, pid: owner?.pid });

  await owner?.end('SIGKILL');
  await until(() => server.pid !== owner?.pid && isRunning(server.pid));
  expect(await ask(server.url(), 'select count(*)::int as answer from kept')).toBe(0);
});
