import { describe, expect, test } from '@jest/globals';
import type { Bar } from '../src/formulas/glyph-box.ts';
import { absorbFragments } from '../src/layout/rows/inline-fragments.ts';
import { makeLine } from '../src/layout/lines/line.ts';
import { glyph } from './placed-glyphs.ts';
import { MATH, run } from './runs.ts';

const line = (...runs: ReturnType<typeof run>[]) => makeLine(1, 'left', runs);
const text = (y: number) =>
  line(run('the values agree with those of earlier work and of all others', 50, y, { right: 290 }));
const display = (y: number) => line(run('z=a+b+c', 140, y, { font: MATH, right: 200 }));

/**
 * Returns a line of text with a fraction at `x`. The fraction is centred on the line's axis and as tall as in a
 * display.
 */
function withFraction(x: number, y: number, ...words: ReturnType<typeof run>[]) {
  const bar: Bar = { left: x, right: x + 12, y: y - 2.5 };
  const part = (letters: string, baseline: number) =>
    line(
      run(letters, x, baseline, {
        font: MATH,
        right: x + 12,
        glyphs: [{ ...glyph(letters, x, { y: baseline - 100, width: 12 }), bars: [bar] }],
      }),
    );
  return [part('3', y - 6.8), line(...words), part('2', y + 6.9)];
}

describe('a tall fraction in a line of text between displays', () => {
  const rows = (...lines: ReturnType<typeof withFraction>) =>
    absorbFragments([text(100), display(120), ...lines, display(170)]);

  test('belongs to the line, even if most of the line is a formula', () => {
    const formula = 'xyzuvw+a=';
    const words = [run('with', 50, 145, { right: 68 }), run(formula, 71, 145, { font: MATH, right: 100 })];
    const [, above, own, below, ...more] = rows(...withFraction(102, 145, ...words));
    expect([above?.text, below?.text, more]).toEqual(['z=a+b+c', 'z=a+b+c', []]);
    expect(own?.runs.map((one) => [one.text, one.inFraction])).toEqual([
      ['with', undefined],
      [formula, undefined],
      ['3', true],
      ['2', true],
    ]);
  });

  test('is a display if a word is on its left side', () => {
    const words = [run('SNR', 50, 145, { right: 68 }), run('=', 71, 145, { font: MATH, right: 84 })];
    expect(rows(...withFraction(86, 145, ...words))).toHaveLength(6);
  });

  test('is a display if the line does not begin at the margin', () => {
    const words = [run('with', 120, 145, { right: 138 }), run('x=', 141, 145, { font: MATH, right: 154 })];
    expect(rows(...withFraction(156, 145, ...words))).toHaveLength(6);
  });

  test('does not belong to a line with another axis', () => {
    const words = [run('with', 50, 148, { right: 68 }), run('x=', 71, 148, { font: MATH, right: 84 })];
    expect(rows(...withFraction(86, 145, ...words))).toHaveLength(6);
  });
});

test('a denominator with brackets belongs to the line of text that contains its fraction', () => {
  const bar: Bar = { left: 120, right: 140, y: 117.5 };
  const part = (letters: string, x: number, baseline: number) =>
    run(letters, x, baseline, {
      right: x + 5 * letters.length,
      glyphs: Array.from(letters).map((letter, i) => ({
        ...glyph(letter, x + 5 * i, { y: baseline - 100 }),
        bars: [bar],
      })),
    });
  const [, ...rows] = absorbFragments([
    text(100),
    line(part('1', 127, 113)),
    line(run('the linear filter', 50, 120, { right: 117 }), run('. Furthermore it holds:', 142, 120)),
    line(
      { ...part('A', 120, 127), font: MATH },
      part('(', 125, 127),
      { ...part('q', 130, 127), font: MATH },
      part(')', 135, 127),
    ),
    display(160),
  ]);
  expect(rows.map((one) => one.text)).toEqual(['the linear filter (1)/(A(q)). Furthermore it holds:', 'z=a+b+c']);
});
