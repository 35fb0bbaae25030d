import { describe, expect, test } from '@jest/globals';
import { AXES, type GridPointParams } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { arbitraryGrid, everyPoint, paramsOf, PLAIN } from '../../../test/arbitrary-grid.ts';
import { seedDirection } from './seed-direction.ts';
import { seedDistance, seedMetric, type SeedMetric } from './seed-distance.ts';
import { LARGEST_FACTOR, learnedFactors, smallestFactor, type DirectionOutcomes } from './seed-learning.ts';

const part = fc.constantFrom(...AXES.flatMap((axis) => [`${axis}-`, `${axis}+`]));
const direction = fc
  .uniqueArray(part, { minLength: 1, maxLength: 6, selector: (text) => text.slice(0, -1) })
  .map((parts) => parts.toSorted((a, b) => place(a) - place(b)).join(' '));

function place(text: string): number {
  return AXES.findIndex((axis) => text.startsWith(axis) && text.length === axis.length + 1);
}

const outcomes: fc.Arbitrary<DirectionOutcomes[]> = fc.uniqueArray(
  fc
    .tuple(direction, fc.nat(50), fc.nat(50))
    .map(([name, converged, failed]) => ({ direction: name, tried: converged + failed, converged })),
  { maxLength: 8, selector: (outcome) => outcome.direction },
);

/** Generates a point of a grid and two seeds for this point. */
const situation = fc.tuple(arbitraryGrid(), fc.nat(), fc.nat(), fc.nat()).map(([grid, i, j, k]) => {
  const points = everyPoint(grid).map(paramsOf);
  const at = (index: number) => points[index % points.length] as GridPointParams;
  return { metric: seedMetric(grid, PLAIN), point: at(i), seed: at(j), other: at(k) };
});

function added(before: readonly DirectionOutcomes[], name: string, success: boolean): DirectionOutcomes[] {
  const known = before.find((outcome) => outcome.direction === name) ?? { direction: name, tried: 0, converged: 0 };
  const rest = before.filter((outcome) => outcome.direction !== name);
  return [...rest, { ...known, tried: known.tried + 1, converged: known.converged + Number(success) }];
}

const ranked = (seed: GridPointParams, point: GridPointParams, metric: SeedMetric, all: readonly DirectionOutcomes[]) =>
  seedDistance(seed, point, metric, learnedFactors(all));

describe('learned factors', () => {
  test('are neutral without attempts: the order follows the constants exactly', () => {
    fc.assert(
      fc.property(situation, ({ metric, point, seed }) => {
        expect(ranked(seed, point, metric, [])).toBe(seedDistance(seed, point, metric));
      }),
    );
  });

  test('are bounded', () => {
    fc.assert(
      fc.property(situation, outcomes, ({ metric, point, seed }, all) => {
        const plain = seedDistance(seed, point, metric);
        const learned = ranked(seed, point, metric, all);
        const least = smallestFactor(learnedFactors(all));
        expect(least).toBeGreaterThan(1 / LARGEST_FACTOR);
        expect(learned).toBeGreaterThanOrEqual(plain * least * (1 - 1e-12));
        expect(learned).toBeLessThanOrEqual(plain * LARGEST_FACTOR * (1 + 1e-12));
      }),
    );
  });

  test('a success never makes its direction worse, absolutely or relative to another, and a failure never makes it better', () => {
    fc.assert(
      fc.property(situation, outcomes, ({ metric, point, seed, other }, all) => {
        const own = seedDirection(seed, point, metric);
        const before = ranked(seed, point, metric, all);
        const beforeOther = ranked(other, point, metric, all);
        const better = added(all, own, true);
        const worse = added(all, own, false);
        expect(ranked(seed, point, metric, better)).toBeLessThanOrEqual(before * (1 + 1e-12));
        expect(ranked(seed, point, metric, worse)).toBeGreaterThanOrEqual(before * (1 - 1e-12));
        // A direction that shares no axis with the same sign is unaffected.
        const shared = own.split(' ').some((each) => seedDirection(other, point, metric).split(' ').includes(each));
        if (!shared) expect(ranked(other, point, metric, better)).toBe(beforeOther);
      }),
    );
  });

  test('depend only on the counts, not on their order', () => {
    fc.assert(
      fc.property(outcomes, (all) => {
        expect(learnedFactors(all.toReversed())).toEqual(learnedFactors(all));
      }),
    );
  });

  test('rank a step with 8 successes of 9 further before a step with 0 of 8', () => {
    const { teff, logg, loghe } = learnedFactors([
      { direction: 'teff-', tried: 9, converged: 8 },
      { direction: 'logg+', tried: 8, converged: 0 },
    ]);
    expect(teff.lower).toBeCloseTo(0.8, 2);
    expect(logg.higher).toBeCloseTo(1.31, 2);
    expect([teff.higher, logg.lower, loghe.lower]).toEqual([1, 1, 1]);
  });
});
