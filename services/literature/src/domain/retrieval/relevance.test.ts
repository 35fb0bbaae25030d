import { expect, test } from '@jest/globals';
import { isRelevant } from './relevance.ts';

test('a passage is relevant by its words or by its vector, and by nothing else', () => {
  expect(isRelevant({ wordShare: 0.9 }, 1)).toBe(true);
  expect(isRelevant({ wordShare: 0.1 }, 1)).toBe(false);
  expect(isRelevant({ prominence: 5 }, 1_000)).toBe(true);
  expect(isRelevant({ prominence: 3 }, 1_000)).toBe(false);
  expect(isRelevant({ wordShare: 0.1, prominence: 3 }, 1_000)).toBe(false);
  expect(isRelevant({}, 1_000)).toBe(false);
});

test('the more passages there are, the further one must stand out', () => {
  expect([100, 1_000_000].map((passages) => isRelevant({ prominence: 4 }, passages))).toEqual([true, false]);
});

test('of a few passages none stands out', () => {
  expect(isRelevant({ prominence: 50 }, 5)).toBe(false);
});
