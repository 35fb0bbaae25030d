import { expect, test } from '@jest/globals';
import { glyph } from '../../../test/placed-glyphs.ts';
import { MATH, run } from '../../../test/runs.ts';
import { makeLine } from './line.ts';

test('reads the formulas of a line only when its Markdown is requested, and only once', () => {
  let readings = 0;
  // Counts how often the baseline is read. Only formulas need this baseline.
  const counted = Object.defineProperty(glyph('x', 93), 'baseline', {
    get: () => {
      readings++;
      return 100;
    },
  });
  const line = makeLine(1, 'left', [run('the mass', 50, 100), run('x', 93, 100, { font: MATH, glyphs: [counted] })]);
  expect(line.text).toBe('the mass x');
  expect(readings).toBe(0);
  expect(line.markdown()).toBe('the mass $x$');
  const once = readings;
  expect(line.markdown()).toBe('the mass $x$');
  expect([once > 0, readings]).toEqual([true, once]);
});
