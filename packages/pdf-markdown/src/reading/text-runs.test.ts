import { expect, test } from '@jest/globals';
import { PLAIN_FONT } from './font-style.ts';
import { readTextRuns } from './text-runs.ts';

const STRIP = {
  fontName: 'f1',
  size: 10,
  ux: 1,
  uy: 0,
  x: 50,
  y: 700,
  words: [{ text: '3', from: 0, to: 3 }],
  glyphs: [],
};
const UPRIGHT = { turns: 0, turn: [1, 0, 0, 1, 0, 0] } as const;

test('places an arrow with the letter above which it begins', () => {
  const letter = {
    sign: 'x\u20d7',
    from: 0,
    to: 5,
    extensible: undefined,
    hangs: undefined,
    extent: undefined,
    drop: 0,
  };
  const strip = { ...STRIP, glyphs: [{ ...letter, arrow: { from: 1, to: 12 } }] };
  const runs = readTextRuns([strip], UPRIGHT, () => ({ style: PLAIN_FONT, alphabet: 'italic', name: 'f' }));
  expect(runs.flatMap((run) => run.glyphs)).toMatchObject([{ left: 50, right: 55, arrow: { left: 51, right: 62 } }]);
});

test('places the digits of a superior-figure font above the line in their own size', () => {
  const read = (name: string) =>
    readTextRuns([STRIP], UPRIGHT, () => ({ style: PLAIN_FONT, alphabet: 'roman', name })).map(({ size, baseline }) => [
      size,
      baseline,
    ]);
  expect(read('ntxsups-Regular')).toEqual([[6.5, 696.7]]);
  expect(read('Sups')).toEqual([[6.5, 696.7]]);
  expect(read('Upsilon')).toEqual([[10, 700]]);
});

test('puts a radical sign into the row of its contents, not into the line of text at its upper end', () => {
  const glyph = { sign: '√', from: 0, to: 10, hangs: undefined, extent: undefined, drop: 0, arrow: undefined };
  const words = [{ text: '√', from: 0, to: 10 }];
  const baselineOf = (extensible: number) => {
    const strip = { ...STRIP, words, glyphs: [{ ...glyph, extensible }] };
    const [run] = readTextRuns([strip], UPRIGHT, () => ({ style: PLAIN_FONT, alphabet: 'roman', name: 'CMEX10' }));
    return run?.baseline;
  };
  // The middle of the 1.8 em sign is on the axis. The axis is 0.25 em above the baseline.
  expect(baselineOf(113)).toBeCloseTo(711.1);
  // The lower end of a larger radical sign is only a part of a sign.
  expect(baselineOf(116)).toBe(700);
});
