import { expect, test } from '@jest/globals';
import { findGutters } from '../src/layout/columns/columns.ts';
import { absorbFragments } from '../src/layout/rows/inline-fragments.ts';
import { makeLine } from '../src/layout/lines/line.ts';
import { glyph } from './placed-glyphs.ts';
import { MATH, pageOf, rowOf, run } from './runs.ts';

const lineOf = (text: string, left: number, baseline: number, more = {}) =>
  makeLine(1, 'left', [run(text, left, baseline, { size: 8, ...more })]);

test('keeps the short last line of a reference without extra line spacing', () => {
  const above = 'Adams, A., Berg, B. G., & Cole, C. 1973, Icarus, 891,';
  const below = 'Berg, K. L. 1983, Publications of the Society, 27, 92';
  const around = (fragment: ReturnType<typeof lineOf>) =>
    absorbFragments([lineOf(above, 51, 72.6), fragment, lineOf(below, 51, 87.9)]).map(({ text }) => text);
  expect(around(lineOf('L1', 59, 80.3))).toEqual([above, 'L1', below]);
  // The limit of a sum, or a sign of a formula, may be at any height.
  expect(around(lineOf('L1', 59, 77))).toHaveLength(2);
  expect(around(lineOf('∑', 59, 80.3, { font: MATH }))).toHaveLength(2);
});

test('the denominator or limit of a display does not belong to the line of text below', () => {
  const bars = [{ left: 100, right: 108, y: 63 }];
  const part = (sign: string, x: number, baseline: number, more = {}) => {
    const own = { ...glyph(sign, x, { y: baseline - 100 }), ...more };
    return makeLine(1, 'left', [run(sign, x, baseline, { font: MATH, glyphs: [own] })]);
  };
  const display = makeLine(1, 'left', [run('x =', 80, 65, { font: MATH }), run('y', 112, 65, { font: MATH })]);
  const words = ['has a', 'single root for all positive values of the constant'] as const;
  const text = makeLine(1, 'left', [run(words[0], 50, 81.5), run(words[1], 110, 81.5)]);
  const after = (fragment: ReturnType<typeof part>) => absorbFragments([display, fragment, text]).length;
  expect(after(part('9', 101, 72, { bars }))).toBe(3);
  expect(after(part('p', 130, 74))).toBe(3);
  // A sign in the text font belongs to the line of text.
  expect(after(part('√', 101, 73))).toBe(2);
});

test('finds the columns of references if only a few lines of them follow a one-column appendix', () => {
  const column = (number: number) =>
    pageOf(
      number,
      Array.from({ length: 40 }, (_, i) =>
        rowOf(run('x'.repeat(48), 50, 80 + 12 * i), run('x'.repeat(48), 320, 80 + 12 * i)),
      ),
    );
  const wide = Array.from({ length: 40 }, (_, i) => rowOf(run('x'.repeat(102), 50, 80 + 12 * i)));
  const last = (heading: string) =>
    pageOf(4, [
      ...wide,
      rowOf(run(heading, 140, 580), run('x'.repeat(48), 320, 580)),
      rowOf(run('Adams, A. 2020', 50, 600)),
    ]);
  expect(findGutters([column(1), column(2), column(3), last('REFERENCES')])[3]).toBeDefined();
  expect(findGutters([column(1), column(2), column(3), last('ELSEWHERE')])[3]).toBeUndefined();
});
