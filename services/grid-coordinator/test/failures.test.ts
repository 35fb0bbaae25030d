import { afterEach, describe, expect, test } from '@jest/globals';
import type { FailureGroups, TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { expireTasks } from './overdue.ts';
import { deleteWorkflows } from './point-detail.ts';
import { configYaml, givenRunning, givenWorkflow, start, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');
const other = useNode(world, 'n2');
/** Each test uses different temperatures, out of reach of the seeds of other tests. */
let teff = 1_000;
afterEach(async () => {
  await deleteWorkflows(world);
  teff *= 4;
});

async function failuresOf(workflow = 'w', query = ''): Promise<FailureGroups> {
  const { body } = await world.admin('get', `/api/workflows/${workflow}/failures${query}`).expect(200);
  return (body as { data: FailureGroups }).data;
}

/** Creates a grid of two temperatures and two gravities, and claims its four tasks in wave order. */
async function givenFour(more = ''): Promise<TaskSpec[]> {
  const axes = { teff: [String(teff), String(teff * 1.1)], logg: ['5.0', '5.5'] };
  await givenRunning(world, 'w', configYaml(axes, more));
  const tasks: TaskSpec[] = [];
  while (tasks.length < 4) tasks.push(await node.claimSoon());
  return tasks;
}

function one<T>(items: readonly T[], what: (item: T) => boolean): T {
  const found = items.filter(what);
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} items instead of one`);
  return found[0];
}

test('groups failures that differ only in numbers, with their nodes, region and points', async () => {
  const tasks = await givenFour('atmosphere: {strategies: [cold_run]}');
  for (const [index, task] of tasks.entries())
    await node.fail(task, index === 3 ? 'singular matrix at depth 12' : `no convergence: max_relc ${index}.5E-02`);
  const { total, groups } = await failuresOf();
  expect(total).toBe(2);
  expect(groups).toEqual([
    {
      group: expect.stringMatching(/^[\da-f]{16}$/),
      stage: 'atmosphere',
      cause: 'no convergence: max_relc #',
      message: 'no convergence: max_relc 2.5E-02',
      attempts: 3,
      doubted: 0,
      points: 3,
      converged: 0,
      summary: 'none of 3 points with this failure has converged since',
      helped: [],
      nodes: [{ node_id: 'n1', attempts: 3 }],
      node_count: 1,
      examples: tasks
        .slice(0, 3)
        .map(({ point_name: name }) => name)
        .toReversed(),
      region: expect.objectContaining({
        teff: { from: teff, to: expect.closeTo(teff * 1.1) },
        logg: { from: 5, to: 5.5 },
        loghe: { from: -1, to: -1 },
      }),
      first_at: expect.stringMatching(/Z$/),
      last_at: expect.stringMatching(/Z$/),
    },
    expect.objectContaining({ cause: 'singular matrix at depth #', attempts: 1, points: 1 }),
  ]);
  expect(await failuresOf('w', '?limit=1&offset=1')).toMatchObject({ total: 2, groups: [groups[1]] });
  expect(await failuresOf('w', '?stage=spectrum')).toEqual({ total: 0, groups: [] });
});

test('says what helped: a cooler seed or another cold run', async () => {
  const tasks = await givenFour('atmosphere: {strategies: [cold_run, seed_step]}');
  const cool = tasks.filter(({ params }) => params.teff === teff);
  const hot = tasks.filter(({ params }) => params.teff > teff);
  for (const task of cool) await node.converge(task);
  for (const task of hot) await node.fail(task, 'diverged in iteration 7');
  // The point of higher gravity is easier and comes first.
  const easier = await node.claimSoon();
  const harder = await other.claimSoon();
  expect([easier, harder].map(({ seed_point_name: seed }) => seed)).toEqual(
    [5.5, 5].map((logg) => one(cool, ({ params }) => params.logg === logg).point_name),
  );
  await node.converge(easier);
  await other.fail(harder, 'diverged in iteration 9');
  const first = one((await failuresOf()).groups, () => true);
  expect(first).toMatchObject({
    attempts: 3,
    points: 2,
    converged: 1,
    helped: [{ method: 'seed_step', direction: 'teff-', points: 1, description: 'from a cooler seed' }],
    summary: '1 of 2 points with this failure converged later: 1 from a cooler seed',
    nodes: [
      { node_id: 'n1', attempts: 2 },
      { node_id: 'n2', attempts: 1 },
    ],
  });

  await node.converge(await node.claimSoon());
  expect(one((await failuresOf()).groups, () => true)).toMatchObject({
    points: 2,
    converged: 2,
    attempts: 3,
    summary: '2 of 2 points with this failure converged later: 1 from a cooler seed, 1 from a seed of higher gravity',
  });

  // When the point is recomputed, it fails in the same way. A second cold run converges.
  const again = configYaml(
    { teff: [String(teff * 1.1)] },
    'atmosphere: {policy: force_recompute, strategies: [cold_run, cold_run]}',
  );
  await world.admin('put', '/api/workflows/w').send({ name: 'w', config_yaml: again }).expect(200);
  await until(async () => (await world.admin('get', '/api/workflows/w')).body.data.status === 'completed', 'the end');
  await start(world, 'w');
  await node.fail(await node.claimSoon(), 'diverged in iteration 1');
  await node.converge(await node.claimSoon());
  const group = one((await failuresOf()).groups, () => true);
  expect(group).toMatchObject({ points: 3, converged: 3, attempts: 4 });
  expect(group.helped).toContainEqual({
    method: 'cold_run',
    direction: null,
    points: 1,
    description: 'in another cold run',
  });
});

test('repeated reports, lost tasks and returned tasks are not failures, but reports without a reason are', async () => {
  const [first, second, third] = await givenFour();
  if (first === undefined || second === undefined || third === undefined) throw new Error('fewer tasks than points');
  await node.fail(first, 'diverged');
  await node.fail(first, 'diverged');
  await expireTasks(world, second.task_id);
  await world
    .as(node.token, 'post', '/api/task/return')
    .send({ task_id: third.task_id, reason: 'shutdown' })
    .expect(200);
  expect((await failuresOf()).groups).toMatchObject([{ cause: 'diverged', attempts: 1, points: 1 }]);
  const task = await node.claimSoon();
  await node.report(task, { status: 'failed', converged: false }).expect(200);
  expect((await failuresOf()).groups).toContainEqual(expect.objectContaining({ cause: 'not converged', attempts: 1 }));
});

test('shows the stage of a failed spectrum, and that its next run helped', async () => {
  await givenRunning(
    world,
    'w',
    configYaml({ teff: [String(teff)] }, 'spectrum: {enabled: true, strategies: [cold_run, cold_run]}'),
  );
  const task = await node.claimSoon();
  await node
    .report(task, { status: 'failed', failed_stage: 'spectrum', error_message: 'no line list', seed: 'model' })
    .expect(200);
  await node.converge(await node.claimSoon(), undefined);
  expect((await failuresOf()).groups).toMatchObject([
    { stage: 'spectrum', summary: '1 of 1 point with this failure converged later: 1 in another run of the spectrum' },
  ]);
});

describe('a failure in doubt', () => {
  test('is counted as doubted and is not a failure of its point', async () => {
    const values = Array.from({ length: 40 }, (_, index) => String(teff + index));
    await givenRunning(world, 'w', configYaml({ teff: values }));
    for (let count = 0; count < 12; count += 1) await other.converge(await other.claimSoon());
    for (let count = 0; count < 8; count += 1) {
      const task = await node.claim();
      if (task === null) break;
      await node.fail(task, 'engine: command not found');
    }
    const rows = await world.sql<{ doubted: number; all: number }>(
      `select count(*) filter (where doubted)::int as doubted, count(*)::int as all from task where status = 'failed'`,
    );
    const group = one((await failuresOf()).groups, () => true);
    expect(rows).toEqual([{ doubted: group.doubted, all: group.attempts }]);
    // After some failures the node is paused, and all its failures become doubted, including earlier failures.
    expect(group.doubted).toBe(group.attempts);
    expect(group.attempts).toBeGreaterThan(2);
  });
});

test('answers 404 for an unknown workflow and names unknown parameters', async () => {
  await world.admin('get', '/api/workflows/none/failures').expect(404);
  await givenWorkflow(world, 'w', configYaml());
  expect(await failuresOf()).toEqual({ total: 0, groups: [] });
  const { body } = await world.admin('get', '/api/workflows/w/failures?cause=x').expect(400);
  expect((body as { message: string }).message).toContain('cause');
  await world.admin('get', '/api/workflows/w/failures?stage=neither').expect(400);
  await world.admin('get', '/api/workflows/w/failures?limit=0').expect(200);
  await world.anyone('get', '/api/workflows/w/failures').expect(401);
});
