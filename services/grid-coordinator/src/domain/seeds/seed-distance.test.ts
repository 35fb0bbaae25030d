import { describe, expect, test } from '@jest/globals';
import { AXES, type Axis, type GridPointParams } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { arbitraryDifficulty, arbitraryGrid, byAxis, gridOf, PLAIN } from '../../../test/arbitrary-grid.ts';
import { hardness, type Difficulty } from '../points/difficulty.ts';
import { sameClass, seedBox, seedDistance, seedMetric, type SeedMetric } from './seed-distance.ts';

const GRID = gridOf({
  teff: ['20000', '22000', '24200'],
  logg: ['5.0', '5.5', '6.0'],
  loghe: ['-3', '-2', '-1', '0', '1'],
  logc: ['-5', '-4', '-3'],
  logn: ['-5', '-4', '-3'],
  logo: ['-5', '-4', '-3'],
});
const METRIC = seedMetric(GRID, PLAIN);
const POINT: GridPointParams = { teff: 22000, logg: 5.5, loghe: 0, logc: -4, logn: -4, logo: -4 };

/** Returns the value that is `gridSteps` grid steps higher. */
function moved(axis: Axis, value: number, gridSteps: number, { steps }: SeedMetric): number {
  return axis === 'teff' ? value * 10 ** (gridSteps * steps.teff) : value + gridSteps * steps[axis];
}

function movedPoint(
  point: GridPointParams,
  gridSteps: Readonly<Partial<Record<Axis, number>>>,
  metric: SeedMetric,
): GridPointParams {
  return byAxis((axis) => moved(axis, point[axis], gridSteps[axis] ?? 0, metric));
}

const point: fc.Arbitrary<GridPointParams> = fc.record({
  teff: fc.double({ min: 5_000, max: 200_000, noNaN: true }),
  ...Object.fromEntries(AXES.slice(1).map((axis) => [axis, fc.double({ min: -6, max: 7, noNaN: true })])),
}) as fc.Arbitrary<GridPointParams>;

/** Most useful seeds differ along a few axes only. */
const offset = fc.record(
  byAxis(() =>
    fc.oneof(
      { arbitrary: fc.constant(0), weight: 3 },
      { arbitrary: fc.double({ min: -5, max: 5, noNaN: true }), weight: 1 },
    ),
  ),
);

const metric = fc
  .tuple(arbitraryGrid(4), arbitraryDifficulty)
  .map(([grid, difficulty]) => seedMetric(grid, difficulty));

