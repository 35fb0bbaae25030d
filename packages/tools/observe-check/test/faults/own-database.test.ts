// Runs both services on the operator's own PostgreSQL: over TLS, with a role that may only create its own tables.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type PostgresServer } from '@almagest/embedded-postgres';
import { freePort } from '@almagest/test-kit/free-port';
import { logLineOf, runProgram, type Program } from '@almagest/test-kit/program';
import { programCommand } from '@almagest/test-kit/program-command';
import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';

const SERVICES = [
  ['grid-coordinator', 'grid'],
  ['literature', 'literature'],
] as const;

let folder: string;
let server: PostgresServer;
let admin: pg.Client;
const running: Program[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'own-database-'));
  for (const name of ['server', 'other']) {
    const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=database';
    const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.crt`)];
    execFileSync('openssl', [...request.split(' '), '-addext', 'subjectAltName=IP:127.0.0.1', ...files], { stdio: 'ignore' }); // prettier-ignore
  }
  server = await startPostgres({
    port: await freePort(),
    settings: { ssl: 'on', ssl_cert_file: join(folder, 'server.crt'), ssl_key_file: join(folder, 'server.key') },
  });
  admin = new pg.Client({ connectionString: server.url() });
  await admin.connect();
  await admin.query("create role observatory login password 'secret'");
});
afterAll(async () => {
  await Promise.all(running.map((program) => program.kill()));
  await admin.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

function start(
  service: string,
  program: string,
  { certificate = 'server.crt', ...more }: NodeJS.ProcessEnv = {},
): Program {
  const { port, database } = server.config();
  const address = `postgresql://observatory:secret@127.0.0.1:${port}/${database}`;
  const dataDir = join(folder, service);
  mkdirSync(dataDir, { recursive: true });
  const own = runProgram(programCommand(`services/${service}/src/${program}.ts`), {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: `${address}?sslmode=verify-full&sslrootcert=${join(folder, certificate)}`,
      DATA_DIR: dataDir,
      ASSETS_DIR: dataDir,
      LIBRARY_DIR: dataDir,
      ...more,
    },
  });
  running.push(own);
  return own;
}

test('a role that may not create schemas gets a message with the missing schema', async () => {
  const migration = start('grid-coordinator', 'migrate');
  expect(await migration.exited).not.toBe(0);
  expect(migration.output()).toContain('let an administrator run "create schema grid authorization <the role>"');
  await admin.query('create schema grid authorization observatory');
  const second = start('grid-coordinator', 'migrate');
  expect(await second.exited).not.toBe(0);
  expect(second.output()).toContain('let an administrator run "create schema grid_jobs authorization <the role>"');
});

test('a server whose certificate is not signed by the configured authority is rejected', async () => {
  const migration = start('grid-coordinator', 'migrate', { certificate: 'other.crt' });
  expect(await migration.exited).not.toBe(0);
  expect(migration.output()).toMatch(/self-signed certificate|unable to verify/);
});

test.each(SERVICES)(
  '%s migrates, answers and works over TLS with a role that owns only its schemas',
  async (service, schema) => {
    for (const name of [schema, `${schema}_jobs`])
      await admin.query(`create schema if not exists ${name} authorization observatory`);
    for (let turn = 0; turn < 2; turn += 1) {
      const migration = start(service, 'migrate');
      expect([await migration.exited, migration.output()]).toEqual([0, expect.any(String)]);
    }
    const port = await freePort();
    const api = start(service, 'api', { PORT: String(port) });
    const worker = start(service, 'worker');
    await Promise.all([logLineOf(api, 'listening'), logLineOf(worker, 'working')]);
    await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok, 'the service to be ready');
    const { rows } = await admin.query<{ ssl: boolean }>(
      'select ssl from pg_stat_ssl join pg_stat_activity using (pid) where usename = $1',
      ['observatory'],
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter(({ ssl }) => !ssl)).toEqual([]);
    for (const program of [api, worker]) {
      program.signal('SIGTERM');
      expect(await program.exited).toBe(0);
      expect(program.output()).not.toMatch(/permission denied|"msg":"fault"/);
    }
  },
  120_000,
);

test('the roles of the compose set-up migrate their own schema, and cannot create or read other schemas', async () => {
  const { port, database } = server.config();
  const script = readFileSync(join(import.meta.dirname, '../../../../../infra/docker/create-roles.sh'), 'utf8');
  const blocks = [...script.matchAll(/<<'SQL'\n([^]*?)\nSQL$/gm)].map(([, sql = '']) => sql);
  expect(blocks.length).toBe(2);
  // The schemas of the other tests are in the same database.
  await admin.query('drop schema if exists grid, literature cascade');
  const filled = (sql: string, role: string) =>
    sql.replaceAll(':"DBNAME"', database).replaceAll(':"role"', role).replaceAll(":'password'", "'secret'");
  await admin.query(filled(blocks[0] ?? '', ''));
  for (const [service, role] of SERVICES) {
    await admin.query(filled(blocks[1] ?? '', role));
    const own = `postgresql://${role}:secret@127.0.0.1:${port}/${database}`;
    const migration = start(service, 'migrate', { DATABASE_URL: own, REDIS_URL: 'redis://127.0.0.1:1' });
    expect([await migration.exited, migration.output()]).toEqual([0, expect.any(String)]);
    const client = new pg.Client({ connectionString: own });
    await client.connect();
    const denied = { message: expect.stringContaining('permission denied') };
    await expect(client.query('create schema another')).rejects.toMatchObject(denied);
    await expect(client.query('create table public.another ()')).rejects.toMatchObject(denied);
    if (role === 'literature') await expect(client.query('select from grid.workflow')).rejects.toMatchObject(denied);
    await client.end();
  }
});
