import { expect, test } from '@jest/globals';
import { AXES } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { arbitraryDifficulty, arbitraryGrid, gridOf, PLAIN_DIFFICULTY } from '../../test/arbitrary-grid.ts';
import {
  eddingtonParameter,
  fromEasyToHard,
  metallicity,
  poorestMetallicity,
  score,
  waveContributions,
  waveOf,
} from './difficulty.ts';
import { countAboveEddington, countWaves, expand, type GridPoint } from './expansion.ts';
import { countPoints, pointName, type Grid } from './lattice.ts';

const anyGrid = fc.tuple(arbitraryGrid, arbitraryDifficulty);

/** Every combination, the plain way. */
function allNames(grid: Grid): string[] {
  const combine = (lists: readonly (readonly string[])[]): string[][] =>
    lists.reduce<string[][]>((heads, list) => heads.flatMap((head) => list.map((text) => [...head, text])), [[]]);
  return combine(AXES.map((axis) => grid[axis].map(({ text }) => text))).map(pointName);
}

test('yields every point of the grid exactly once, under the texts of the configuration', () => {
  fc.assert(
    fc.property(anyGrid, ([grid, difficulty]) => {
      const names = [...expand(grid, difficulty)].map(({ name }) => name);
      expect(names.toSorted()).toEqual(allNames(grid).toSorted());
      expect(names).toHaveLength(countPoints(grid));
    }),
    { numRuns: 40 },
  );
});

