import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { logSum } from './log-sum.ts';

const logarithms = fc.array(fc.double({ min: -1_000, max: 1_000, noNaN: true }), { minLength: 1, maxLength: 6 });

test('adds the numbers, not their logarithms', () => {
  expect(logSum([-3.5, -4, -4])).toBeCloseTo(Math.log10(10 ** -3.5 + 2 * 10 ** -4), 12);
  expect(logSum([2])).toBe(2);
});

test('is between the largest logarithm and the sum of equal numbers, in any order', () => {
  fc.assert(
    fc.property(logarithms, (values) => {
      const sum = logSum(values);
      const largest = Math.max(...values);
      expect(sum).toBeGreaterThanOrEqual(largest);
      expect(sum).toBeLessThanOrEqual(largest + Math.log10(values.length) + 1e-9);
      expect(logSum(values.toReversed())).toBeCloseTo(sum, 9);
    }),
  );
});
