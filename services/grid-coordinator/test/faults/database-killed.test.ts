import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '@almagest/chaos/auditor';
import { axesOf, yamlOf } from '@almagest/chaos/grids';
import { Ledger } from '@almagest/chaos/ledger';
import { startPostgres, type PostgresServer } from '@almagest/embedded-postgres';
import { sendRequest } from '@almagest/test-kit/http-call';
import { until } from '@almagest/test-kit/until';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrateDatabase } from '../../src/persistence/migrate.ts';
import { ADMIN_TOKEN } from '../world.ts';
import { givenWorkflow } from './calls.ts';
import { givenFleet, givenNode } from './fleet.ts';
import { openSite, type ApiProcess, type Site } from './site.ts';

/** A durable server with a synced disk, as in production, because acknowledged data must survive. */
let server: PostgresServer;
let root: string;
let site: Site;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'grid-faults-pg-'));
  server = await startPostgres({ dataDir: join(root, 'data'), settings: { fsync: 'on', shared_buffers: '64MB' } });
  await migrateDatabase({ database: { url: server.url(), schema: 'grid' }, redisUrl: undefined });
  site = await openSite({ databaseUrl: server.url() });
});
afterEach(async () => {
  await site.close();
  await server.stop();
  await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

/** Kills the server. The supervisor restarts the server immediately. */
async function killDatabase(): Promise<void> {
  const { pid } = server;
  process.kill(pid, 'SIGKILL');
  await until(() => server.pid !== pid, 'the database to be started again');
}

/** Kills the database and prevents its start until the returned function is called. */
async function keepDatabaseDown(): Promise<() => Promise<void>> {
  const version = join(root, 'data/PG_VERSION');
  await rename(version, `${version}.away`);
  process.kill(server.pid, 'SIGKILL');
  return async () => await rename(`${version}.away`, version);
}

/** Returns rows, or an empty list while the database does not answer. */
async function query<R extends object>(text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: server.url(), options: '-c search_path=grid' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<R>(text)).rows;
  } catch {
    return [];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function untilStatus(status: string, progress?: () => number): Promise<void> {
  const reached = async () => {
    const [workflow] = await query<{ status: string }>('select status from workflow');
    return workflow?.status === status;
  };
  await until(reached, `the workflow to be ${status}`, progress);
}

async function readiness({ url }: ApiProcess): Promise<number> {
  return (await sendRequest(url, { path: '/readyz' })).status;
}

const AXES = axesOf([4, 5, 5, 2, 1, 1]);

test('services survive repeated database kills and lose no acknowledged data', async () => {
  const ledger = new Ledger();
  const [api, worker] = [await site.startApi(), await site.startWorker()];
  const nodes = await givenFleet(site, ledger, 4);
  await givenWorkflow(site, 'w', yamlOf(AXES));
  for (const node of nodes) node.start(2);
  const untilMoreReports = async (count: number) => {
    const before = ledger.acknowledged.size;
    await until(
      () => ledger.acknowledged.size >= before + count,
      `${count} more reports`,
      () => ledger.acknowledged.size,
    );
  };
  for (let kills = 0; kills < 3; kills += 1) {
    await untilMoreReports(20);
    await killDatabase();
  }
  await untilMoreReports(20);
  const letStart = await keepDatabaseDown();
  await until(async () => (await readiness(api)) === 503, 'the service to say that it is not ready');
  await expectDatabaseNamed(api);
  await letStart();
  await until(async () => (await readiness(api)) === 200, 'the service to be ready again');
  await untilStatus('completed', () => ledger.acknowledged.size);
  await Promise.all(nodes.map((node) => node.stop()));
  expect(await audit({ ...site, ledger, lattices: { w: AXES } })).toEqual([]);
  // The same processes still run, so they recovered without a restart.
  expect(await Promise.race([api.exited, worker.exited, Promise.resolve('both alive')])).toBe('both alive');
});

/** Freezes all server processes, like a hanging host: connections stay open but nothing answers. */
function freezeDatabase(): () => void {
  const { pid } = server;
  const frozen: number[] = [];
  const stop = (one: number) => {
    process.kill(one, 'SIGSTOP');
    frozen.push(one);
  };
  // Stops the parent first, because it starts the other processes.
  stop(pid);
  for (const child of childrenOf(pid)) stop(child);
  return () => {
    for (const one of frozen.toReversed()) process.kill(one, 'SIGCONT');
  };
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    // The state and the parent follow the name, which is in brackets and can contain anything (proc(5)).
    const [, parent] = /\) \S (\d+) [^)]*$/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return Number(parent);
  } catch {
    return undefined;
  }
}

