import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { historyIntervalSec, MOST_SAMPLES, SAMPLE_SEC } from './fleet-history.ts';

test('a day shows every sample, and a week shows one sample for each half hour', () => {
  expect([1, 24, 28, 168].map(historyIntervalSec)).toEqual([SAMPLE_SEC, SAMPLE_SEC, SAMPLE_SEC, 1_800]);
});

test('an interval holds whole samples, and a history never has too many', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 168 }), (hours) => {
      const interval = historyIntervalSec(hours);
      expect(interval % SAMPLE_SEC).toBe(0);
      expect((hours * 3_600) / interval).toBeLessThanOrEqual(MOST_SAMPLES);
      expect((hours * 3_600) / Math.max(1, interval - SAMPLE_SEC)).toBeGreaterThan(
        interval === SAMPLE_SEC ? 0 : MOST_SAMPLES,
      );
    }),
  );
});
