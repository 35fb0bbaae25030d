import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { audit } from '@almagest/chaos/auditor';
import { axesOf, yamlOf } from '@almagest/chaos/grids';
import { Ledger } from '@almagest/chaos/ledger';
import { openDatabase } from '@almagest/service-kit/database';
import { openLog } from '@almagest/service-kit/log';
import { sendRequest } from '@almagest/test-kit/http-call';
import { until } from '@almagest/test-kit/until';
import { beforeEach, expect, test } from '@jest/globals';
import { cleanUp } from '../../src/application/service/clean-up.ts';
import { Sessions } from '../../src/application/service/sessions.ts';
import { ArtifactStore } from '../../src/files/artifact-store.ts';
import { AssetStore } from '../../src/files/asset-store.ts';
import { ImportStore } from '../../src/files/archive/import-store.ts';
import { ContentFolder } from '../../src/files/content-folder.ts';
import { Diagnostics } from '../../src/files/diagnostics.ts';
import { SeedStore } from '../../src/files/seed-store.ts';
import type { Database } from '../../src/persistence/database.ts';
import { givenWorkflow } from './calls.ts';
import { givenNode, type FleetNode } from './fleet.ts';
import { setBreakpoint } from './breakpoints.ts';
import { useSite, type ApiProcess } from './site.ts';

const site = useSite();
let api: ApiProcess;
let ledger: Ledger;
let node: FleetNode;
beforeEach(async () => {
  ledger = new Ledger();
  api = await site.startApi();
  const worker = await site.startWorker();
  await givenWorkflow(site, 'w', yamlOf(AXES));
  node = await givenNode(site, ledger, 'n1', { alwaysConverges: true });
  await until(
    async () => (await one<{ status: string }>('select status from workflow')).status === 'running',
    'the start',
  );
  // Without the worker, only reports change points.
  await worker.kill();
});

const AXES = axesOf([4, 1, 1, 1, 1, 1]);

async function one<R extends object>(text: string, values: unknown[] = []): Promise<R> {
  const { rows } = await site.db.query<R>(text, values);
  if (rows[0] === undefined) throw new Error(`no row: ${text}`);
  return rows[0];
}

async function claim() {
  return await until(async () => await node.claim(), 'a task to claim');
}

