import { expect, test } from '@jest/globals';
import { columnMarks } from '../src/layout/columns/column-marks.ts';

const left = (y: number) => ({ left: 50, right: 290, y });
const right = (y: number) => ({ left: 310, right: 550, y });

test("finds REVTeX's alternating rules around a wide formula", () => {
  const marks = [left(100), right(140), left(220), right(260)];
  expect(columnMarks(marks, 600)).toEqual(new Set(marks));
});

test('ignores the rules of tables next to each other, even if one table is lower', () => {
  expect(columnMarks([left(100), right(110), left(114), right(124), left(180), right(190)], 600).size).toBe(0);
});
