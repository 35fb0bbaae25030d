import { readdir, rename, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { audit } from '@almagest/chaos/auditor';
import { axesOf, yamlOf } from '@almagest/chaos/grids';
import { Ledger } from '@almagest/chaos/ledger';
import { plannedOutcomeOf } from '@almagest/chaos/results';
import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { givenWorkflow, statusOf } from './calls.ts';
import { givenFleet } from './fleet.ts';
import { openSite, type Site } from './site.ts';

const AXES = axesOf([4, 4, 4, 1, 1, 1]);

let site: Site;
/** Everything that the nodes of the finished workflow received. */
const ledger = new Ledger();
/** The last attempt of a point, because a repeated report may be refused after another claim. */
let converged = '';
beforeAll(async () => {
  site = await openSite();
  const [api, worker] = [await site.startApi(), await site.startWorker()];
  await givenWorkflow(site, 'w', yamlOf(AXES));
  const nodes = await givenFleet(site, ledger, 3);
  for (const node of nodes) node.start(2);
  await until(
    async () => (await statusOf(site, 'w')) === 'completed',
    'the workflow to be completed',
    () => ledger.acknowledged.size,
  );
  await Promise.all(nodes.map((node) => node.stop()));
  await Promise.all([api.kill(), worker.kill()]);
  const { rows } = await site.db.query<{ id: string }>(`select id from task where status = 'completed' limit 1`);
  converged = rows[0]?.id ?? '';
  // The tests use copies, and a database with open sessions cannot be copied.
  await site.db.end();
});
afterAll(async () => {
  await site.close();
});

const endOf = (name: string) => (plannedOutcomeOf(name) === 'never' ? 'failed' : 'converged');
let copies = 0;

/** Audits a copy of the database in which the statement was run. */
async function auditAfter(statement: string, more: Partial<Parameters<typeof audit>[0]> = {}): Promise<string[]> {
  const [, original = ''] = /\/(t_\w+)(?=\?|$)/.exec(site.databaseUrl) ?? [];
  const copy = `${original}_${(copies += 1)}`;
  const at = (database: string) => site.databaseUrl.replace(`/${original}`, `/${database}`);
  await run(at('postgres'), `create database ${copy} template ${original} strategy file_copy`);
  await run(at(copy), statement);
  return await audit({ databaseUrl: at(copy), dataDir: site.dataDir, ledger, lattices: { w: AXES }, endOf, ...more });
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=grid' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Selects the first row that satisfies the condition. */
const point = (when: string) => `name = (select name from point where ${when} order by name limit 1)`;
const task = (when: string) => `id = (select id from task where ${when} order by id limit 1)`;
const RETRIED = `exists (select from task as earlier where earlier.point_name = task.point_name and earlier.created_at < task.created_at)`;

test('finds nothing in an intact database', async () => {
  expect(await auditAfter('select')).toEqual([]);
});

test.each([
  ['a point is missing', `delete from point where ${point('true')}`, 'is missing'],
  [
    'a point is off the lattice',
    `update point set name = name || 'x' where ${point('true')}`,
    'is not a lattice point',
  ],
  [
    'a point has another status',
    `update point set status = 'failed' where ${point(`status = 'converged'`)}`,
    'ended as',
  ],
  ['a count is wrong', `update point_count set n = n + 1 where n > 0`, 'the counters equal the rows'],
  ['a count was appended twice', `insert into point_count_delta values (1, 0, 'queued', '', 1)`, 'the counters equal'],
  ['a point runs without a task', `update point set status = 'running'`, 'a running point names its running task'],
  [
    'a task runs without a point',
    `update task set status = 'running', completed_at = null where ${task('true')}`,
    'a running task is named by its running point',
  ],
  [
    'an attempt has no task',
    `update point set attempts = attempts + 1 where ${point('true')}`,
    'every attempt has its',
  ],
  [
    'two nodes held a point at once',
    `update task set created_at = created_at - interval '1 hour' where ${task(RETRIED)}`,
    'began before task',
  ],
  [
    'a result was recorded twice',
    `insert into task select (jsonb_populate_record(task, jsonb_build_object('id', gen_random_uuid()))).* from task where ${task(`status = 'completed'`)}`,
    'a converged point has one result',
  ],
  ['a seed is missing', `delete from current_model where ${point(`status = 'converged'`)}`, 'converged without a seed'],
  [
    'a seed has another hash',
    `update current_model set sha256 = repeat('0', 64) where ${point(`status = 'converged'`)}`,
    'differs from the seed that its task',
  ],
  [
    'a seed was tried twice',
    `update point set seed_tries = seed_tries + 1 where ${point('true')}`,
    'no strategy is used',
  ],
  [
    'a strategy was used twice',
    `update task set status = 'failed' where task_type = 'cold_run'; insert into task select (jsonb_populate_record(task, jsonb_build_object('id', gen_random_uuid()))).* from task`,
    'no strategy is used up twice',
  ],
  ['a report was timed twice', `insert into task_time_delta values (1, 1, 1)`, 'every report is timed once'],
  [
    'a workflow ended too early',
    `update point set status = 'pending' where ${point('true')}`,
    'a completed workflow has no open points',
  ],
  ['an acknowledged report is lost', `delete from task where ${task('true')}`, 'was acknowledged as'],
  [
    'a report was recorded for another task',
    `update task set status = 'failed' where ${task(`status = 'completed'`)}`,
    'but completed',
  ],
  ['a task changed hands', `update task set node_id = 'n9' where ${task('true')}`, 'was handed out to'],
])('finds that %s', async (_, statement, fault) => {
  expect((await auditAfter(statement)).join('\n')).toContain(fault);
});

test('finds responses that should not have been sent', async () => {
  const id = converged;
  const told = new Ledger();
  told.enterClaim('n1', { status: 200, body: { status: 'ok', task: { task_id: id, point_name: 'p' } } });
  told.enterClaim('n2', { status: 200, body: { status: 'ok', task: { task_id: id, point_name: 'p' } } });
  for (const message of ['recorded', 'recorded late, and the retry was withdrawn'])
    told.enterAnswer({ task_id: id } as never, { status: 200, body: { message } });
  told.enterAnswer({ task_id: id } as never, { status: 409, body: {} });
  told.enterAnswer({ task_id: id, node_id: 'n1' } as never, { status: 401, body: {} });
  const faults = (await auditAfter('select', { ledger: told })).join('\n');
  for (const fault of ['was handed out to n1 and to n2', 'recorded 2 times', 'was refused, but', '401'])
    expect(faults).toContain(fault);
});

test.each([
  ['seeds', 'the file of seed'],
  ['diagnostics', 'the record of'],
])('finds missing and truncated files under %s', async (folder, fault) => {
  const entries = await readdir(join(site.dataDir, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const [first = '', second = ''] = files;
  await truncate(first, 10);
  await rename(second, `${second}.away`);
  const faults = await auditAfter('select');
  expect(faults.filter((text) => text.startsWith(fault))).toHaveLength(2);
});
