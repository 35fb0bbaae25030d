import { afterEach, expect, test } from '@jest/globals';
import type { PointsPage, TaskSpec, WorkflowStats } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { importResult } from './imports.ts';
import { expireTasks } from './overdue.ts';
import { lockRows } from './row-locks.ts';
import { configYaml, givenRunning, pointsOf, start, statusOf, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n');
afterEach(async () => {
  await world.admin('delete', '/api/workflows/w').expect(200);
});

const COLD = 'atmosphere: {strategies: [cold_run]}';
const grid = (...teff: string[]) => configYaml({ teff }, COLD);

async function narrow(yaml: string): Promise<void> {
  await world.admin('post', '/api/workflows/w/stop');
  await world.admin('put', '/api/workflows/w').send({ name: 'w', description: null, config_yaml: yaml }).expect(200);
  await start(world, 'w');
}

async function statsOf(): Promise<WorkflowStats> {
  const { body } = await world.admin('get', '/api/workflows/w/stats').expect(200);
  return (body as { data: WorkflowStats }).data;
}

async function statuses(query = ''): Promise<Record<string, string>> {
  const points = await pointsOf(world, 'w', query);
  return Object.fromEntries(points.map(({ name, status }) => [name.slice(0, name.indexOf('_')), status]));
}

/** Checks that the stored counts match the points. */
async function expectCountsToAgree(): Promise<void> {
  const counted = await world.sql(
    `select status, sum(n)::int as n from (select * from point_count union all select * from point_count_delta) c
     where workflow_id = (select id from workflow where name = 'w') group by status having sum(n) <> 0 order by status`,
  );
  const there = await world.sql(
    `select status, count(*)::int as n from point
     where workflow_id = (select id from workflow where name = 'w') group by status order by status`,
  );
  expect(counted).toEqual(there);
}

test('points removed from the configuration are not handed out, and the workflow completes without them', async () => {
  await givenRunning(world, 'w', grid('1', '2', '3', '4'));
  await narrow(grid('2', '4'));
  expect(await statsOf()).toMatchObject({
    total: 2,
    queued: 2,
    retired: 2,
    waves: [{ total: 1 }, { total: 1 }],
    warnings: [expect.stringMatching(/^2 points are retired/)],
  });
  await expectCountsToAgree();
  const tasks = await node.claimAll();
  expect(tasks.map(({ params }) => params.teff).toSorted((a, b) => a - b)).toEqual([2, 4]);
  for (const task of tasks) await node.converge(task, undefined);
  expect(await statusOf(world, 'w')).toBe('completed');
  await expectCountsToAgree();
});

test('retired points keep their results, can be listed, and return unchanged when configured again', async () => {
  await givenRunning(world, 'w', grid('1', '2', '3', '4'));
  const [first, second] = await node.claimAll();
  await node.converge(first as TaskSpec);
  await node.fail(second as TaskSpec);
  await narrow(grid('4'));
  expect(await statuses()).toEqual({ t4: 'running' });
  expect(await statuses('&retired=true')).toEqual({ t1: 'converged', t2: 'failed', t3: 'running' });
  expect(await statuses('&retired=true&status=failed')).toEqual({ t2: 'failed' });
  expect(await statuses('&q=t')).toEqual({ t4: 'running' });
  const { body } = await world.admin('get', `/api/workflows/w/points/${first?.point_name ?? ''}`).expect(200);
  expect(body).toMatchObject({
    data: { point: { status: 'converged', retired: true }, attempts: [{ status: 'completed' }] },
  });
  const { text } = await world.admin('get', '/api/workflows/w/points.csv').expect(200);
  expect(text.trim().split('\r\n')).toHaveLength(2);
  await expectCountsToAgree();
  await narrow(grid('1', '2', '3', '4'));
  expect(await statuses()).toEqual({ t1: 'converged', t2: 'failed', t3: 'running', t4: 'running' });
  expect(await statsOf()).toMatchObject({ total: 4, converged: 1, failed: 1, running: 2, retired: 0, warnings: [] });
  await expectCountsToAgree();
});

test('a running task may finish after its point is retired, and its uncounted result is kept', async () => {
  await givenRunning(world, 'w', grid('1', '2', '3'));
  const [kept, lost, last] = (await node.claimAll()) as [TaskSpec, TaskSpec, TaskSpec];
  await narrow(grid('3'));
  await node.converge(kept);
  await expireTasks(world, lost.task_id);
  expect(await statsOf()).toMatchObject({ total: 1, running: 1, converged: 0, retired: 2 });
  expect(await statuses('&retired=true')).toEqual({ t1: 'converged', t2: 'queued' });
  expect(await node.claim()).toBeNull();
  const { body } = await node.report(lost, { status: 'failed', converged: false }).expect(200);
  expect(body).toMatchObject({ message: expect.stringMatching(/late/) });
  expect(await statuses('&retired=true')).toEqual({ t1: 'converged', t2: 'failed' });
  await expectCountsToAgree();
  await node.converge(last);
  await until(async () => (await statusOf(world, 'w')) === 'completed', 'the workflow to complete');
  // A new run with its policies keeps converged points and recomputes lost points.
  await narrow(grid('1', '2', '3'));
  expect(await statuses()).toEqual({ t1: 'converged', t2: 'queued', t3: 'converged' });
  expect((await node.claimSoon()).params.teff).toBe(2);
  await expectCountsToAgree();
});

async function found(q: string): Promise<[number, string[]]> {
  const { body } = await world.admin('get', `/api/workflows/w/points?q=${q}`).expect(200);
  const { total, points } = (body as { data: PointsPage }).data;
  return [total, points.map(({ name }) => name.slice(0, name.indexOf('_')))];
}

test('a search by name finds existing points while a new configuration is being written', async () => {
  await givenRunning(world, 'w', grid('1', '2', '3', '4'));
  await world.admin('post', '/api/workflows/w/stop').expect(200);
  // The new grid has the same number of points.
  const saved = { name: 'w', description: null, config_yaml: grid('3', '4', '5', '6') };
  await world.admin('put', '/api/workflows/w').send(saved).expect(200);
  const held = await lockRows(world, 'lock table expansion_chunk in access exclusive mode');
  try {
    await world.admin('post', '/api/workflows/w/start').expect(200);
    await held.untilBlocked(1);
    expect([await found('t1_'), await found('t4_'), await found('t6_')]).toEqual([
      [1, ['t1']],
      [1, ['t4']],
      [0, []],
    ]);
    await world.admin('post', '/api/workflows/w/stop').expect(200);
    expect([await found('t1_'), await found('t6_')]).toEqual([
      [1, ['t1']],
      [0, []],
    ]);
  } finally {
    await held.release();
  }
  await start(world, 'w');
  expect([await found('t1_'), await found('t4_'), await found('t6_')]).toEqual([
    [0, []],
    [1, ['t4']],
    [1, ['t6']],
  ]);
});

test('a search by name finds imported points outside the grid', async () => {
  await givenRunning(world, 'w', grid('1', '2'));
  await importResult(world, { name: 't7_by_hand', workflow: 'w' }).expect(200);
  expect([await found('by_hand'), await found('t'), await found('t2_')]).toEqual([
    [1, ['t7']],
    [3, expect.arrayContaining(['t1', 't2', 't7'])],
    [1, ['t2']],
  ]);
});

test('a search by name falls back to the rows if a grid point is missing', async () => {
  await givenRunning(world, 'w', grid('1', '2', '3'));
  expect(await found('t')).toEqual([3, ['t1', 't2', 't3']]);
  // Simulates a start that retires points between the search and the reading of its page.
  await world.sql(`delete from point where teff = 2`);
  expect(await found('t')).toEqual([2, ['t1', 't3']]);
});
