import { expect, test } from '@jest/globals';
import { AXES } from '@almagest/contracts/grid';
import fc from 'fast-check';
import {
  arbitraryDifficulty,
  arbitraryGrid,
  arbitraryPoint,
  gridOf,
  PLAIN_DIFFICULTY,
} from '../../test/arbitrary-grid.ts';
import { armingRadius, bySuitability, type SeedCandidate } from './seed-choice.ts';
import { sameClass, seedBox, seedDistance, seedMetric } from './seed-distance.ts';

const anyMetric = fc
  .tuple(arbitraryGrid, arbitraryDifficulty)
  .map(([grid, difficulty]) => seedMetric(grid, difficulty));

test('is zero for the point itself and never negative', () => {
  fc.assert(
    fc.property(anyMetric, arbitraryPoint, arbitraryPoint, (metric, a, b) => {
      expect(seedDistance(a, a, metric)).toBe(0);
      expect(seedDistance(a, b, metric)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('makes a harder seed dearer than the same step from the easier side', () => {
  const metric = seedMetric(
    gridOf({ teff: ['20000', '22000'], logg: ['5.0', '5.5'], logc: ['-4.0', '-3.0'] }),
    PLAIN_DIFFICULTY,
  );
  const point = { teff: 21_000, logg: 5.25, loghe: -1, logc: -3.5, logn: -4, logo: -4 };
  for (const [easier, harder] of [
    [{ logg: 5.75 }, { logg: 4.75 }],
    [{ logc: -4.5 }, { logc: -2.5 }],
  ]) {
    expect(seedDistance({ ...point, ...easier }, point, metric)).toBeLessThan(
      seedDistance({ ...point, ...harder }, point, metric),
    );
  }
});

test('measures one step along an axis by its weight', () => {
  const metric = seedMetric(
    gridOf({ teff: ['20000', '22000'], logg: ['5.0', '5.5'], loghe: ['-1.0', '-0.5'], logc: ['-4.0', '-3.0'] }),
    PLAIN_DIFFICULTY,
  );
  const point = { teff: 22_000, logg: 5, loghe: -0.5, logc: -3, logn: -4, logo: -4 };
  expect(seedDistance({ ...point, teff: 20_000 }, point, metric)).toBeCloseTo(1.1, 9);
  expect(seedDistance({ ...point, logg: 5.5 }, point, metric)).toBeCloseTo(1, 9);
  expect(seedDistance({ ...point, loghe: -1 }, point, metric)).toBeCloseTo(0.7, 9);
  expect(seedDistance({ ...point, logc: -4 }, point, metric)).toBeCloseTo(0.35, 9);
  const easier = { ...point, logg: 5.5 };
  expect(seedDistance(point, easier, metric)).toBeCloseTo(11, 9);
});

test('boxes in every seed of the same class within the radius', () => {
  fc.assert(
    fc.property(
      anyMetric,
      arbitraryPoint,
      arbitraryPoint,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (metric, point, direction, share) => {
        // Towards another point, so that many seeds lie close to the border of the radius.
        const seed = Object.fromEntries(
          AXES.map((axis) => [axis, point[axis] + share ** 3 * (direction[axis] - point[axis])]),
        ) as typeof point;
        const radius = 4;
        fc.pre(seedDistance(seed, point, metric) <= radius && sameClass(seed, point, metric.difficulty));
        const box = seedBox(point, radius, metric);
        for (const axis of AXES) {
          expect(seed[axis]).toBeGreaterThanOrEqual(box[axis].from);
          expect(seed[axis]).toBeLessThanOrEqual(box[axis].to);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

test('lets no seed cross an edge of its class; the edge itself belongs to the class above', () => {
  const difficulty = { ...PLAIN_DIFFICULTY, classEdges: { teff: [30_000] } };
  const at = (teff: number) => ({ teff, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -4 });
  expect(sameClass(at(29_999), at(30_000), difficulty)).toBe(false);
  expect(sameClass(at(30_000), at(35_000), difficulty)).toBe(true);
  const metric = seedMetric(gridOf({ teff: ['25000', '30000', '35000'] }), difficulty);
  expect(seedBox(at(25_000), 4, metric).teff.to).toBeLessThan(30_000);
  expect(seedBox(at(35_000), 4, metric).teff.from).toBe(30_000);
});

const metric = seedMetric(gridOf({ teff: ['20000', '22000'], logg: ['5.0', '5.5'] }), PLAIN_DIFFICULTY);
const origin = { teff: 22_000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -4 };

function candidate(name: string, more: Partial<SeedCandidate>): SeedCandidate {
  return { name, params: origin, distance: 1, lineage: 0, maxRelc: 1e-4, sha256: '', sizeBytes: 1, ...more };
}

test('prefers the nearer seed, then the shorter lineage, the smaller max_relc, the name', () => {
  const best = ['a-near', 'b-short', 'c-tight', 'd-name', 'e-name', 'f-null'];
  const seeds = [
    candidate('f-null', { distance: 2, lineage: 1, maxRelc: null }),
    candidate('e-name', { distance: 2, lineage: 1, maxRelc: 1e-4 }),
    candidate('d-name', { distance: 2, lineage: 1, maxRelc: 1e-4 }),
    candidate('c-tight', { distance: 2, lineage: 1, maxRelc: 1e-5 }),
    candidate('b-short', { distance: 2, lineage: 0, maxRelc: 1 }),
    candidate('a-near', { distance: 1, lineage: 9 }),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(seeds, { minLength: seeds.length }), (shuffled) => {
      expect(bySuitability(shuffled, origin, [], metric).map(({ name }) => name)).toEqual(best);
    }),
  );
});

test('prefers, among equally near seeds, one in another direction than those already tried', () => {
  const cooler = { ...origin, teff: 20_000 };
  const lighter = { ...origin, logg: 5.5 };
  const seeds = [
    candidate('a-cooler', { params: cooler, distance: 1.1 }),
    candidate('b-lighter', { params: lighter, distance: 1.1 }),
  ];
  expect(bySuitability(seeds, origin, [], metric).map(({ name }) => name)).toEqual(['a-cooler', 'b-lighter']);
  expect(bySuitability(seeds, origin, [{ ...origin, teff: 19_000 }], metric).map(({ name }) => name)).toEqual([
    'b-lighter',
    'a-cooler',
  ]);
});

test.each([
  [{ seedTries: 0, nearestTried: null }, 4],
  [{ seedTries: 1, nearestTried: 1.1 }, 2.1],
  [{ seedTries: 5, nearestTried: 3.5 }, 4],
  [{ seedTries: 6, nearestTried: 0.35 }, null],
])('arms a failed point with %j by seeds within %j steps', (history, radius) => {
  expect(armingRadius(history, metric)).toBe(radius);
});
