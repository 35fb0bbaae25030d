import { afterEach, expect, test } from '@jest/globals';
import type { RunningTask, RunningTasksPage, TaskSpec } from '@almagest/contracts/grid';
import { LOCK_KEY } from '@almagest/service-kit/advisory-lock';
import { until } from '@almagest/test-kit/until';
import { untilSwept } from './overdue.ts';
import { deleteWorkflows, detailOf } from './point-detail.ts';
import { lockRows } from './row-locks.ts';
import { configYaml, givenRunning, OFTEN_SWEPT, pointsOf, start, statusOf, useNode, useWorld } from './world.ts';

const world = useWorld({ env: OFTEN_SWEPT });
const node = useNode(world, 'n1');
const other = useNode(world, 'n2');
afterEach(async () => {
  await deleteWorkflows(world);
  await world.sql(
    `update task set status = 'timeout', reclaimed = true, completed_at = now() where status = 'running'`,
  );
});

/** 64 points: one band has the 42 points of waves 0 to 3, the next has the 22 of waves 4 to 6. */
const BINARY = {
  teff: ['20000', '21000'],
  logg: ['5.0', '5.5'],
  loghe: ['-1.0', '-2.0'],
  logc: ['-4.0', '-3.0'],
  logn: ['-4.0', '-3.0'],
  logo: ['-4.0', '-3.0'],
};
const COLD = 'atmosphere: {strategies: [cold_run]}';

async function claimMany(count: number): Promise<TaskSpec[]> {
  const tasks = [await node.claimSoon()];
  while (tasks.length < count) tasks.push((await node.claim()) as TaskSpec);
  return tasks;
}

async function converge(tasks: readonly TaskSpec[], seconds: number): Promise<void> {
  await Promise.all(tasks.map((task) => node.report(task, { elapsed_sec: seconds }).expect(200)));
}

async function pageOf(query = ''): Promise<RunningTasksPage> {
  const { body } = await world.admin('get', `/api/tasks${query}`).expect(200);
  return (body as { data: RunningTasksPage }).data;
}

async function running(query = ''): Promise<readonly RunningTask[]> {
  return (await pageOf(query)).tasks;
}

/**
 * The duration of typical tasks. A tenth of this duration is far longer than the test takes, because tasks age during
 * the test.
 */
const TYPICAL_SEC = 1_000;

/** Shifts the start of a task into the past. */
async function age(task: TaskSpec, seconds: number): Promise<void> {
  await world.sql('update task set created_at = created_at - make_interval(secs => $2) where id = $1', [
    task.task_id,
    seconds,
  ]);
}

test('lists running tasks oldest first, page by page, by workflow and by node', async () => {
  await givenRunning(world, 'a', configYaml(BINARY, COLD));
  const own = await claimMany(4);
  await givenRunning(world, 'b', configYaml(BINARY, COLD));
  const foreign = await other.claimSoon();
  await age(own[2] as TaskSpec, 50);
  const all = await running();
  expect(all.map(({ task_id: id }) => id)).toEqual(
    [own[2], own[0], own[1], own[3], foreign].map((task) => task?.task_id),
  );
  expect(all[0]).toMatchObject({
    workflow_name: 'a',
    point_name: own[2]?.point_name,
    node_id: 'n1',
    task_type: 'cold_run',
    stage: 'atmosphere',
    expected_sec: null,
    overrun: false,
    timeout_sec: 3600,
  });
  expect(all[0]?.age_sec).toBeGreaterThanOrEqual(50);
  const paged: string[] = [];
  for (let next: string | null = ''; next !== null;) {
    const page: RunningTasksPage = await pageOf(`?limit=2${next === '' ? '' : `&after=${next}`}`);
    expect(page.tasks.length).toBeLessThanOrEqual(2);
    paged.push(...page.tasks.map(({ task_id: id }) => id));
    // The end of a task does not shift later pages.
    if (next === '') await node.fail(own[0] as TaskSpec);
    next = page.next;
  }
  expect(paged).toEqual(all.map(({ task_id: id }) => id));
  expect(await running('?workflow=b')).toMatchObject([{ task_id: foreign.task_id }]);
  expect(await running('?node=n2')).toMatchObject([{ task_id: foreign.task_id }]);
  expect(await running('?workflow=none')).toEqual([]);
});

test('after twenty converged attempts of a band, the median is the expected time, and far slower tasks are marked and counted', async () => {
  await givenRunning(world, 'w', configYaml(BINARY, COLD));
  const tasks = await claimMany(42);
  const later = (await node.claim()) as TaskSpec;
  expect([tasks.at(-1)?.wave, later.wave]).toEqual([3, 4]);
  const [slow, usual, ...rest] = tasks;
  await converge(rest.slice(0, 19), TYPICAL_SEC);
  await node.fail(rest[20] as TaskSpec);
  expect((await running()).map(({ expected_sec: expected }) => expected)).toEqual(Array(23).fill(null));
  await converge(rest.slice(19, 20), TYPICAL_SEC);
  await untilSwept(world);
  const one = async (task: TaskSpec | undefined) => (await running()).find(({ task_id: id }) => id === task?.task_id);
  expect((await one(usual))?.expected_sec).toBeGreaterThan(0.97 * TYPICAL_SEC);
  expect((await one(usual))?.expected_sec).toBeLessThan(1.03 * TYPICAL_SEC);
  // The next band has no measurements.
  expect((await one(later))?.expected_sec).toBeNull();
  await age(usual as TaskSpec, 2.8 * TYPICAL_SEC);
  await age(slow as TaskSpec, 3.2 * TYPICAL_SEC);
  await age(later, 10_000);
  expect(await running('?overrun=true')).toMatchObject([{ task_id: slow?.task_id, overrun: true }]);
  expect(await running('?overrun=false')).toHaveLength(21);
  expect((await world.anyone('get', '/metrics').expect(200)).text).toMatch(
    /^grid_overrunning_tasks\{workflow="w"\} 1$/m,
  );
  // This workflow does not end overruns, so the task continues.
  await untilSwept(world);
  expect(await one(slow)).toBeDefined();
});

