import { describe, expect, test } from '@jest/globals';
import { AXES, type GridPointParams } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { gridOf, PLAIN } from '../../../test/arbitrary-grid.ts';
import { reseedRadius, bySuitability, type SeedCandidate } from './seed-choice.ts';
import { seedMetric } from './seed-distance.ts';

const METRIC = seedMetric(gridOf({ teff: ['20000', '22000'], logg: ['5.0', '6.0'], loghe: ['-2', '-1'] }), PLAIN);
const POINT: GridPointParams = { teff: 20000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -4 };
const ABOVE = { ...POINT, logg: 6 };
const FARTHER_ABOVE = { ...POINT, logg: 7 };
const COOLER = { ...POINT, teff: 18000 };
const POORER = { ...POINT, loghe: -2 };
/** This direction is between two axes: 63 degrees from ABOVE, 27 degrees from COOLER. */
const ASLANT = { ...POINT, logg: 5.5, teff: 20000 / 1.1 };

function seed(name: string, more: Partial<SeedCandidate> = {}): SeedCandidate {
  const distance = more.distance ?? 1;
  const common = { params: ABOVE, lineage: 0, maxRelc: 1e-4, id: 1, sha256: '', sizeBytes: 1 };
  return { name, distance, rankedDistance: distance, ...common, ...more };
}

function best(seeds: readonly SeedCandidate[], tried: readonly GridPointParams[] = []): string[] {
  return bySuitability(seeds, POINT, tried, METRIC).map(({ name }) => name);
}

describe('the best seed', () => {
  test.each<[string, SeedCandidate, SeedCandidate]>([
    ['the nearer seed', seed('z', { distance: 1, lineage: 5, maxRelc: null }), seed('a', { distance: 1.1 })],
    [
      'at equal distance, the seed with the shorter lineage',
      seed('z', { lineage: 1, maxRelc: 1 }),
      seed('a', { lineage: 2 }),
    ],
    [
      'at equal lineage, the seed with the smaller max_relc',
      seed('z', { maxRelc: 1e-5 }),
      seed('a', { maxRelc: 1e-4 }),
    ],
    ['a seed with a known max_relc', seed('z', { maxRelc: 1e27 }), seed('a', { maxRelc: null })],
    ['a seed with a max_relc of 0', seed('z', { maxRelc: 0 }), seed('a', { maxRelc: 1e-9 })],
    ['among otherwise equal seeds, the first by name', seed('a'), seed('b')],
    [
      'a seed that is preferred because of earlier attempts',
      seed('z', { distance: 1.1, rankedDistance: 0.88 }),
      seed('a', { distance: 1 }),
    ],
    [
      'if the distances differ only by rounding, the first by name',
      seed('a', { distance: 1 + 2e-9 }),
      seed('b', { distance: 1 }),
    ],
  ])('%s comes first', (_rule, better, worse) => {
    expect(best([worse, better])).toEqual([better.name, worse.name]);
    expect(best([better, worse])).toEqual([better.name, worse.name]);
  });

  test('at equal distance, seeds in a direction that was not tried come first', () => {
    const again = seed('a', { params: FARTHER_ABOVE });
    const elsewhere = seed('b', { params: POORER, lineage: 9 });
    expect(best([again, elsewhere])).toEqual(['a', 'b']);
    expect(best([again, elsewhere], [ABOVE])).toEqual(['b', 'a']);
    expect(best([again, elsewhere], [COOLER, ABOVE])).toEqual(['b', 'a']);
    expect(best([again, elsewhere], [ABOVE, POORER])).toEqual(['a', 'b']);
  });

  test('a nearer seed in a tried direction comes before a more distant seed in another direction', () => {
    expect(best([seed('a', { params: POORER, distance: 1.5 }), seed('b', { params: FARTHER_ABOVE })], [ABOVE])).toEqual(
      ['b', 'a'],
    );
  });

  test('a seed has the direction of a tried seed only if the angle between them is small', () => {
    const aslant = seed('a', { params: ASLANT });
    const elsewhere = seed('b', { params: POORER });
    expect(best([aslant, elsewhere], [ABOVE])).toEqual(['a', 'b']);
    expect(best([aslant, elsewhere], [COOLER])).toEqual(['b', 'a']);
  });

  test('a seed with the parameters of the point has no direction', () => {
    expect(best([seed('a', { params: POINT }), seed('b', { params: ABOVE })], [ABOVE, POINT])).toEqual(['a', 'b']);
  });
});

