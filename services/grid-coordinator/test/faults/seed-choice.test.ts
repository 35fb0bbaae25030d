import { readdir, writeFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { AXES, type Axis, type GridPointParams } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import fc from 'fast-check';
import { importResult, NORMAL } from '../imports.ts';
import { deleteWorkflows, detailOf } from '../point-detail.ts';
import { configYaml, givenRunning, pointsOf, statusOf, useNode, useWorld } from '../world.ts';

const world = useWorld();
const node = useNode(world, 'n1', 200);
afterEach(async () => {
  await deleteWorkflows(world);
  await world.sql('delete from current_model');
});

const GRID = {
  teff: ['20000', '22000', '24200'],
  logg: ['4.0', '4.5'],
  loghe: ['-2.0', '-1.0', '0.0'],
  logc: ['-5.0', '-4.0'],
};
/** The size of a grid step, in dex for teff. An axis with a single value has the steps of a usual grid. */
const STEPS: GridPointParams = { teff: Math.log10(1.1), logg: 0.5, loghe: 1, logc: 1, logn: 0.5, logo: 0.5 };
const K: GridPointParams = { teff: 1, logg: 1.25, loghe: 0.7, logc: 0.35, logn: 0.35, logo: 0.35 };

interface Seed extends GridPointParams {
  readonly name: string;
  readonly max_relc: number | null;
  readonly lineage: number;
  readonly fit: boolean;
}

type Order = Partial<Record<Axis, 'asc' | 'desc'>>;

function hardness(axis: Axis, value: number, order: Order): number {
  const place = axis === 'teff' ? Math.log10(value) : value;
  if (order[axis] !== undefined) return order[axis] === 'asc' ? place : -place;
  if (axis === 'loghe') return Math.abs(value + 1);
  return axis === 'logg' ? -place : place;
}

type Factors = Partial<Record<`${Axis}${'-' | '+'}`, number>>;

/** Returns the distance from a seed to a point by the definition of the design, with learned factors. */
function distance(seed: GridPointParams, point: GridPointParams, order: Order, factors: Factors = {}): number {
  const place = (axis: Axis, value: number) => (axis === 'teff' ? Math.log10(value) : value);
  const steps = (axis: Axis) => (place(axis, seed[axis]) - place(axis, point[axis])) / STEPS[axis];
  const factor = (axis: Axis) => factors[`${axis}${steps(axis) < 0 ? '-' : '+'}`] ?? 1;
  const straight = Math.sqrt(AXES.reduce((sum, axis) => sum + (factor(axis) * K[axis] * steps(axis)) ** 2, 0));
  const harder = AXES.reduce((sum, axis) => {
    const excess = (hardness(axis, seed[axis], order) - hardness(axis, point[axis], order)) / STEPS[axis];
    return sum + factor(axis) * (axis === 'logg' ? 10 : 1) * K[axis] * Math.max(0, excess);
  }, 0);
  return straight + harder + factor('teff') * 0.1 * Math.abs(steps('teff'));
}

interface Rules {
  readonly reach: number;
  readonly order: Order;
  /** Temperatures of class edges that must not separate the point from its seed. */
  readonly edges: readonly number[];
  /** Factors learned from attempts. They change the order but not the reach. */
  readonly factors?: Factors;
}

/**
 * Checks every seed and returns the seeds that may start the point, best first. Assumes that no direction was tried
 * yet.
 */
function search(
  seeds: readonly Seed[],
  point: GridPointParams,
  tried: readonly string[],
  { reach, order, edges, factors }: Rules,
) {
  const sameClass = (seed: Seed) => edges.every((edge) => seed.teff >= edge === point.teff >= edge);
  return seeds
    .filter((seed) => seed.fit && sameClass(seed) && !tried.includes(seed.name))
    .map((seed) => ({ ...seed, distance: distance(seed, point, order), rank: distance(seed, point, order, factors) }))
    .filter((seed) => seed.distance <= reach + 1e-6)
    .toSorted(
      (a, b) =>
        Math.round((a.rank - b.rank) * 1e6) ||
        a.lineage - b.lineage ||
        (a.max_relc ?? Infinity) - (b.max_relc ?? Infinity) ||
        (a.name < b.name ? -1 : 1),
    );
}

/** Generates forty seeds on and between grid points, inside and outside the grid. Some coincide, some are unfit. */
async function givenSeeds(random: number): Promise<Seed[]> {
  const on = (axis: 'teff' | 'logg' | 'loghe' | 'logc') => fc.constantFrom(...GRID[axis].map(Number));
  const lattice = { ...fcConstants(), teff: on('teff'), logg: on('logg'), loghe: on('loghe'), logc: on('logc') };
  const between = {
    teff: fc.integer({ min: 16_000, max: 30_000 }),
    logg: fc.double({ min: 3.5, max: 5.5, noNaN: true }),
    loghe: fc.double({ min: -3, max: 1, noNaN: true }),
    logc: fc.double({ min: -6, max: -3, noNaN: true }),
    logn: fc.constantFrom(-4, -4.5, -3.5),
    logo: fc.constantFrom(-4, -4.5, -3.5),
  };
  const seed = fc.record({
    params: fc.oneof(fc.record(lattice), fc.record(between)),
    final_max_relc: fc.constantFrom(1e-4, 5e-4, 0, null),
    lineage: fc.integer({ min: 0, max: 2 }),
    content: fc.constantFrom('good', 'good', 'good', 'NaN'),
  });
  const drawn = fc.sample(fc.array(seed, { minLength: 40, maxLength: 40 }), { seed: random, numRuns: 1 })[0] ?? [];
  for (const [index, { params, final_max_relc, lineage, content }] of drawn.entries()) {
    const name = `seed-${index}`;
    await importResult(world, { name, params, final_max_relc, seed: content }).expect(200);
    await world.sql('update current_model set lineage = $1 where name = $2', [lineage, name]);
  }
  return await world.sql<Seed>(
    'select name, teff, logg, loghe, logc, logn, logo, max_relc, lineage, fit from current_model',
  );
}

function fcConstants() {
  return { logn: fc.constant(NORMAL.logn), logo: fc.constant(NORMAL.logo) };
}

const SEED_STEP = 'atmosphere: {strategies: [seed_step]}';
test.each([
  { what: 'by the default rules', difficulty: '', rules: { reach: 4, order: {}, edges: [] } },
  { what: 'within d_max', difficulty: 'd_max: 0.9', rules: { reach: 0.9, order: {}, edges: [] } },
  {
    what: 'on the same side of a class edge',
    difficulty: 'class_edges: {teff: [22000]}',
    rules: { reach: 4, order: {}, edges: [22_000] },
  },
  {
    what: 'with reversed orders',
    difficulty: 'order: {logg: asc, loghe: asc, teff: desc}',
    rules: { reach: 4, order: { logg: 'asc', loghe: 'asc', teff: 'desc' } satisfies Order, edges: [] },
  },
  {
    what: 'with learned factors',
    difficulty: 'learn: yes',
    outcomes: { 'teff-': [0, 20], 'logc-': [0, 26], 'logg-': [32, 32], 'loghe+': [9, 12], 'teff+ loghe-': [1, 16] },
    rules: {
      reach: 4,
      order: {},
      edges: [],
      // 1.5^(1 - 2 (converged + 2) / (tried + 4)). With two axes, half the attempts count for each.
      factors: {
        'teff-': 1.5 ** (1 - 4 / 24),
        'logc-': 1.5 ** (1 - 4 / 30),
        'logg-': 1.5 ** (1 - 68 / 36),
        'loghe+': 1.5 ** (1 - 22 / 16),
        'teff+': 1.5 ** (1 - 5 / 12),
        'loghe-': 1.5 ** (1 - 5 / 12),
      } satisfies Factors,
    },
  },
])('chooses the nearest seed of all rows, $what', async ({ difficulty, rules, outcomes = {} }) => {
  const seeds = await givenSeeds(17);
  // Sets only these keys. All others have their defaults.
  await givenRunning(world, 'w', configYaml(GRID, `${SEED_STEP}\ndifficulty: {${difficulty}}`));
  for (const [direction, [converged, tried]] of Object.entries<readonly number[]>(outcomes))
    await world.sql(`insert into seed_direction select id, $1, $2, $3 from workflow where name = 'w'`, [
      direction,
      tried,
      converged,
    ]);
  const expected = new Map<string, string>();
  for (const { name, ...row } of await pointsOf(world, 'w')) {
    const [best] = search(seeds, row as unknown as GridPointParams, [], rules);
    if (best !== undefined) expected.set(name, best.name);
  }
  expect(expected.size).toBeGreaterThan(5);
  const tasks = new Map<string, string | null>();
  await until(async () => {
    for (const task of await node.claimAll()) tasks.set(task.point_name, task.seed_point_name);
    return tasks.size >= expected.size;
  }, 'all points with a seed to be handed out');
  expect(Object.fromEntries(tasks)).toEqual(Object.fromEntries(expected));
});

/** Returns the seeds within one step of the nearest seed, which are the only seeds that a failing point may try. */
function withinStep(seeds: readonly Seed[], point: GridPointParams): (Seed & { distance: number })[] {
  const all = search(seeds, point, [], { reach: 4, order: {}, edges: [] });
  return all.filter((seed) => seed.distance <= (all[0]?.distance ?? 0) + 1 + 1e-6);
}

test('a failing point tries seeds from near to far, each once, within a step of the nearest', async () => {
  const seeds = await givenSeeds(4);
  await givenRunning(world, 'w', configYaml(GRID, `${SEED_STEP}\ndifficulty: {max_seed_attempts: 4}`));
  const points = (await pointsOf(world, 'w')).map((row) => ({ ...row, ...(row as unknown as GridPointParams) }));
  const tried = new Map(points.map(({ name }) => [name, [] as (string | null)[]]));
  for (let open = true; open; open = (await statusOf(world, 'w')) !== 'completed') {
    for (const task of await node.claimAll()) {
      tried.get(task.point_name)?.push(task.seed_point_name);
      await node.fail(task);
    }
  }
  let longest = 0;
  for (const point of points) {
    const expected = withinStep(seeds, point).slice(0, 4);
    const names = tried.get(point.name) ?? [];
    expect(new Set(names).size).toBe(names.length);
    // Direction decides between equally near seeds (tested below), so the test compares distances.
    const distances = names
      .map((name) => seeds.find((seed) => seed.name === name))
      .map((seed) => seed && distance(seed, point, {}));
    expect([point.name, distances.map((value) => value?.toFixed(5))]).toEqual([
      point.name,
      expected.map((seed) => seed.distance.toFixed(5)),
    ]);
    longest = Math.max(longest, names.length);
  }
  expect(longest).toBe(4);
});

const ALONE = configYaml({}, 'atmosphere: {strategies: [seed_step]}');
const POINT = 't20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0';

/** Returns the seeds that an isolated point tries in turn while every attempt fails. */
async function triedInTurn(config = ALONE): Promise<(string | null)[]> {
  await givenRunning(world, 'w', config);
  const names: (string | null)[] = [];
  while ((await statusOf(world, 'w')) !== 'completed') {
    const task = await node.claim();
    if (task === null) continue;
    names.push(task.seed_point_name);
    await node.fail(task);
  }
  return names;
}

test('at equal distance, prefers the seed in an untried direction', async () => {
  await importResult(world, { name: 'near', params: { logg: 5.25 } }).expect(200);
  await importResult(world, { name: 'a-behind', params: { logg: 5.5 } }).expect(200);
  // One grid step of gravity is as far as 1 / 0.35 steps of nitrogen.
  await importResult(world, { name: 'b-aside', params: { logn: -4 - 0.5 / 0.35 } }).expect(200);
  expect(await triedInTurn()).toEqual(['near', 'b-aside', 'a-behind']);
});

test.each([
  ['shorter lineage', { lineage: 0, max_relc: 9 }, { lineage: 1, max_relc: 1e-9 }],
  ['smaller max_relc', { lineage: 1, max_relc: 1e-5 }, { lineage: 1, max_relc: 1e-4 }],
  ['a known max_relc', { lineage: 1, max_relc: 1e27 }, { lineage: 1, max_relc: null }],
])('at equal distance, prefers the seed with %s, independent of the names', async (_what, better, worse) => {
  for (const [name, logg, { lineage, max_relc }] of [
    ['z', 5.5, better],
    ['a', 5.5, worse],
  ] as const) {
    await importResult(world, { name, params: { logg }, final_max_relc: max_relc }).expect(200);
    await world.sql('update current_model set lineage = $1 where name = $2', [lineage, name]);
  }
  expect(await triedInTurn()).toEqual(['z', 'a']);
});

test.each([
  ['is gone', rm],
  ['was cut', (path: string) => writeFile(path, 'seed')],
  ['has different bytes of the same length', (path: string) => writeFile(path, 'SEED of frail')],
])('skips a seed whose file %s', async (_what, harm: (path: string) => Promise<void>) => {
  await importResult(world, { name: 'frail', params: { logg: 5.1 } }).expect(200);
  await importResult(world, { name: 'next', params: { logg: 5.4 } }).expect(200);
  const files = await readdir(join(world.dataDir, 'seeds'), { recursive: true });
  const file = files.find((name) => /\/frail\.[0-9a-f]+\.7$/.test(name));
  await harm(join(world.dataDir, 'seeds', file ?? ''));
  expect(await triedInTurn()).toEqual(['next']);
});

test('a seed with almost equal parameters is the nearest', async () => {
  const tiny = { loghe: 5e-324, logc: 1e-200, logn: -1e-308 };
  await importResult(world, { name: 'tiny', params: tiny }).expect(200);
  await importResult(world, { name: 'near', params: { loghe: 0, logc: 0, logn: -0.1 } }).expect(200);
  const config = configYaml({ loghe: ['0'], logc: ['0'], logn: ['0.0'] }, SEED_STEP);
  expect(await triedInTurn(config)).toEqual(['tiny', 'near']);
});

test('a point never starts from its own seed or from a seed with NaN', async () => {
  await importResult(world, { name: POINT }).expect(200);
  await importResult(world, { name: 'nan', params: { logg: 5.1 }, seed: '1 2 nan' }).expect(200);
  await importResult(world, { name: 'good', params: { logg: 5.9 } }).expect(200);
  expect(await triedInTurn()).toEqual(['good']);
});

test.each([
  ['max_seed_attempts: 0', 1],
  ['max_seed_attempts: 2', 2],
  ['max_seed_attempts: 7', 7],
  ['', 6],
])('with {%s}, a point whose chain has one seed step tries %i seeds', async (difficulty, count) => {
  for (let index = 0; index < 9; index += 1)
    await importResult(world, { name: `s${index}`, params: { logg: 5.1 + index / 100 } }).expect(200);
  const config = configYaml({}, `${SEED_STEP}\ndifficulty: {${difficulty}}`);
  expect(await triedInTurn(config)).toEqual(Array.from({ length: count }, (_, index) => `s${index}`));
  expect((await detailOf(world, 'w', POINT)).point).toMatchObject({ status: 'failed', attempt_count: count });
});

test('accepts seeds of the same chain from other workflows, but not seeds of another chain', async () => {
  const cold = 'atmosphere: {strategies: [cold_run]}';
  await givenRunning(world, 'other', configYaml({ logg: ['5.1'] }, cold).replace('label: lte', 'label: nlte'));
  await givenRunning(world, 'same', configYaml({ logg: ['5.2'] }, cold).replace('niter: 50', 'niter: 99'));
  for (const task of [await node.claimSoon(), await node.claimSoon()]) await node.converge(task);
  expect(await triedInTurn()).toEqual(['t20000_g5.2_he-1.0_c-4.0_n-4.0_o-4.0']);
});
