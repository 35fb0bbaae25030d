import { expect, test } from '@jest/globals';
import { downloadAnswerMs } from './line-limits.ts';

test('a download waits longer in each attempt, up to an hour', () => {
  expect([1, 2, 3, 7, 8, 5000].map(downloadAnswerMs)).toEqual([60, 120, 240, 3600, 3600, 3600].map((s) => s * 1000));
});
