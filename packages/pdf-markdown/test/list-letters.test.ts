import { expect, test } from '@jest/globals';
import { isListItem } from '../src/layout/list-items.ts';
import { makeLine } from '../src/layout/line.ts';
import { MATH, run } from './runs.ts';

test('tells the letter of an item from that of a formula at the end of its sentence', () => {
  const rest = run('. Both of them are known', 55, 100);
  expect(isListItem(makeLine(1, 'full', [run('g', 50, 100), rest]))).toBe(true);
  expect(isListItem(makeLine(1, 'full', [run('g', 50, 100, { font: MATH }), rest]))).toBe(false);
});
