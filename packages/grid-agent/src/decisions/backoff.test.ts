import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { backoffMs, jitteredMs, retryAfterMs } from './backoff.ts';

const backoff = { firstMs: 1_000, capMs: 60_000 };
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('back-off', () => {
  test('doubles from the first wait up to the cap', () => {
    const longest = [0, 1, 2, 5, 6, 7, 5000].map((attempt) => Math.round(backoffMs(attempt, backoff, 0.999_999)));
    expect(longest).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000, 60_000]);
  });

  test('stays between half the wait and the whole of it', () => {
    fc.assert(
      fc.property(fc.nat(), random, (attempt, random) => {
        const wait = backoffMs(attempt, backoff, random);
        return wait >= 500 && wait <= 60_000;
      }),
    );
  });

  test('spreads a regular interval by 20 % to both sides', () => {
    expect(jitteredMs(15_000, 0)).toBeCloseTo(12_000);
    expect(jitteredMs(15_000, 0.5)).toBeCloseTo(15_000);
    expect(jitteredMs(15_000, 1)).toBeCloseTo(18_000);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-31T12:00:00Z');

  test.each([
    ['7', 7_000],
    ['0', 0],
    ['Sat, 31 Jan 2026 12:00:30 GMT', 30_000],
    ['Sat, 31 Jan 2026 11:00:00 GMT', 0],
    ['999999999', 3_600_000],
  ])('%s', (header, expected) => expect(retryAfterMs(header, now)).toBe(expected));

  test('is nothing where there is none or it cannot be read', () => {
    expect(retryAfterMs(null, now)).toBeUndefined();
    expect(retryAfterMs('soon', now)).toBeUndefined();
  });
});
