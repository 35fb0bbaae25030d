import { afterEach, expect, test } from '@jest/globals';
import type { PointExplanation, TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { importResult } from './imports.ts';
import { deleteWorkflows, detailOf } from './point-detail.ts';
import { configYaml, givenRunning, givenWorkflow, pointsOf, statusOf, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1', 200);
/** Each test uses different temperatures, out of reach of the seeds of other tests. */
let teff = 1_000;
afterEach(async () => {
  await deleteWorkflows(world);
  teff *= 4;
});

async function explain(point: string, workflow = 'w'): Promise<PointExplanation> {
  const { body } = await world.admin('get', `/api/workflows/${workflow}/points/${point}/explain`).expect(200);
  return (body as { data: PointExplanation }).data;
}

/** Creates a point that waits for a seed while its only neighbour is running. */
async function givenWaiting(): Promise<{ waiting: TaskSpec; neighbour: TaskSpec }> {
  await givenRunning(world, 'w', configYaml({ teff: [String(teff)], logg: ['5.0', '5.5'] }));
  const neighbour = await node.claimSoon();
  const waiting = await node.claimSoon();
  await node.fail(waiting, 'diverged');
  return { waiting, neighbour };
}

test('a queued point waits for a node', async () => {
  await givenRunning(world, 'w', configYaml({ teff: [String(teff)] }));
  const [point] = await pointsOf(world, 'w');
  const found = await explain(point?.name ?? '');
  expect(found).toEqual({
    point,
    chain: ['cold_run', 'seed_step'],
    reason: expect.stringMatching(/^queued/),
    held_by: null,
    tried_seeds: [],
    candidates: [],
  });
  await world.admin('post', '/api/workflows/w/stop').expect(200);
  expect((await explain(point?.name ?? '')).reason).toMatch(/paused/);
});

test('a running point is held by a node', async () => {
  await givenRunning(world, 'w', configYaml({ teff: [String(teff)] }));
  const task = await node.claimSoon();
  const { held_by, reason } = await explain(task.point_name);
  expect(held_by).toEqual({ node_id: 'n1', task_id: task.task_id, since: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect(reason).toMatch(/n1/);
  await node.converge(task);
  expect(await explain(task.point_name)).toMatchObject({ held_by: null, reason: expect.stringMatching(/^converged/) });
});

test('a pending point waits for a seed and is released by it', async () => {
  const { waiting, neighbour } = await givenWaiting();
  expect(await explain(waiting.point_name)).toMatchObject({
    point: { status: 'pending', last_error: 'diverged' },
    chain: ['seed_step'],
    reason: expect.stringMatching(/waits for a converged point within 4/),
    candidates: [],
  });
  await node.converge(neighbour);
  const released = await explain(waiting.point_name);
  expect(released).toMatchObject({
    point: { status: 'queued' },
    reason: expect.stringMatching(/^queued/),
    candidates: [{ name: neighbour.point_name, distance: 1.25, max_relc: 1e-4, lineage: 0 }],
  });
});

test('lists more distant seeds too if only one seed is nearby', async () => {
  const { waiting } = await givenWaiting();
  await importResult(world, { name: `near-${teff}`, params: { teff, logg: 5, logc: -4.4 } }).expect(200);
  expect(await explain(waiting.point_name)).toMatchObject({ candidates: [{ name: `near-${teff}` }] });
  expect(await explain(waiting.point_name)).not.toHaveProperty('more_candidates');
  for (const [name, logg] of [
    ['far', 5.5],
    ['farther', 6],
  ] as const)
    await importResult(world, { name: `${name}-${teff}`, params: { teff, logg } }).expect(200);
  const { candidates, more_candidates: more } = await explain(waiting.point_name);
  expect(candidates.map(({ name }) => name)).toEqual([`near-${teff}`, `far-${teff}`]);
  expect(more).toBe(true);
});

test('the next task starts from the first candidate, which then counts as tried', async () => {
  const { waiting, neighbour } = await givenWaiting();
  await node.converge(neighbour);
  for (const [name, logc] of [
    ['middle', -3.5],
    ['near', -4.4],
  ] as const)
    await importResult(world, { name: `${name}-${teff}`, params: { teff, logg: 5, logc } }).expect(200);
  const tried: string[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const before = await explain(waiting.point_name);
    expect(before.tried_seeds.toSorted()).toEqual(tried.toSorted());
    const task = await node.claimSoon();
    expect(task).toMatchObject({ point_name: waiting.point_name, seed_point_name: before.candidates[0]?.name });
    tried.push(task.seed_point_name ?? '');
    await node.fail(task);
  }
  expect(tried).toEqual([`near-${teff}`, `middle-${teff}`, neighbour.point_name]);
  expect((await explain(waiting.point_name)).tried_seeds.toSorted()).toEqual(tried.toSorted());
});

test('a failed point has its error and the maximum distance of a seed that would reseed it', async () => {
  const { waiting, neighbour } = await givenWaiting();
  await node.converge(neighbour);
  await node.fail(await node.claimSoon(), 'the last word');
  expect((await detailOf(world, 'w', waiting.point_name)).point.status).toBe('failed');
  expect(await explain(waiting.point_name)).toMatchObject({
    point: { status: 'failed' },
    chain: [],
    // The nearest tried seed is one step of gravity away. The limit is one step more.
    reason: expect.stringMatching(/the last word.*within 2\.25 grid steps/),
    tried_seeds: [neighbour.point_name],
    candidates: [],
  });
  expect(await statusOf(world, 'w')).toBe('completed');
});

test('a failed point without seed steps is not reseeded', async () => {
  await givenRunning(world, 'w', configYaml({ teff: [String(teff)] }, 'atmosphere: {strategies: [cold_run]}'));
  const task = await node.claimSoon();
  await node.fail(task, 'hopeless');
  expect((await explain(task.point_name)).reason).toMatch(/hopeless.*not be reseeded/);
});

test('an unfit seed, whether its own or from another chain of stages, is not a candidate', async () => {
  const { waiting, neighbour } = await givenWaiting();
  await importResult(world, { name: `unfit-${teff}`, params: { teff }, seed: 'T = NaN' }).expect(200);
  await node.fail(neighbour);
  await givenRunning(
    world,
    'other',
    configYaml({ teff: [String(teff)], logg: ['4.9'] }).replace('label: lte', 'label: other'),
  );
  await node.converge(await until(async () => (await node.claim()) ?? undefined));
  expect((await explain(waiting.point_name)).candidates).toEqual([]);
});

test('an imported point of a workflow that never started has an explanation', async () => {
  await givenWorkflow(world, 'w', configYaml({ teff: [String(teff)] }));
  await importResult(world, { name: 'p', params: { teff }, workflow: 'w' }).expect(200);
  expect(await explain('p')).toMatchObject({
    point: { status: 'converged' },
    chain: [],
    reason: expect.stringMatching(/never started/),
  });
  await world.admin('get', '/api/workflows/w/points/q/explain').expect(404);
  await world.admin('get', '/api/workflows/none/points/p/explain').expect(404);
  await world.anyone('get', '/api/workflows/w/points/p/explain').expect(401);
});

test('says whether another try can succeed, and what helped points with the same failure elsewhere', async () => {
  const cold = (teffs: string, logg: string) =>
    configYaml({ teff: [teffs], logg: [logg] }, 'atmosphere: {strategies: [cold_run]}');
  const failSoon = async () => {
    const task = await node.claimSoon();
    await node.fail(task, 'pivot 7 vanished');
    return task.point_name;
  };
  const rearm = async (workflow: string) =>
    await world.admin('post', `/api/workflows/${workflow}/points/rearm`).send({}).expect(200);
  await givenRunning(world, 'w', cold('20000', '9.0'));
  const point = await failSoon();
  expect((await explain(point)).retry).toEqual({
    outlook: 'possible',
    reason: 'too few points have failed like this to tell',
    group: expect.stringMatching(/^[\da-f]{16}$/),
    helped: [],
  });
  await rearm('w');
  await failSoon();
  await givenRunning(world, 'other', cold('21000', '9.0'));
  await failSoon();
  await rearm('other');
  await node.converge(await node.claimSoon());
  expect((await explain(point)).retry).toEqual({
    outlook: 'pointless',
    reason: expect.stringMatching(/^the same attempt has failed 2 times with the same cause/),
    group: expect.any(String),
    helped: [{ method: 'cold_run', direction: null, points: 1, description: 'in another cold run' }],
  });
  // This point is beyond the Eddington limit and has failed once.
  await givenRunning(world, 'unbound', cold('90000', '4.0'));
  const { retry } = await explain(await failSoon(), 'unbound');
  expect(retry).toMatchObject({
    outlook: 'pointless',
    reason: expect.stringMatching(/^its Eddington parameter is 4\.26/),
  });
});
