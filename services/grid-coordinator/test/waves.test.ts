import { audit } from '@almagest/chaos/auditor';
import type { GridPointParams, TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { definedWave, everyPoint, gridOf, nameOf, PLAIN } from './arbitrary-grid.ts';
import { importResult } from './imports.ts';
import { expireTasks } from './overdue.ts';
import { detailOf, useCleanGrid } from './point-detail.ts';
import { configYaml, givenRunning, pointsOf, start, statusOf, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1', 500);
useCleanGrid(world);

async function statuses(workflow = 'w'): Promise<Record<string, string>> {
  return Object.fromEntries((await pointsOf(world, workflow)).map(({ name, status }) => [name, status]));
}

const MIXED = {
  teff: ['30000', '20000', '25000'],
  logg: ['4.5', '5.5', '5.0'],
  loghe: ['-1.0', '-3', '1.0', '0.0'],
  logo: ['-4.0', '-5.0'],
};
test.each([
  ['the natural order', '', {}],
  ['weights', 'weights: {logg: 3, loghe: 2}', { weights: { ...PLAIN.weights, logg: 3, loghe: 2 } }],
  ['turned axes', 'order: {logg: asc, loghe: desc}', { order: { logg: 'asc', loghe: 'desc' } as const }],
])("a point's wave is the sum of its ranks, and points are handed out by wave: %s", async (_what, keys, settings) => {
  const grid = gridOf(MIXED);
  const expected = everyPoint(grid)
    .map((point) => ({ name: nameOf(point), wave: definedWave(point, grid, { ...PLAIN, ...settings }) }))
    .toSorted((a, b) => a.wave - b.wave || (a.name < b.name ? -1 : 1));
  await givenRunning(world, 'w', configYaml(MIXED, `difficulty: {${keys}}`));
  expect((await pointsOf(world, 'w')).map(({ name, wave }) => ({ name, wave }))).toEqual(expected);
  const tasks = await node.claimAll();
  expect(tasks.map(({ point_name, wave }) => ({ name: point_name, wave }))).toEqual(expected);
});

test('waves are priorities, not barriers: a free slot gets the next wave while the first runs or has failed', async () => {
  await givenRunning(world, 'w', configYaml({ teff: ['20000', '21000', '22000', '23000'] }));
  const first = await node.claimSoon();
  expect((await node.claimSoon()).wave).toBe(1);
  await node.fail(first);
  // The failed point waits for a seed. The other points do not wait for the failed point.
  expect(await node.claimAll()).toMatchObject([{ wave: 2 }, { wave: 3 }]);
});

test('a point whose next strategy is a cold run starts cold, even near seeds', async () => {
  await importResult(world, { name: 'donor', params: { logg: 5.1 } }).expect(200);
  await givenRunning(world, 'w', configYaml({ teff: ['20000', '21000'] }));
  const tasks = await node.claimAll();
  expect(tasks).toMatchObject([
    { task_type: 'cold_run', seed_point_name: null },
    { task_type: 'cold_run', seed_point_name: null },
  ]);
  for (const task of tasks) await node.fail(task);
  for (const task of await node.claimAll())
    expect(task).toMatchObject({ task_type: 'seed_step', seed_point_name: 'donor' });
});

test('a lost run is repeated unchanged: cold, or from the same seed, even the only one', async () => {
  await importResult(world, { name: 'donor', params: { logg: 5.1 } }).expect(200);
  // A seed that failed in another workflow or in an earlier run is tried again.
  await givenRunning(world, 'v', configYaml({}));
  for (const seed of [null, 'donor']) {
    const task = await node.claimSoon();
    expect(task.seed_point_name).toBe(seed);
    await node.fail(task);
  }
  await givenRunning(world, 'w', configYaml({ teff: ['20000', '80000'] }));
  const [cold, busy] = [await node.claimSoon(), await node.claimSoon()];
  await expireTasks(world, cold.task_id);
  const again = await node.claimSoon();
  expect(again.task_type).toBe('cold_run');
  await node.fail(again);
  const seeded = await node.claimSoon();
  expect(seeded.seed_point_name).toBe('donor');
  await expireTasks(world, seeded.task_id);
  const repeated = await node.claimSoon();
  expect([repeated.task_type, repeated.seed_point_name]).toEqual(['seed_step', 'donor']);
  await importResult(world, { name: 'spare', params: { logg: 5.4 } }).expect(200);
  await node.fail(repeated);
  const last = await node.claimSoon();
  expect(last.seed_point_name).toBe('spare');
  for (const task of [last, busy]) await node.fail(task);
  await until(async () => {
    for (const task of await node.claimAll()) await node.fail(task);
    return (await statusOf(world, 'w')) === 'completed';
  });
  await start(world, 'w');
  const [first] = await node.claimAll();
  await node.fail(first as TaskSpec);
  expect((await node.claimSoon()).seed_point_name).toBe('donor');
});

const SQUARE = { teff: ['20000', '22000', '24200', '26620', '29282'], logg: ['4.0', '4.5', '5.0', '5.5', '6.0'] };

test.each([
  ['', 4],
  ['d_max: 2.2', 2.2],
  ['d_max: 1', 1],
  ['d_max: 0.5', 0.5],
])('a success releases only the waiting points in reach: {%s}', async (keys, reach) => {
  await givenRunning(world, 'w', configYaml(SQUARE, `difficulty: {${keys}}`));
  const tasks = await node.claimAll();
  expect(tasks).toHaveLength(25);
  const winner = tasks.find(({ params }) => params.teff === 22_000 && params.logg === 5.5) as TaskSpec;
  for (const task of tasks) if (task !== winner) await node.fail(task);
  expect(new Set(Object.values(await statuses()))).toEqual(new Set(['pending', 'running']));
  await node.converge(winner);
  const expected = tasks.map((task) => [
    task.point_name,
    task === winner ? 'converged' : reaches(winner.params, task.params) <= reach + 1e-6 ? 'queued' : 'pending',
  ]);
  // With no queued point, no seed can appear any more, and the waiting points fail.
  const all = new Set(expected.map(([, status]) => status));
  if (!all.has('queued')) for (const entry of expected) if (entry[1] === 'pending') entry[1] = 'failed';
  expect(await statuses()).toEqual(Object.fromEntries(expected));
  expect(await statusOf(world, 'w')).toBe(all.has('queued') ? 'running' : 'completed');
});

/**
 * Returns the distance on a grid of teff and logg with equal steps. Decreasing gravity or increasing temperature goes
 * from easy to hard.
 */
function reaches(seed: GridPointParams, point: GridPointParams): number {
  const teff = Math.log10(seed.teff / point.teff) / Math.log10(1.1);
  const logg = (1.25 * (seed.logg - point.logg)) / 0.5;
  return Math.hypot(teff, logg) + Math.max(0, teff) + 10 * Math.max(0, -logg) + 0.1 * Math.abs(teff);
}

test('a success in one workflow releases the waiting points of another', async () => {
  await givenRunning(world, 'w', configYaml({ teff: ['20000', '22000'] }));
  const [failing, running] = await node.claimAll();
  await node.fail(failing as TaskSpec);
  await givenRunning(world, 'v', configYaml({ logg: ['5.5'] }));
  const [winner] = await node.claimAll();
  await node.converge(winner as TaskSpec);
  const [freed] = [await node.claimSoon()];
  expect(freed).toMatchObject({
    workflow_name: 'w',
    point_name: failing?.point_name,
    seed_point_name: winner?.point_name,
  });
  await node.converge(running as TaskSpec);
});

test('a workflow completes when no seed can help any more, and a later seed does not reopen it', async () => {
  const cold = 'atmosphere: {strategies: [cold_run]}';
  await givenRunning(world, 'w', configYaml({ teff: ['20000', '22000'] }));
  const [easy, hard] = (await node.claimAll()) as [TaskSpec, TaskSpec];
  await node.fail(hard);
  await node.converge(easy);
  await node.fail(await node.claimSoon(), 'the first seed did not help');
  expect(await statusOf(world, 'w')).toBe('completed');
  expect((await detailOf(world, 'w', hard.point_name)).point.last_error).toBe('the first seed did not help');
  await givenRunning(world, 'v', configYaml({ teff: ['22000'], logg: ['5.2'] }, cold));
  await node.converge(await node.claimSoon());
  await until(async () => (await world.sql('select from current_model where fit and not released')).length === 0);
  expect((await statuses())[hard.point_name]).toBe('failed');
  expect(await node.claim()).toBeNull();
});

test('each better seed reseeds a failed point of a running workflow, up to one step beyond the nearest tried seed', async () => {
  await givenRunning(world, 'w', configYaml({ teff: ['20000', '80000'], logg: ['5.0'] }));
  const [hard] = (await node.claimAll()) as [TaskSpec, TaskSpec];
  const offer = async (name: string, logg: number) => {
    await importResult(world, { name, params: { logg } }).expect(200);
    await until(async () => (await world.sql('select from current_model where fit and not released')).length === 0);
    const task = await node.claim();
    if (task !== null) await node.fail(task);
    return task?.seed_point_name ?? null;
  };
  await node.fail(hard);
  expect(await offer('s1', 5.75)).toBe('s1');
  expect((await statuses())[hard.point_name]).toBe('failed');
  // The nearest tried seed is 1.5 steps of log g away.
  expect(await offer('s2', 6.3)).toBeNull();
  expect(await offer('s3', 6.1)).toBe('s3');
  expect(await offer('s4', 5.1)).toBe('s4');
  expect(await offer('s5', 5.65)).toBeNull();
  expect(await offer('s6', 5.45)).toBe('s6');
});

const HARD = { teff: ['20000', '22000', '24200', '26620'], logg: ['4.0', '4.5', '5.0'], loghe: ['-1.0', '0.0'] };

test('one run computes a grid from neighbour to neighbour even if only the easiest point converges cold', async () => {
  await givenRunning(world, 'w', configYaml(HARD));
  const parents = new Map<string, string | null>();
  const params = new Map<string, GridPointParams>();
  await until(async () => {
    for (const task of await node.claimAll()) {
      params.set(task.point_name, task.params);
      const seed = task.seed_point_name === null ? undefined : params.get(task.seed_point_name);
      // Simulates an engine that reaches only the next neighbour along one axis.
      const near =
        seed && Object.entries(seed).filter(([axis, value]) => task.params[axis as 'teff'] !== value).length === 1;
      if (task.task_type === 'seed_step') expect(parents.has(task.seed_point_name ?? '')).toBe(true);
      if (task.wave === 0 || (task.task_type === 'seed_step' && near)) {
        await node.converge(task);
        parents.set(task.point_name, task.seed_point_name);
      } else await node.fail(task);
    }
    return (await statusOf(world, 'w')) === 'completed';
  });
  expect(new Set(Object.values(await statuses()))).toEqual(new Set(['converged']));
  const generation = (name: string): number => {
    const parent = parents.get(name);
    return typeof parent === 'string' ? 1 + generation(parent) : 0;
  };
  const stored = await world.sql<{ name: string; lineage: number }>('select name, lineage from current_model');
  expect(new Map(stored.map(({ name, lineage }) => [name, lineage]))).toEqual(
    new Map([...parents.keys()].map((name) => [name, generation(name)])),
  );
  expect(Math.max(...stored.map(({ lineage }) => lineage))).toBeGreaterThan(2);
  for (const name of parents.keys()) {
    const { attempts } = await detailOf(world, 'w', name);
    const seeds = attempts.map(({ seed_point_name }) => seed_point_name);
    expect(new Set(seeds).size).toBe(seeds.length);
  }
  expect(await audit({ ...world, lattices: {} })).toEqual([]);
});