/** Lists all seed files on the disk, referenced or not. */
async function seedFiles(): Promise<string[]> {
  const root = join(site.dataDir, 'seeds');
  const folders = await readdir(root, { recursive: true, withFileTypes: true });
  return folders.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function rowsOf(taskId: string) {
  return await one<{ task: string; point: string; seeds: number }>(
    `select t.status as task, p.status as point, (select count(*)::int from current_model s where s.name = p.name) as seeds
     from task t join point p on p.workflow_id = t.workflow_id and p.name = t.point_name where t.id = $1`,
    [taskId],
  );
}

const NOTHING = { task: 'running', point: 'running', seeds: 0 };
const EVERYTHING = { task: 'completed', point: 'converged', seeds: 1 };

/** Runs the service's cleanup as if all files were two hours older. */
async function cleanUpLater(): Promise<void> {
  for (const file of await seedFiles()) await utimes(file, new Date(), new Date(Date.now() - 7_200_000));
  const { db } = openDatabase<Database>(
    { url: site.databaseUrl, schema: 'grid' },
    { max: 2, onFault: () => undefined },
  );
  try {
    await cleanUp({
      db,
      log: openLog('test', 'silent'),
      seeds: await SeedStore.open(site.dataDir, 1_000_000),
      diagnostics: await Diagnostics.open(site.dataDir),
      artifacts: await ArtifactStore.open(site.dataDir),
      assetStore: await AssetStore.open(site.dataDir),
      imports: await ImportStore.open(site.dataDir),
      releases: await ContentFolder.open(join(site.dataDir, 'releases')),
      logRetentionDays: 30,
      auditDays: 400,
      sessions: new Sessions(db, 'admin', undefined),
      onNodeChange: () => undefined,
      requestPurge: () => undefined,
    });
  } finally {
    await db.destroy();
  }
}

test('a report whose commit fails leaves only a file and does not affect others', async () => {
  const [bad, good, first] = [await claim(), await claim(), await claim()];
  await site.db.query(`
    create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end';
    create constraint trigger refuse after update on task deferrable initially deferred for each row
      when (new.point_name = '${bad.point_name}' and new.status = 'completed') execute function refuse()`);
  // The other reports form a batch while the first report waits for its workflow.
  const holder = await site.connect();
  await holder.query('begin');
  await holder.query('select from workflow for update');
  const reports = [node.report(first)];
  await until(async () => {
    const { n } = await one<{
      n: number;
    }>(`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database()`);
    return n > 0;
  }, 'the first report to wait');
  reports.push(node.report(bad), node.report(good));
  await until(async () => (await seedFiles()).length === 3, 'the files of all reports');
  // After a few turns of the event loop, these reports are queued.
  for (let turn = 0; turn < 5; turn += 1) await sendRequest(api.url, { path: '/healthz' });
  await holder.query('rollback');
  expect((await Promise.all(reports)).map(({ status }) => status)).toEqual([200, 500, 200]);
  expect(await rowsOf(bad.task_id)).toEqual(NOTHING);
  expect(await rowsOf(good.task_id)).toEqual(EVERYTHING);
  expect(await audit({ ...site, ledger, lattices: { w: AXES } })).toEqual([]);

  await cleanUpLater();
  const left = await seedFiles();
  expect(left).toHaveLength(2);
  expect(left.filter((file) => file.includes(bad.point_name))).toEqual([]);
  await site.db.query('drop trigger refuse on task');
  expect(await node.report(bad)).toMatchObject({ status: 200, body: { message: 'recorded' } });
  expect(await rowsOf(bad.task_id)).toEqual(EVERYTHING);
  expect(await audit({ ...site, ledger, lattices: { w: AXES } })).toEqual([]);
});

test('a report cut before its commit records nothing, and its repetition is recorded', async () => {
  const task = await claim();
  const breakpoint = await setBreakpoint(site, {
    table: 'task',
    event: 'update',
    when: `new.status = 'completed'`,
    atCommit: true,
  });
  const report = node.report(task);
  const sessions = await breakpoint.untilReached();
  expect(await seedFiles()).toHaveLength(1);
  await api.kill();
  // To this transaction, the end of its session looks like a database crash.
  await site.db.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [sessions]);
  expect((await report).status).toBe(0);
  await until(async () => (await breakpoint.waiting()).length === 0, 'the transaction to end');
  await breakpoint.open();
  expect(await rowsOf(task.task_id)).toEqual(NOTHING);
  expect(await audit({ ...site, ledger, lattices: { w: AXES } })).toEqual([]);
  await site.startApi();
  expect(await node.deliver(task)).toMatchObject({ status: 200, body: { message: 'recorded' } });
  expect(await rowsOf(task.task_id)).toEqual(EVERYTHING);
  expect(await audit({ ...site, ledger, lattices: { w: AXES } })).toEqual([]);
});

test('a report is recorded once if its process dies during the commit', async () => {
  const task = await claim();
  const breakpoint = await setBreakpoint(site, {
    table: 'task',
    event: 'update',
    when: `new.status = 'completed'`,
    atCommit: true,
  });
  const report = node.report(task);
  await breakpoint.untilReached();
  await api.kill();
  expect((await report).status).toBe(0);
  await breakpoint.open();
  await until(async () => (await rowsOf(task.task_id)).task === 'completed', 'the commit');
  await site.startApi();
  expect(await node.deliver(task)).toMatchObject({ status: 200, body: { message: 'already recorded' } });
  expect(await audit({ ...site, ledger, lattices: { w: AXES } })).toEqual([]);
});