test('yields points in the order of wave and then of the bytes of the name', () => {
  fc.assert(
    fc.property(anyGrid, ([grid, difficulty]) => {
      const points = [...expand(grid, difficulty)];
      for (const [index, after] of points.entries()) {
        const before = points[index - 1];
        if (before === undefined) continue;
        expect(before.wave < after.wave || (before.wave === after.wave && before.name < after.name)).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});

test('tells beforehand how many points each wave holds', () => {
  fc.assert(
    fc.property(anyGrid, ([grid, difficulty]) => {
      const counts: number[] = [];
      for (const { wave } of expand(grid, difficulty)) counts[wave] = (counts[wave] ?? 0) + 1;
      expect(countWaves(grid, difficulty)).toEqual(Array.from(counts, (count) => count ?? 0));
    }),
    { numRuns: 40 },
  );
});

/** How hard each axis value is in the grid's own order: its rank. */
function ranksOf(point: GridPoint, grid: Grid, difficulty: Parameters<typeof expand>[1]): number[] {
  return AXES.map((axis) =>
    fromEasyToHard(axis, grid[axis], difficulty.order[axis]).findIndex(({ value }) => value === point.params[axis]),
  );
}

test('keeps order: a point no easier on any axis is in no earlier wave, and one harder on an axis as well in a later one', () => {
  fc.assert(
    fc.property(anyGrid, fc.nat(), fc.nat(), ([grid, difficulty], i, j) => {
      const points = [...expand(grid, difficulty)];
      const [a, b] = [points[i % points.length], points[j % points.length]];
      if (a === undefined || b === undefined) return;
      const [easier, harder] = [ranksOf(a, grid, difficulty), ranksOf(b, grid, difficulty)];
      fc.pre(easier.every((rank, axis) => rank <= (harder[axis] ?? -1)));
      expect(a.wave).toBeLessThanOrEqual(b.wave);
      if (a.name !== b.name) expect(a.wave).toBeLessThan(b.wave);
    }),
    { numRuns: 300 },
  );
});

test('puts the easiest corner, and with it alone, into wave 0, and gives every other point an easier lattice neighbour', () => {
  fc.assert(
    fc.property(anyGrid, ([grid, difficulty]) => {
      const points = [...expand(grid, difficulty)];
      const waves = new Map(points.map((point) => [ranksOf(point, grid, difficulty).join(), point.wave]));
      for (const point of points) {
        const ranks = ranksOf(point, grid, difficulty);
        if (ranks.every((rank) => rank === 0)) {
          expect(point.wave).toBe(0);
          continue;
        }
        const axis = ranks.findIndex((rank) => rank > 0);
        const neighbour = ranks.map((rank, index) => (index === axis ? rank - 1 : rank));
        expect(waves.get(neighbour.join())).toBeLessThan(point.wave);
      }
    }),
    { numRuns: 40 },
  );
});

test('does not depend on the order in which the configuration lists values', () => {
  fc.assert(
    fc.property(anyGrid, ([grid, difficulty]) => {
      const reversed = Object.fromEntries(AXES.map((axis) => [axis, grid[axis].toReversed()])) as unknown as Grid;
      expect([...expand(reversed, difficulty)]).toEqual([...expand(grid, difficulty)]);
    }),
    { numRuns: 40 },
  );
});

test('gives a lattice point the same wave alone as within the expansion', () => {
  fc.assert(
    fc.property(anyGrid, ([grid, difficulty]) => {
      for (const { params, wave } of expand(grid, difficulty)) expect(waveOf(params, grid, difficulty)).toBe(wave);
    }),
    { numRuns: 40 },
  );
});

test('yields the first points of a grid of millions without walking the rest', () => {
  const many = (from: number, step: number, decimals: number, count: number) =>
    Array.from({ length: count }, (_, rank) => (from + rank * step).toFixed(decimals));
  const grid = gridOf({
    teff: many(15_000, 500, 0, 20),
    logg: many(4, 0.1, 1, 20),
    loghe: many(-3, 0.1, 1, 20),
    logc: many(-6, 0.2, 1, 10),
    logn: many(-6, 0.2, 1, 10),
    logo: many(-6, 0.2, 1, 10),
  });
  expect(countPoints(grid)).toBe(8_000_000);
  const walk = expand(grid, PLAIN_DIFFICULTY);
  expect(walk.next().value).toMatchObject({ wave: 0, name: 't15000_g5.9_he-1.1_c-6.0_n-6.0_o-6.0' });
  expect(walk.next().value).toMatchObject({ wave: 1 });
});

test.each([
  ['teff', ['30000', '20000'], ['20000', '30000']],
  ['logg', ['4.0', '6.0', '5.0'], ['6.0', '5.0', '4.0']],
  ['loghe', ['-3.0', '-1.0', '0.0', '-2.0'], ['-1.0', '-2.0', '0.0', '-3.0']],
  ['loghe', ['-0.7', '-1.3'], ['-1.3', '-0.7']],
  ['logc', ['-2.0', '-4.0'], ['-4.0', '-2.0']],
] as const)('orders %s %j from easy to hard as %j', (axis, values, expected) => {
  expect(fromEasyToHard(axis, gridOf({ [axis]: values })[axis], undefined).map(({ text }) => text)).toEqual(expected);
});

test('weighs ranks, and orders an axis as the configuration says', () => {
  const grid = gridOf({ logg: ['4.0', '5.0', '6.0'], loghe: ['-3.0', '-1.0'] });
  const difficulty = {
    ...PLAIN_DIFFICULTY,
    weights: { ...PLAIN_DIFFICULTY.weights, logg: 2 },
    order: { loghe: 'asc' as const },
  };
  const { logg, loghe } = waveContributions(grid, difficulty);
  expect([...logg]).toEqual([
    ['6.0', 0],
    ['5.0', 2],
    ['4.0', 4],
  ]);
  expect([...loghe]).toEqual([
    ['-3.0', 0],
    ['-1.0', 1],
  ]);
});

test('finds the Eddington parameter of the Sun, and four times as much at the square root of two times its temperature', () => {
  // Teff 5772 K and log g 4.438 (IAU 2015 Resolution B3); full ionisation assumed: about 2.6e-5 for X = 0.72.
  const sun = eddingtonParameter({ teff: 5772, logg: 4.438, loghe: -1 });
  expect(sun).toBeGreaterThan(2.4e-5);
  expect(sun).toBeLessThan(2.8e-5);
  expect(eddingtonParameter({ teff: 5772 * Math.SQRT2, logg: 4.438, loghe: -1 }) / sun).toBeCloseTo(4, 9);
  expect(eddingtonParameter({ teff: 5772, logg: 3.438, loghe: -1 }) / sun).toBeCloseTo(10, 9);
});

test('scores by the closeness to the Eddington limit, metals and helium', () => {
  const grid = gridOf({ logc: ['-6.0', '-3.0'], logn: ['-6.0'], logo: ['-6.0'] });
  const params = { teff: 30_000, logg: 5, loghe: -2, logc: -3, logn: -6, logo: -6 };
  const poorest = poorestMetallicity(grid);
  expect(poorest).toBeCloseTo(Math.log10(3e-6), 12);
  expect(metallicity(params)).toBeCloseTo(Math.log10(1e-3 + 2e-6), 12);
  expect(score(params, poorest)).toBeCloseTo(
    Math.log10(eddingtonParameter(params)) + 0.3 * (metallicity(params) - poorest) + 0.2,
    12,
  );
});

test('counts the points that are nearly hopeless', () => {
  const grid = gridOf({ teff: ['20000', '60000'], logg: ['3.5', '6.0'], logc: ['-4.0', '-3.0', '-2.0'] });
  const above = [...expand(grid, PLAIN_DIFFICULTY)].filter(({ params }) => eddingtonParameter(params) > 0.7);
  expect(above.length).toBeGreaterThan(0);
  expect(countAboveEddington(grid, 0.7)).toBe(above.length);
});
