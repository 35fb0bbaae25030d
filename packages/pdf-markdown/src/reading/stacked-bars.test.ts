import { expect, test } from '@jest/globals';
import type { Extent } from '../formulas/glyph-box.ts';
import { PLAIN_FONT } from './font-style.ts';
import type { TextRun } from './page-content.ts';
import { placeBars } from './stacked-bars.ts';

function run(
  sign: string,
  left: number,
  baseline: number,
  more: { extensible?: number; extent?: Extent } = {},
): TextRun {
  const place = { left, right: left + 3, baseline, size: 10 };
  return {
    text: sign,
    words: [{ text: sign, left, right: left + 3 }],
    ...place,
    font: PLAIN_FONT,
    fontKey: 'f',
    glyphs: [{ sign, alphabet: 'roman', ...place, ...more }],
  };
}
const piece = (baseline: number, left = 100) => run('|', left, baseline, { extensible: 12 });
const baselinesOf = (runs: readonly TextRun[]) => placeBars(runs).map(({ baseline }) => Number(baseline.toFixed(2)));

test('puts all pieces of a tall bar on the line on whose axis it is centred', () => {
  // Four pieces of 6 points, starting at 485, have their middle at 497. The axis is 2.5 points above the line.
  expect(baselinesOf([485, 491, 497, 503].map((y) => piece(y)))).toEqual([499.5, 499.5, 499.5, 499.5]);
});

test('joins the pieces in fonts with overlapping pieces', () => {
  const pieces = [490, 493, 496].map((y) => run('|', 100, y, { extensible: 12, extent: [0.35, 0.12] }));
  expect(new Set(baselinesOf(pieces))).toEqual(new Set([494.35]));
});

test('places adjacent bars separately and keeps all other runs unchanged', () => {
  const letter = run('x', 90, 500);
  const bars = [piece(491, 100), piece(497, 100), piece(485, 120), piece(491, 120)];
  expect(baselinesOf([letter, ...bars, letter])).toEqual([500, 499.5, 499.5, 493.5, 493.5, 500]);
  expect(placeBars([letter])).toEqual([letter]);
});
