import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { startWorkerProcess } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { migrateDatabase } from '../src/persistence/migrate.ts';
import { ADMIN_TOKEN, configYaml, givenWorkflow, openWorld, statusOf, type World } from './world.ts';

let world: World;
let root: string;
let other: { url: string; stop: () => Promise<void> };
let worker: { stop: () => Promise<void> };
let holder: pg.Client;
beforeAll(async () => {
  world = await openWorld();
  root = await mkdtemp(join(tmpdir(), 'grid-other-'));
  const database = { url: world.databaseUrl, schema: 'other' };
  await migrateDatabase({ database, redisUrl: undefined });
  const env = { DATABASE_SCHEMA: 'other', DATA_DIR: join(root, 'data') };
  other = await world.startApi(env);
  worker = await startWorkerProcess(readConfig({ ...world.env, ...env }, []));
  holder = new pg.Client({ connectionString: world.databaseUrl });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await worker.stop();
  await other.stop();
  await world.close();
  await rm(root, { recursive: true });
});

/** Waits until the first coordinator waits for the test's table lock while holding its own locks. */
async function lockTable(table: string): Promise<{ release: () => Promise<void> }> {
  await holder.query(`begin; lock table grid.${table} in share row exclusive mode`);
  const waits = () =>
    // Tables have the same number in every database of the cluster.
    world.sql(
      `select pid, waitstart from pg_locks where relation = $1::regclass and not granted
       and database = (select oid from pg_database where datname = current_database())`,
      [`grid.${table}`],
    );
  const [first] = await until(async () => {
    const found = await waits();
    return found.length > 0 ? found : undefined;
  }, `a wait for ${table}`);
  return {
    /** Fails if the first coordinator has finished meanwhile and released its locks. */
    release: async () => {
      expect(await waits()).toContainEqual(first);
      await holder.query('rollback');
    },
  };
}

test('two coordinators in one database open workflows and count points without blocking each other', async () => {
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const answer = await fetch(other.url + path, init);
    expect(answer.status).toBe(200);
    return (await answer.json()) as { data: { status: string } };
  };
  await givenWorkflow(world, 'w', configYaml());
  const locking = lockTable('point');
  await world.admin('post', '/api/workflows/w/start').expect(200);
  const points = await locking;
  // This is the first workflow of each coordinator, so both workflows have the same id.
  await call('POST', '/api/workflows', { name: 'v', description: null, config_yaml: configYaml() });
  await call('POST', '/api/workflows/v/start');
  await until(async () => (await call('GET', '/api/workflows/v')).data.status === 'running', 'the other to be open');
  await points.release();
  await until(async () => (await statusOf(world, 'w')) === 'running', 'the first to be open');
  await world.sql(`insert into grid.point_count_delta (workflow_id, wave, status, n) values (0, 0, 'queued', 1)`);
  const counts = await lockTable('point_count');
  await world.sql(`insert into other.point_count_delta (workflow_id, wave, status, n) values (0, 0, 'queued', 1)`);
  await until(async () => (await world.sql('select from other.point_count_delta')).length === 0, 'the other to count');
  await counts.release();
});
