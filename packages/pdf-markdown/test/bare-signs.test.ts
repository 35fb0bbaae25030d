import { expect, test } from '@jest/globals';
import { signsAsText } from '../src/blocks/bare-signs.ts';
import { makeLine } from '../src/layout/lines/line.ts';
import { MATH, run } from './runs.ts';

const kindOf = (...rows: readonly string[]) => {
  const lines = rows.map((text, i) => makeLine(1, 'left', [run(text, 200, 100 + 14 * i, { font: MATH })]));
  return signsAsText([{ kind: 'equation', lines }])[0]?.kind;
};

test('signs and numbers alone are text', () => {
  expect([['}'], ['⋄'], [')', '.'], ['70', '60', '50'], ['−2 0 2']].map((rows) => kindOf(...rows))).toEqual(
    Array.from({ length: 5 }, () => 'paragraph'),
  );
});

test('letters are formulas, and so are numbers with relations, operators, brackets or commas', () => {
  expect(
    [['x'], ['1=1'], ['2+2'], ['2, 4, 6, ..., 20'], ['(1 0', '0 1)'], ['70', 'a', '50']].map((rows) => kindOf(...rows)),
  ).toEqual(Array.from({ length: 6 }, () => 'equation'));
});

test('a page number is not a formula', () => {
  expect(kindOf('12')).toBe('equation');
});
