import { describe, expect, test } from '@jest/globals';
import { absorbFragments } from '../src/layout/rows/inline-fragments.ts';
import { makeLine } from '../src/layout/lines/line.ts';
import { glyph } from './placed-glyphs.ts';
import { MATH, run } from './runs.ts';

const line = (...runs: ReturnType<typeof run>[]) => makeLine(1, 'left', runs);
const text = (letters: string, y: number, right: number) => line(run(letters, 50, y, { right }));
/** Returns a display's sum, 14 points wide. */
const sum = (x: number, y: number) =>
  run('∑', x, y, { font: MATH, right: x + 14, glyphs: [glyph('∑', x, { y: y - 100, width: 14, alphabet: 'roman' })] });
const textsOf = (lines: ReturnType<typeof absorbFragments>) => lines.map((one) => one.text);

describe('limits of a display that is close to the text', () => {
  const display = line(
    run('C=', 70, 118, { font: MATH, right: 90 }),
    sum(90, 118),
    run('a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q+r+s+t+u+v+w+x+y+z', 104, 118, { font: MATH, right: 280 }),
  );

  test('belong to the display below a short line of text', () => {
    const limit = line(run('9', 95, 107, { size: 7, right: 99 }));
    const lines = [text('with the sum', 100, 110), limit, display];
    expect(textsOf(absorbFragments(lines))).toEqual(textsOf(lines));
  });

  test('belong to the display above the text', () => {
    const limit = line(run('k=1', 91, 129, { font: MATH, size: 7, right: 103 }));
    const words = line(
      run('where', 50, 138, { right: 78 }),
      run('and', 84, 138, { right: 100 }),
      run('are values', 106, 138),
    );
    const lines = [display, limit, words];
    expect(textsOf(absorbFragments(lines))).toEqual(textsOf(lines));
  });

  test('belong to the text if the operator is in the text', () => {
    const limit = line(run('9', 95, 107, { size: 7, right: 99 }));
    const words = line(
      run('the values of', 50, 118, { right: 88 }),
      sum(90, 118),
      run('and those of the earlier work are', 108, 118, { right: 290 }),
    );
    expect(absorbFragments([text('the values agree with those of work', 100, 290), limit, words])).toHaveLength(2);
  });
});
