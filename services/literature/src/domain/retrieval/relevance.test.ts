import { expect, test } from '@jest/globals';
import { isRelevantByWords, isSignificant } from './relevance.ts';

test('a passage is relevant by its words if it contains enough of their weight', () => {
  expect([0, 0.29, 0.3, 1].map(isRelevantByWords)).toEqual([false, false, true, true]);
});

test('a relevant vector must stand out further among more passages', () => {
  const spread = { mean: 0.2, deviation: 0.1 };
  expect([100, 1_000_000].map((count) => isSignificant(0.75, { ...spread, count }))).toEqual([true, false]);
  expect(isSignificant(0.6, { ...spread, count: 100 })).toBe(false);
});

test('no passage stands out among a few, or among many similar ones', () => {
  expect(isSignificant(1, { mean: 0, deviation: 0.01, count: 5 })).toBe(false);
  expect(isSignificant(0.5, { mean: 0.5, deviation: 0, count: 5_000 })).toBe(false);
});
