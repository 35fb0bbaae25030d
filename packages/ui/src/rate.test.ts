import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { perMinute, secondsLeft } from './rate.ts';

test('at a constant rate, the remaining time follows from the rate', () => {
  fc.assert(
    fc.property(
      fc.record({
        perSecond: fc.integer({ min: 1, max: 1_000 }),
        seconds: fc.integer({ min: 2, max: 10_000 }),
        start: fc.nat({ max: 10_000 }),
        left: fc.integer({ min: 1, max: 10_000 }),
      }),
      ({ perSecond, seconds, start, left }) => {
        const done = start + perSecond * seconds;
        const now = { atMs: 1_000 * seconds, done };
        const told = secondsLeft({ atMs: 0, done: start }, now, done + left * perSecond);
        expect(told).toBeCloseTo(left, 6);
        expect(perMinute({ atMs: 0, done: start }, now)).toBeCloseTo(60 * perSecond, 6);
      },
    ),
  );
});

test('returns undefined for work that is stalled, just started or done', () => {
  expect(secondsLeft({ atMs: 0, done: 5 }, { atMs: 60_000, done: 5 }, 10)).toBeUndefined();
  expect(perMinute({ atMs: 0, done: 5 }, { atMs: 60_000, done: 5 })).toBeUndefined();
  expect(perMinute({ atMs: 0, done: 0 }, { atMs: 1_000, done: 5 })).toBeUndefined();
  expect(secondsLeft({ atMs: 0, done: 0 }, { atMs: 1_000, done: 5 }, 10)).toBeUndefined();
  expect(secondsLeft({ atMs: 0, done: 0 }, { atMs: 60_000, done: 10 }, 10)).toBeUndefined();
});
