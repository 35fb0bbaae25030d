import { describe, expect, test } from '@jest/globals';
import { AXES } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { arbitraryGrid, axisOf, everyPoint, gridOf, nameOf } from '../../../test/arbitrary-grid.ts';
import { cnoSum, countPoints, inNameOrder, longestName, pointName } from './lattice.ts';

describe('point name', () => {
  test('spells each axis value as the configuration does', () => {
    expect(pointName(['20000', '5.0', '-1.00', '+5', '1e4', '-0.5'])).toBe('t20000_g5.0_he-1.00_c+5_n1e4_o-0.5');
  });

  test('has the maximum length that longestName returns', () => {
    fc.assert(
      fc.property(arbitraryGrid(), (grid) => {
        expect(longestName({ grid, extraPoints: [] })).toBe(
          Math.max(...everyPoint(grid).map((point) => nameOf(point).length)),
        );
      }),
      { numRuns: 50 },
    );
  });
});

test('a grid has as many points as there are combinations of its values', () => {
  fc.assert(
    fc.property(arbitraryGrid(), (grid) => {
      expect(countPoints(grid)).toBe(everyPoint(grid).length);
    }),
    { numRuns: 50 },
  );
  expect(countPoints(gridOf({ teff: ['1', '2'], logo: ['1', '2', '3'] }))).toBe(6);
});

describe('name order', () => {
  test('of an axis matches the byte order of whole names', () => {
    fc.assert(
      fc.property(arbitraryGrid(8), fc.constantFrom(...AXES), (grid, axis) => {
        const others = gridOf({});
        const names = (values: typeof grid.teff) => everyPoint({ ...others, [axis]: values }).map(nameOf);
        const byBytes = names(grid[axis]).toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        expect(names(inNameOrder(axis, grid[axis]))).toEqual(byBytes);
      }),
    );
  });

  test.each([
    ['teff', ['20000', '200000', '2e4', '20000.0'], ['20000.0', '200000', '20000', '2e4']],
    ['logg', ['5', '5.5', '+6', '-1'], ['+6', '-1', '5.5', '5']],
    ['logo', ['5', '5.5', '+6', '-1'], ['+6', '-1', '5', '5.5']],
  ] as const)('of %s sorts %j as %j, because the character after a value counts', (axis, given, expected) => {
    expect(inNameOrder(axis, axisOf(given)).map(({ text }) => text)).toEqual(expected);
  });

  test('does not modify the given list', () => {
    const values = Object.freeze(axisOf(['5', '4']));
    expect(inNameOrder('logg', values).map(({ text }) => text)).toEqual(['4', '5']);
  });
});

test.each([
  [-4.1, -4.2, -4.3, -12.6],
  [0.1, 0.2, 0, 0.3],
  [-4, -4, -4, -12],
  [-3.123456789, -0, 0, -3.123456789],
])('the sum of log C %d, log N %d and log O %d is %d', (logc, logn, logo, sum) => {
  expect(cnoSum({ logc, logn, logo })).toBe(sum);
});
