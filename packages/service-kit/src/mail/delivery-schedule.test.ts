import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LONGEST_WAIT_SEC, RETRY_WAITS_SEC, retryWaitSec } from './delivery-schedule.ts';

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('the attempts of a delivery span between one and two days', () => {
  const hours = RETRY_WAITS_SEC.reduce((sum, wait) => sum + wait, 0) / 3_600;
  expect(hours).toBeGreaterThan(24);
  expect(hours * 1.1).toBeLessThan(48);
});

test('each wait is longer than the previous one, whatever the jitter', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: RETRY_WAITS_SEC.length - 1 }), random, random, (attempt, one, other) => {
      expect(retryWaitSec(attempt + 1, 0, other)).toBeGreaterThan(retryWaitSec(attempt, 0, one) ?? Infinity);
    }),
  );
});

test("a receiver's Retry-After is respected up to the longest wait", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: RETRY_WAITS_SEC.length }),
      fc.integer({ min: 0, max: 1e9 }),
      random,
      (attempt, wish, one) => {
        const wait = retryWaitSec(attempt, wish, one) ?? Infinity;
        expect(wait).toBeGreaterThanOrEqual(Math.min(wish, 6 * 3_600));
        expect(wait).toBeLessThanOrEqual(LONGEST_WAIT_SEC);
      },
    ),
  );
});

test('a delivery is given up after the last attempt', () => {
  expect(retryWaitSec(RETRY_WAITS_SEC.length, 0, 0)).toBeDefined();
  expect(retryWaitSec(RETRY_WAITS_SEC.length + 1, 0, 0)).toBeUndefined();
});
