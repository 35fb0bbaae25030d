import { expect, test } from '@jest/globals';
import { AXES } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { arbitraryPoints, everyPointOf, nameOf } from '../../../test/arbitrary-grid.ts';
import { comparePoints, configChanges } from './config-difference.ts';
import { namedBy, type PointSet } from '../points/lattice.ts';

/**
 * Generates two grids. The grids have independent axes, or the same axes with some of the extra points. In the second
 * case, an axis also gets a value of an extra point.
 */
const similarPoints = fc
  .tuple(arbitraryPoints, arbitraryPoints, fc.constantFrom(...AXES), fc.boolean())
  .map(([before, other, axis, isSimilar]): [PointSet, PointSet] => {
    const [moved] = before.extraPoints;
    if (!isSimilar || moved === undefined) return [before, other];
    const texts = new Set([...before.grid[axis], moved[axis]].map(({ text }) => text));
    const grid = { ...before.grid, [axis]: [...texts].map((text) => ({ text, value: Number(text) })) };
    const isOfGrid = namedBy({ grid, extraPoints: [] });
    return [before, { grid, extraPoints: before.extraPoints.filter((point) => !isOfGrid(nameOf(point))).slice(1) }];
  });

test('points are compared by name', () => {
  fc.assert(
    fc.property(similarPoints, ([before, after]) => {
      const [old, now] = [new Set(everyPointOf(before).map(nameOf)), new Set(everyPointOf(after).map(nameOf))];
      const kept = [...now].filter((name) => old.has(name)).length;
      expect(comparePoints(before, after)).toEqual({ kept, added: now.size - kept, retired: old.size - kept });
    }),
    { numRuns: 60 },
  );
});

const value = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.stringMatching(/^[a-z0-9]{1,4}$/),
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), tie('node'), { maxKeys: 3 }),
  ),
})).node;

test('a configuration equals itself, and swapping two configurations reverses their differences', () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(configChanges(a, structuredClone(a))).toEqual([]);
      const turned = configChanges(b, a).map(({ path, before, after }) => ({ path, before: after, after: before }));
      expect(new Set(configChanges(a, b).map((each) => JSON.stringify(each)))).toEqual(
        new Set(turned.map((each) => JSON.stringify(each))),
      );
    }),
  );
});

test('changes state the place and both values', () => {
  const before = { grid: { teff: ['1', '2'] }, chain: [{ label: 'a', niter: '5' }], timeout_sec: '60' };
  const after = { grid: { teff: ['1', '2', '3'] }, chain: [{ label: 'a', niter: '6' }], learn: {} };
  expect(configChanges(before, after)).toEqual([
    { path: 'grid.teff', before: '[1, 2]', after: '[1, 2, 3]' },
    { path: 'chain[0].niter', before: '5', after: '6' },
    { path: 'timeout_sec', before: '60', after: null },
    { path: 'learn', before: null, after: '{}' },
  ]);
});
