import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LONGEST_WAIT_SEC, RETRY_WAITS_SEC, retryWaitSec } from './delivery-schedule.ts';

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('the attempts of a delivery take more than a day, and less than two', () => {
  const hours = RETRY_WAITS_SEC.reduce((sum, wait) => sum + wait, 0) / 3_600;
  expect(hours).toBeGreaterThan(24);
  expect(hours * 1.1).toBeLessThan(48);
});

test('each wait is longer than the one before it, whatever chance says', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: RETRY_WAITS_SEC.length - 1 }), random, random, (attempt, one, other) => {
      expect(retryWaitSec(attempt + 1, 0, other)).toBeGreaterThan(retryWaitSec(attempt, 0, one) ?? Infinity);
    }),
  );
});

test('a receiver is not asked earlier than it wished, and never later than the longest wait', () => {
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

test('after the last attempt a delivery is given up', () => {
  expect(retryWaitSec(RETRY_WAITS_SEC.length, 0, 0)).toBeDefined();
  expect(retryWaitSec(RETRY_WAITS_SEC.length + 1, 0, 0)).toBeUndefined();
});
