import { expect, test } from '@jest/globals';
import { PLAIN_FONT } from './font-style.ts';
import { placeOperators } from './hanging-operators.ts';
import type { TextRun } from './page-content.ts';

function run(sign: string, left: number, right: number, baseline: number, extensible?: number): TextRun {
  const place = { left, right, baseline, size: 10 };
  const glyph = { sign, alphabet: 'roman', ...place, ...(extensible === undefined ? {} : { extensible }) } as const;
  return {
    text: sign,
    words: [{ text: sign, left, right }],
    ...place,
    font: PLAIN_FONT,
    fontKey: 'f',
    glyphs: [glyph],
  };
}

const [x, y] = [run('x', 100, 105, 500), run('y', 125, 130, 500)];

test.each([
  [493, 80],
  [487, 88],
])('puts an operator that hangs from %d on the line of the letter before it', (baseline, extensible) => {
  const sum = placeOperators([x, run('∑', 108, 118, baseline), y])[1];
  expect(sum).toMatchObject({ baseline: 500, glyphs: [{ baseline, extensible, hangs: true }] });
});

test('uses the line of the first full-size letter if none is before it', () => {
  expect(placeOperators([run('⋃', 108, 118, 493), y])[0]).toMatchObject({
    baseline: 500,
    glyphs: [{ extensible: 83 }],
  });
});

test('keeps operators on the line, operators placed by their font, and those without a neighbour', () => {
  const runs = [x, run('∫', 108, 112, 499.9), run('∑', 140, 150, 493, 80), run('∏', 300, 310, 200)];
  expect(placeOperators(runs)).toEqual(runs);
});

test('centres an integral on the line above its baseline', () => {
  const integral = placeOperators([x, run('∫', 108, 112, 503), y])[1];
  expect(integral).toMatchObject({ baseline: 500, glyphs: [{ extensible: 90 }] });
  expect(integral?.glyphs?.[0]?.baseline).toBeCloseTo(486.4, 5);
});

test('puts an integral on the line of its axis, not on the line of a denominator before it', () => {
  const runs = [run('=', 80, 88, 500), run('4', 92, 97, 493.2), run('c', 92, 97, 506.9)];
  const integral = placeOperators([...runs, run('∫', 101, 106, 486.4), run('dx', 120, 130, 500)])[3];
  expect(integral).toMatchObject({ baseline: 500, glyphs: [{ extensible: 90 }] });
});

test('moves an inline sum exactly onto the line of its summand', () => {
  const runs = [run('=', 80, 88, 500), run('∑', 91, 98, 494.6), run('w', 104, 111, 493.9)];
  expect(placeOperators(runs)[1]).toMatchObject({ baseline: 493.9, glyphs: [{ baseline: 493.9 }] });
  expect(placeOperators(runs)[1]?.glyphs?.[0]).not.toHaveProperty('extensible');
});