test('requests to a frozen database end as fast as to a stopped database, and everything resumes when the database does', async () => {
  const [api, worker] = [await site.startApi(), await site.startWorker()];
  const node = await givenNode(site, new Ledger(), 'n1');
  await givenWorkflow(site, 'w', yamlOf(AXES));
  await untilStatus('running');
  // Opens connections of each pool, so that later requests reuse them.
  expect(await node.claim()).toBeDefined();
  expect(await readiness(api)).toBe(200);
  const thaw = freezeDatabase();
  try {
    const headers = { authorization: `Bearer ${node.token}` };
    const [claim] = await Promise.all([
      fetch(`${api.url}/api/task/claim`, { method: 'POST', headers, ...withTimeout() }),
      expectDatabaseNamed(api),
    ]);
    expect(claim.status).toBe(503);
  } finally {
    thaw();
  }
  await until(async () => (await readiness(api)) === 200, 'the service to be ready again');
  await until(async () => await node.claim(), 'a task');
  expect(await Promise.race([api.exited, worker.exited, Promise.resolve('both alive')])).toBe('both alive');
});

/** Clients give up after this time, so a later response doesn't count. */
const withTimeout = () => ({ signal: AbortSignal.timeout(30_000) });

/** Expects refusals that name the dependency and the retry time, and are not counted as errors of the service. */
async function expectDatabaseNamed({ url }: ApiProcess): Promise<void> {
  const json = { 'content-type': 'application/json' };
  const login = { method: 'POST', headers: json, body: JSON.stringify({ username: 'admin', password: ADMIN_TOKEN }) };
  const authorization = `Bearer ${ADMIN_TOKEN}`;
  const answers = await Promise.all([
    fetch(`${url}/readyz`, withTimeout()),
    fetch(`${url}/login`, { ...login, ...withTimeout() }),
    fetch(`${url}/api/workflows`, { headers: { authorization }, ...withTimeout() }),
  ]);
  for (const answer of answers) {
    expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([503, 5]);
    expect(await answer.json()).toMatchObject({ message: 'the database does not answer. Try again in a while' });
  }
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toMatch(/^http_failures_total\{operation="login",cause="database"\} 1$/m);
  expect(metrics).not.toContain('cause="fault"');
}

test('a heartbeat accepted while the database is unavailable is written later', async () => {
  const api = await site.startApi();
  const node = await givenNode(site, new Ledger(), 'n1');
  // The lock keeps the heartbeat out of the database until the database is killed.
  await site.db.query('begin');
  await site.db.query('lock table node_heartbeat in access exclusive mode');
  expect(await node.beat(3)).toMatchObject({ status: 200, body: { status: 'ok' } });
  const letStart = await keepDatabaseDown();
  await until(async () => (await readiness(api)) === 503, 'the service to say that it is not ready');
  // A claim also proves that a node is alive, but must not replace the heartbeat.
  await node.claim();
  await letStart();
  await until(async () => {
    const [heartbeat] = await query<{ active_slots: number }>('select active_slots from node_heartbeat');
    return heartbeat?.active_slots === 3;
  }, 'the heartbeat to be written');
});

test('an expansion resumes where a database crash interrupted it', async () => {
  await site.startApi();
  const worker = await site.startWorker();
  const axes = axesOf([20, 15, 8, 5, 1, 1]);
  await givenWorkflow(site, 'w', yamlOf(axes));
  await until(async () => (await query('select from expansion_chunk limit 1')).length > 0, 'the first chunk');
  await killDatabase();
  await untilStatus('running');
  expect(await audit({ ...site, lattices: { w: axes } })).toEqual([]);
  expect(await Promise.race([worker.exited, Promise.resolve('alive')])).toBe('alive');
});