test('if configured, a task much slower than its neighbours ends as a loss, and its node is notified', async () => {
  // Adds a workflow without a configuration. The sweep fails on this workflow before it reaches the next workflow.
  await world.sql(`insert into workflow (name, config_yaml, status) values ('a fault', '', 'running')`);
  await givenRunning(world, 'w', configYaml(BINARY, `${COLD}\nend_overruns: yes\nmax_lost_attempts: 2`));
  await world.sql(`update coordinator_uptime set up_since = now() - interval '1 day'`);
  const [slow, usual, ...rest] = await claimMany(22);
  await converge(rest, TYPICAL_SEC);
  await age(usual as TaskSpec, 2.8 * TYPICAL_SEC);
  await age(slow as TaskSpec, 3.2 * TYPICAL_SEC);
  await until(async () => (await running()).length === 1, 'the task to be ended');
  expect(await running()).toMatchObject([{ task_id: usual?.task_id }]);
  const { point, attempts } = await detailOf(world, 'w', slow?.point_name ?? '');
  const error = 'node n1 took far longer for this point than neighbouring points took';
  expect(point).toMatchObject({ status: 'queued', last_error: error });
  expect(attempts).toMatchObject([{ status: 'timeout', error_message: error }]);
  await until(async () => {
    const { body } = await node.beat(2);
    return (body as { cancelled_tasks?: string[] }).cancelled_tasks?.includes(slow?.task_id ?? '') === true;
  }, 'the heartbeat to name it');
  // After another loss, the point is considered the cause.
  const again = (await node.claim()) as TaskSpec;
  expect(again.point_name).toBe(slow?.point_name);
  await age(again, 3.2 * TYPICAL_SEC);
  await until(async () => (await pointsOf(world, 'w')).some(({ status }) => status === 'failed'), 'the point to fail');
  await world.sql(`delete from workflow where name = 'a fault'`);
});

test('a learned time limit is the default for 19 samples, then twice the 95th percentile, and never below its minimum', async () => {
  const auto = (more: string) => configYaml(BINARY, `${COLD}\ntimeout_sec: auto\ntimeout_auto: {${more}}`);
  await givenRunning(world, 'w', auto('default_sec: 7200, floor_sec: 30'));
  const [first, last, ...rest] = await claimMany(21);
  await converge(rest.slice(0, 17), 100);
  await converge(rest.slice(17), 500);
  const afterNineteen = (await other.claim()) as TaskSpec;
  expect([first, last, ...rest, afterNineteen].map((task) => task?.timeout_sec)).toEqual(Array(22).fill(7200));
  await converge([last as TaskSpec], 100);
  const { timeout_sec: learned } = (await other.claim()) as TaskSpec;
  expect(Number.isInteger(learned)).toBe(true);
  expect(learned).toBeGreaterThan(970);
  expect(learned).toBeLessThan(1030);
  const limits = await world.sql<{ limit: number }>(
    `select extract(epoch from deadline - created_at)::int - 120 as limit from task where node_id = 'n2' and status = 'running' order by 1`,
  );
  expect(limits).toEqual([{ limit: learned }, { limit: 7200 }]);
  await givenRunning(world, 'floored', auto('default_sec: 100, floor_sec: 5000'));
  expect(await other.claimSoon()).toMatchObject({ workflow_name: 'floored', timeout_sec: 5000 });
  // A redelivered task keeps its original limit.
  for (let beat = 0; beat < 2; beat += 1) {
    await node.beat(0);
    await world.admin('get', '/api/status').expect(200);
  }
  expect(await node.claim()).toMatchObject({ task_id: first?.task_id, timeout_sec: 7200 });
});

test('a new run keeps measured times only for the same chain', async () => {
  const FORCE = 'atmosphere: {strategies: [cold_run], policy: force_recompute}';
  await givenRunning(world, 'w', configYaml({}, FORCE));
  await node.converge(await node.claimSoon());
  expect(await statusOf(world, 'w')).toBe('completed');
  await world.sql(`insert into task_duration select id, 'cold_run', 0, 100, 20 from workflow where name = 'w'`);
  const expected = async () => {
    await start(world, 'w');
    const task = await node.claimSoon();
    const [listed] = await running();
    await node.converge(task);
    return listed?.expected_sec;
  };
  expect(await expected()).not.toBeNull();
  const config_yaml = configYaml({}, FORCE).replace('niter: 50', 'niter: 60');
  await world.admin('put', '/api/workflows/w').send({ name: 'w', config_yaml }).expect(200);
  // While counts are added up, a start waits. Otherwise, the sum could restore the durations.
  const summing = await lockRows(world, `select pg_advisory_xact_lock(${LOCK_KEY})`, ['move counts']);
  for (const table of ['task_duration', 'task_duration_delta'])
    await world.sql(`insert into ${table} values (0, 'cold_run', 0, 100, 20)`);
  const restarted = expected();
  await summing.untilBlocked(1);
  await summing.release();
  expect(await restarted).toBeNull();
  const others =
    'select n::int from (table task_duration union all table task_duration_delta) as d where workflow_id = 0';
  expect((await world.sql<{ n: number }>(others)).reduce((sum, { n }) => sum + n, 0)).toBe(40);
});
