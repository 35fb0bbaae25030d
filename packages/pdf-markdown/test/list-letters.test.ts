import { expect, test } from '@jest/globals';
import { isListItem } from '../src/layout/paragraphs/list-items.ts';
import { makeLine } from '../src/layout/lines/line.ts';
import { MATH, run } from './runs.ts';

test("distinguishes an item's letter from a formula letter at the end of its sentence", () => {
  const rest = run('. Both of them are known', 55, 100);
  expect(isListItem(makeLine(1, 'full', [run('g', 50, 100), rest]))).toBe(true);
  expect(isListItem(makeLine(1, 'full', [run('g', 50, 100, { font: MATH }), rest]))).toBe(false);
});

test("reads an unknown sign as a bullet only at the start of an item's text", () => {
  const itemOf = (text: string) => isListItem(makeLine(1, 'full', [run(text, 50, 100)]));
  expect(['\ufffd The gas is hot', 'The \ufffd gas is hot', '\ufffdThe gas is hot'].map(itemOf)).toEqual([
    true,
    false,
    false,
  ]);
});