const candidates = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc
          .record({
            name: fc.constant(name),
            params: fc.constantFrom(ABOVE, FARTHER_ABOVE, COOLER, POORER, ASLANT, POINT),
            distance: fc.constantFrom(0.35, 1, 1 + 1e-9, 1.1, 3),
            lineage: fc.nat(2),
            maxRelc: fc.constantFrom(null, 0, 1e-5, 1e27),
            id: fc.constant(1),
            sha256: fc.constant(''),
            sizeBytes: fc.constant(1),
          })
          .map((seed) => ({ ...seed, rankedDistance: seed.distance })),
      ),
    ),
  );
const tried = fc.subarray([ABOVE, COOLER, POORER, POINT]);

describe('order of seeds', () => {
  test('does not depend on the original order, and contains every seed', () => {
    const shuffled = candidates.chain((seeds) =>
      fc.tuple(fc.constant(seeds), fc.shuffledSubarray(seeds, { minLength: seeds.length })),
    );
    fc.assert(
      fc.property(shuffled, tried, ([seeds, other], tried) => {
        const order = best(seeds, tried);
        expect(best(other, tried)).toEqual(order);
        expect(new Set(order)).toEqual(new Set(seeds.map(({ name }) => name)));
        expect(order).toHaveLength(seeds.length);
      }),
    );
  });

  test('of two seeds does not change when other seeds are added', () => {
    fc.assert(
      fc.property(candidates, tried, (seeds, tried) => {
        const order = bySuitability(seeds, POINT, tried, METRIC);
        for (const [index, first] of order.entries()) {
          for (const second of order.slice(index + 1)) {
            expect(bySuitability([second, first], POINT, tried, METRIC)).toEqual([first, second]);
          }
        }
      }),
    );
  });

  test('follows the distance, up to rounding', () => {
    fc.assert(
      fc.property(candidates, tried, (seeds, tried) => {
        const distances = bySuitability(seeds, POINT, tried, METRIC).map(({ distance }) => distance);
        for (const [index, distance] of distances.slice(1).entries())
          expect(distance).toBeGreaterThan((distances[index] ?? NaN) - 1e-6);
      }),
    );
  });
});

describe('a failed point', () => {
  const history = (seedTries: number, nearestTried: number | null) => ({ seedTries, nearestTried });
  const limits = (maxSeedAttempts: number, maxSeedDistance: number) => ({ maxSeedAttempts, maxSeedDistance });

  test.each([
    ['without tried seeds is reseeded by any seed within the largest distance', history(0, null), limits(6, 4), 4],
    ['is reseeded up to one step beyond the nearest tried seed', history(1, 1.1), limits(6, 4), 2.1],
    ['is never reseeded beyond the largest distance', history(1, 3.5), limits(6, 4), 4],
    ['may use its last try', history(5, 1), limits(6, 4), 2],
    ['has used up its seeds', history(6, 1), limits(6, 4), null],
    ['has used more seeds than a lowered limit allows', history(9, 1), limits(6, 4), null],
    ['is never reseeded if no attempt is allowed', history(0, null), limits(0, 4), null],
    ['whose seeds disappeared before they were tried is reseeded by any seed', history(2, null), limits(6, 2.5), 2.5],
  ])('%s', (_case, history, limits, radius) => {
    expect(reseedRadius(history, { steps: METRIC.steps, difficulty: { ...PLAIN, ...limits } })).toBe(radius);
  });
});

test('directions are compared on all six axes', () => {
  for (const axis of AXES) {
    const along = { ...POINT, [axis]: axis === 'teff' ? 18000 : POINT[axis] - 1 };
    const opposite = { ...POINT, [axis]: axis === 'teff' ? 22000 : POINT[axis] + 1 };
    const seeds = [seed('a', { params: along }), seed('b', { params: opposite })];
    expect(best(seeds, [along])).toEqual(['b', 'a']);
    expect(best(seeds, [opposite])).toEqual(['a', 'b']);
  }
});
