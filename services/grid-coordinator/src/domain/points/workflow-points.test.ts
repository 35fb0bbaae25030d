import { describe, expect, test } from '@jest/globals';
import { AXES } from '@almagest/contracts/grid';
import fc from 'fast-check';
import {
  arbitraryDifficulty,
  arbitraryPoints,
  definedWave,
  easierFirst,
  everyPoint,
  everyPointOf,
  nameOf,
  paramsOf,
} from '../../../test/arbitrary-grid.ts';
import { eddingtonParameter } from './difficulty.ts';
import { expand } from './expansion.ts';
import { countAllPoints, longestName, namedBy } from './lattice.ts';
import { countAllAboveEddington, countAllWaves, expandAll } from './workflow-points.ts';

const arbitraryOrdered = fc
  .tuple(arbitraryPoints, arbitraryDifficulty)
  .map(([points, difficulty]) => ({ ...points, difficulty }));

describe('points on the axes and extra points', () => {
  test('are yielded once each, in the order of wave and name, in both directions', () => {
    fc.assert(
      fc.property(arbitraryOrdered, (points) => {
        const expected = everyPointOf(points)
          .map((point) => ({
            name: nameOf(point),
            wave: definedWave(point, points.grid, points.difficulty),
            params: paramsOf(point),
          }))
          .toSorted((a, b) => a.wave - b.wave || (a.name < b.name ? -1 : 1));
        const yielded = [...expandAll(points)];
        expect(yielded.map(({ name, wave, params }) => ({ name, wave, params }))).toEqual(expected);
        expect([...expandAll(points, 'backwards')]).toEqual(yielded.toReversed());
        expect(countAllPoints(points)).toBe(yielded.length);
        expect(longestName(points)).toBe(Math.max(...yielded.map(({ name }) => name.length)));
      }),
      { numRuns: 30 },
    );
  });

  test('have the same counts by wave and Eddington parameter as when counted one by one', () => {
    fc.assert(
      fc.property(arbitraryOrdered, fc.double({ min: 1e-3, max: 10, noNaN: true }), (points, limit) => {
        const waves = countAllWaves(points);
        const all = [...expandAll(points)];
        expect(all.map(({ wave }) => wave)).toEqual(waves.flatMap((n, wave) => Array.from({ length: n }, () => wave)));
        const above = all.filter(({ params }) => eddingtonParameter(params) > limit);
        expect(countAllAboveEddington(points, limit)).toBe(above.length);
      }),
      { numRuns: 30 },
    );
  });

  test('are the only names that exist', () => {
    fc.assert(
      fc.property(arbitraryPoints, arbitraryPoints, (points, others) => {
        const names = new Set(everyPointOf(points).map(nameOf));
        const isNamed = namedBy(points);
        for (const name of [...names, ...everyPointOf(others).map(nameOf)]) expect(isNamed(name)).toBe(names.has(name));
      }),
      { numRuns: 20 },
    );
  });
});

describe('wave of an extra point', () => {
  test('is above the waves of easier grid points and not above the waves of harder points', () => {
    fc.assert(
      fc.property(arbitraryOrdered, ({ grid, extraPoints, difficulty }) => {
        const waves = new Map([...expandAll({ grid, extraPoints, difficulty })].map(({ name, wave }) => [name, wave]));
        for (const { name, wave } of expand(grid, difficulty)) expect(waves.get(name)).toBe(wave);
        for (const point of extraPoints) {
          const own = waves.get(nameOf(point)) ?? Number.NaN;
          for (const other of everyPoint(grid)) {
            const order = AXES.map((axis) =>
              easierFirst(axis, other[axis].value, point[axis].value, difficulty.order[axis]),
            );
            if (order.every((each) => each <= 0)) expect(waves.get(nameOf(other))).toBeLessThan(own);
            if (order.every((each) => each >= 0)) expect(waves.get(nameOf(other))).toBeGreaterThanOrEqual(own);
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});
