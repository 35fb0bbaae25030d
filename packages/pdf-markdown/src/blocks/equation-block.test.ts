import { expect, test } from '@jest/globals';
import { glyph } from '../../test/placed-glyphs.ts';
import { MATH, run } from '../../test/runs.ts';
import type { Bar } from '../formulas/glyph-box.ts';
import { makeLine } from '../layout/lines/line.ts';
import { equationBlock } from './equation-block.ts';

test('the line of a root in the text below a display does not belong to the display', () => {
  const signs = [glyph('a', 100), glyph('=', 108, { width: 8 }), glyph('b', 119, { width: 8 })];
  const line = makeLine(1, 'left', [run('a=b', 100, 100, { font: MATH, right: 127, glyphs: signs })]);
  const number = makeLine(1, 'left', [run('(8)', 275, 112, { right: 290 })]);
  const lines = [line, number];
  const read = (bar: { readonly left: number; readonly right: number; readonly y: number }) =>
    equationBlock(lines, [bar], { left: 50, right: 290 });
  const far = { left: 104, right: 122, y: number.box.bottom + 1 };
  const alone = equationBlock(lines, [], { left: 50, right: 290 });
  expect(alone.kind === 'equation' && alone.confidence).toBe(1);
  expect(read(far)).toEqual(alone);
  // The tall bracket ends close to the line.
  const bracket = glyph(')', 112, { y: -16, extensible: 33, alphabet: 'roman', width: 5 });
  const tall = makeLine(1, 'left', [run('a=b', 100, 100, { font: MATH, right: 127, glyphs: [...signs, bracket] })]);
  const ends = (bars: readonly Bar[]) => equationBlock([tall, number], bars, { left: 50, right: 290 });
  expect(ends([{ left: 111, right: 120, y: 116 }])).toEqual(ends([]));
  // A line directly above a letter is the letter's overline.
  expect(read({ left: 119, right: 127, y: 91.8 })).toMatchObject({ markdown: expect.stringContaining('overline') });
  // The root is the only part of the fraction that was found.
  const root = glyph('√', 101, { y: -7, extensible: 112, alphabet: 'roman', width: 10 });
  const rest = makeLine(1, 'left', [run('√', 101, 100, { font: MATH, right: 111, glyphs: [root] })]);
  const torn = (bars: readonly Bar[]) => equationBlock([rest], bars, { left: 50, right: 290 });
  expect(torn([{ left: 100, right: 111, y: rest.box.top - 2 }])).not.toEqual(torn([]));
});
