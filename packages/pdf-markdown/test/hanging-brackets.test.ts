import { expect, test } from '@jest/globals';
import { absorbFragments } from '../src/layout/rows/inline-fragments.ts';
import { makeLine } from '../src/layout/lines/line.ts';
import { buildRows } from '../src/layout/rows/rows.ts';
import { glyph } from './placed-glyphs.ts';
import { MATH, run } from './runs.ts';

/** The upper end of a brace in TeX's extensible font. It extends down from its baseline. */
const UPPER_END = 0x38;
const brace = (y: number, extensible?: number) =>
  run('⎧', 200, y, {
    font: MATH,
    right: 209,
    glyphs: [glyph('⎧', 200, { y: y - 100, width: 9, ...(extensible === undefined ? {} : { extensible }) })],
  });

test('a tall bracket that begins at the baseline of text does not belong to that line', () => {
  const rowsOf = (bracket: ReturnType<typeof run>, words: string) =>
    buildRows([run(words, 50, 100), bracket, run('max of all', 210, 112)]).map(({ runs }) => runs.length);
  expect(rowsOf(brace(101.3, UPPER_END), 'a statistic of the form')).toEqual([1, 1, 1]);
  // A bracket belongs to the line if it rises from its baseline, or if it is next to another bracket.
  expect(rowsOf(brace(101.3), 'a statistic of the form')).toEqual([2, 1]);
  expect(rowsOf(brace(101.3, UPPER_END), '⎧')).toEqual([2, 1]);
  const dot = run('.', 200, 101.3, { font: MATH, glyphs: [{ ...glyph('.', 200, { y: 1.3 }), extent: [0.1, 0] }] });
  expect(rowsOf(dot, 'a statistic of the form')).toEqual([2, 1]);
});

test('a tall bracket belongs to the line of words at its height', () => {
  const line = (...runs: ReturnType<typeof run>[]) => makeLine(1, 'left', runs);
  const [above, below] = [line(run('a statistic of the form', 50, 100)), line(run('max of all of them', 210, 113))];
  const read = absorbFragments([above, line(brace(101.3, UPPER_END)), below]);
  expect(read.map(({ runs }) => runs.length)).toEqual([1, 2]);
});