describe('distance from a seed', () => {
  test('is 0 to the point itself and never negative', () => {
    fc.assert(
      fc.property(metric, point, point, (metric, a, b) => {
        expect(seedDistance(a, a, metric)).toBe(0);
        expect(seedDistance(a, b, metric)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test.each<[string, Partial<Record<Axis, number>>, number]>([
    ['one step of teff from the cooler side', { teff: -1 }, 1.1],
    ['one step of teff from the hotter side', { teff: 1 }, 2.1],
    ['one step of gravity from the easier side', { logg: 1 }, 1.25],
    ['one step of gravity from the harder side', { logg: -1 }, 13.75],
    ['one step towards the normal mixture', { loghe: -1 }, 0.7],
    ['one step of helium too far', { loghe: 1 }, 1.4],
    ['one step poorer in carbon', { logc: -1 }, 0.35],
    ['one step richer in carbon', { logc: 1 }, 0.7],
    ['one step richer in nitrogen', { logn: 1 }, 0.7],
    ['one step richer in oxygen', { logo: 1 }, 0.7],
    ['2.4 steps of gravity and four of teff, both easier', { logg: 2.4, teff: -4 }, 5.4],
    ['half a step off the lattice', { logg: 0.5 }, 0.625],
  ])('%s matches the formula', (_which, gridSteps, distance) => {
    expect(seedDistance(movedPoint(POINT, gridSteps, METRIC), POINT, METRIC)).toBeCloseTo(distance, 9);
  });

  test('is longer from a harder seed than from its mirror image on the easier side', () => {
    const steps = fc.double({ min: 0.01, max: 5, noNaN: true });
    fc.assert(
      fc.property(metric, point, fc.constantFrom(...AXES), steps, (metric, point, axis, gridSteps) => {
        const { order } = metric.difficulty;
        const seeds = [gridSteps, -gridSteps].map((by) => movedPoint(point, { [axis]: by }, metric));
        const [easier, harder] = seeds.toSorted(
          (a, b) => hardness(axis, a[axis], order[axis]) - hardness(axis, b[axis], order[axis]),
        ) as [GridPointParams, GridPointParams];
        // Skips cases across the normal mixture in which both seeds are easier than the point, or both are harder.
        fc.pre(hardness(axis, easier[axis], order[axis]) < hardness(axis, point[axis], order[axis]));
        fc.pre(hardness(axis, harder[axis], order[axis]) > hardness(axis, point[axis], order[axis]) + 1e-6);
        expect(seedDistance(harder, point, metric)).toBeGreaterThan(seedDistance(easier, point, metric));
      }),
    );
  });

  test('uses the configured order of an axis', () => {
    const reversed = { ...METRIC, difficulty: { ...PLAIN, order: { logg: 'asc' } } } as const;
    expect(seedDistance(movedPoint(POINT, { logg: 1 }, METRIC), POINT, reversed)).toBeCloseTo(13.75, 9);
    expect(seedDistance(movedPoint(POINT, { logg: -1 }, METRIC), POINT, reversed)).toBeCloseTo(1.25, 9);
  });
});

describe('grid steps', () => {
  test('are medians (of log10 for teff) for any order of the list', () => {
    const grid = gridOf({
      teff: ['100000', '1000', '10000'],
      logg: ['7', '5', '5.5', '4'],
      logc: ['-5', '-1', '-4', '-2'],
    });
    const { steps } = seedMetric(grid, PLAIN);
    expect(steps.teff).toBeCloseTo(1, 12);
    expect(steps.logg).toBeCloseTo(1, 12);
    expect(steps.logc).toBeCloseTo(1, 12);
  });

  test('of an axis with a single value match a typical grid', () => {
    const { steps } = seedMetric(gridOf({}), PLAIN);
    expect(10 ** steps.teff).toBeCloseTo(1.1, 12);
    for (const axis of AXES.slice(1)) expect(steps[axis]).toBe(0.5);
  });
});

const EDGES = fc.record(
  {
    teff: fc.uniqueArray(fc.double({ min: 5_000, max: 200_000, noNaN: true }), { minLength: 1, maxLength: 2 }),
    logg: fc.uniqueArray(fc.double({ min: -6, max: 7, noNaN: true }), { minLength: 1, maxLength: 2 }),
    loghe: fc.constant([0]),
  },
  { requiredKeys: [] },
);

function isWithin(box: ReturnType<typeof seedBox>, seed: GridPointParams): boolean {
  return AXES.every((axis) => box[axis].from <= seed[axis] && seed[axis] <= box[axis].to);
}

describe('search box', () => {
  test('contains every seed of the class within the radius', () => {
    const radius = fc.double({ min: 0.1, max: 6, noNaN: true });
    let within = 0;
    fc.assert(
      fc.property(metric, EDGES, point, offset, radius, (plain, classEdges, point, offset, radius) => {
        const metric = { ...plain, difficulty: { ...plain.difficulty, classEdges } };
        const seed = movedPoint(point, offset, metric);
        fc.pre(seedDistance(seed, point, metric) <= radius && sameClass(seed, point, metric.difficulty));
        within += 1;
        expect(isWithin(seedBox(point, radius, metric), seed)).toBe(true);
      }),
      { numRuns: 1000, maxSkipsPerRun: 100 },
    );
    expect(within).toBe(1000);
  });

  test('contains seeds exactly at the radius along an axis', () => {
    fc.assert(
      fc.property(
        metric,
        point,
        fc.constantFrom(...AXES),
        fc.integer({ min: -4, max: 4 }),
        (metric, point, axis, by) => {
          const seed = movedPoint(point, { [axis]: by }, metric);
          const radius = seedDistance(seed, point, metric);
          expect(isWithin(seedBox(point, radius, metric), seed)).toBe(true);
        },
      ),
    );
  });

  test('is as small as possible along an axis that has a hard and an easy side', () => {
    const side = fc.constantFrom('from', 'to');
    const axes = fc.constantFrom<Axis>('teff', 'logg', 'logc', 'logn', 'logo');
    fc.assert(
      fc.property(
        metric,
        point,
        axes,
        side,
        fc.double({ min: 0.5, max: 6, noNaN: true }),
        (metric, point, axis, side, radius) => {
          const seed = { ...point, [axis]: seedBox(point, radius, metric)[axis][side] };
          expect(seedDistance(seed, point, metric)).toBeGreaterThan(radius * 0.999);
          expect(seedDistance(seed, point, metric)).toBeLessThan(radius * 1.001);
        },
      ),
    );
  });

  test('ends at the edges of the class, and an edge belongs to the class above it', () => {
    const at = (teff: number, edges: number[]) => {
      const difficulty: Difficulty = { ...PLAIN, classEdges: { teff: edges } };
      return seedBox({ ...POINT, teff }, 4, { ...METRIC, difficulty }).teff;
    };
    expect(at(30000, [30000]).from).toBe(30000);
    expect(at(29999, [30000]).to).toBeLessThan(30000);
    expect(at(29999, [30000]).to).toBeGreaterThan(29999.999);
    expect(at(30500, [30000, 31000])).toEqual({ from: 30000, to: expect.closeTo(31000, 6) });
    expect(at(30500, [30000, 31000]).to).toBeLessThan(31000);
  });
});

test.each([
  [29999, 30000, [30000], false],
  [30000, 30001, [30000], true],
  [20000, 29999, [30000], true],
  [20000, 40000, [], true],
  [20000, 40000, [50000, 30000], false],
  [20000, 60000, [30000, 50000], false],
  [31000, 40000, [30000, 50000], true],
])('seeds of %d K and %d K with the edges %j: one class is %s', (a, b, teff, same) => {
  const difficulty: Difficulty = { ...PLAIN, classEdges: { teff } };
  expect(sameClass({ ...POINT, teff: a }, { ...POINT, teff: b }, difficulty)).toBe(same);
  expect(sameClass({ ...POINT, teff: b }, { ...POINT, teff: a }, difficulty)).toBe(same);
});
