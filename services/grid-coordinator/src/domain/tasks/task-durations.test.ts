import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  bandOf,
  binOf,
  learnedTimeoutSec,
  LONGEST_TIMEOUT_SEC,
  MIN_SAMPLES,
  secondsOf,
  summaryOf,
  type DurationBin,
} from './task-durations.ts';

const seconds = fc.double({ min: 0.01, max: 1e7, noNaN: true });
const many = fc.array(seconds, { minLength: MIN_SAMPLES, maxLength: 300 });

function bins(times: readonly number[]): DurationBin[] {
  return [...Map.groupBy(times, binOf)].map(([bin, own]) => ({ bin, n: own.length }));
}

/** Half the width of a bin, plus rounding. */
const NEAR = 2 ** (0.5 / 16) + 1e-9;

function expectNear(actual: number, exact: number): void {
  expect(actual / exact).toBeLessThanOrEqual(NEAR);
  expect(exact / actual).toBeLessThanOrEqual(NEAR);
}

test('a duration is known within 2.2 percent', () => {
  fc.assert(fc.property(seconds, (time) => expectNear(secondsOf(binOf(time)), time)));
});

test('median and 95th percentile match the sorted times, within the width of a bin', () => {
  fc.assert(
    fc.property(many, (times) => {
      const sorted = times.toSorted((a, b) => a - b);
      const rank = (part: number) => sorted[Math.ceil(part * times.length) - 1] ?? Number.NaN;
      const summary = summaryOf(bins(times));
      expect(summary?.samples).toBe(times.length);
      expectNear(summary?.medianSec ?? 0, rank(0.5));
      expectNear(summary?.p95Sec ?? 0, rank(0.95));
    }),
  );
});

test('fewer than twenty attempts give no summary', () => {
  fc.assert(
    fc.property(fc.array(seconds, { maxLength: MIN_SAMPLES - 1 }), (times) => {
      expect(summaryOf(bins(times))).toBeUndefined();
    }),
  );
});

test('a task overruns only after three times the median, and later if the times scatter', () => {
  fc.assert(
    fc.property(many, (times) => {
      const summary = summaryOf(bins(times));
      expect(summary?.overrunSec ?? 0).toBeGreaterThanOrEqual(3 * (summary?.medianSec ?? 0));
    }),
  );
  const alike = Array.from({ length: 40 }, () => 100);
  expectNear(summaryOf(bins(alike))?.overrunSec ?? 0, 300);
  // The quartiles are 100 and 400, so the outer fence is at 400 + 3 * 300.
  const scattered = [100, 100, 150, 400].flatMap((time) => Array.from({ length: 10 }, () => time));
  const { overrunSec = 0 } = summaryOf(bins([...scattered, ...scattered.map(() => 400)])) ?? {};
  expect(overrunSec).toBeGreaterThan(3 * 400 - 1);
});

test('a learned time limit is a whole number: twice the 95th percentile, but at least the floor', () => {
  const limit = fc.integer({ min: 1, max: LONGEST_TIMEOUT_SEC });
  fc.assert(
    fc.property(fc.array(seconds, { maxLength: 100 }), limit, limit, (times, defaultSec, floorSec) => {
      const summary = summaryOf(bins(times));
      const learned = learnedTimeoutSec(summary, { defaultSec, floorSec });
      expect(Number.isInteger(learned)).toBe(true);
      expect(learned).toBeGreaterThanOrEqual(floorSec);
      expect(learned).toBeLessThanOrEqual(LONGEST_TIMEOUT_SEC);
      if (summary === undefined) expect(learned).toBe(Math.max(defaultSec, floorSec));
      else if (learned > floorSec && learned < LONGEST_TIMEOUT_SEC) expect(learned).toBe(Math.ceil(2 * summary.p95Sec));
    }),
  );
});

test('bands are contiguous', () => {
  expect([0, 3, 4, 7, 8].map(bandOf)).toEqual([0, 0, 1, 1, 2]);
});
