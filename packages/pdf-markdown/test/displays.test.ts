import { expect, test } from '@jest/globals';
import { findDisplays } from '../src/layout/formulas.ts';
import { makeLine, type Line } from '../src/layout/line.ts';
import { measure } from '../src/layout/metrics.ts';
import { PLAIN_FONT } from '../src/reading/font-style.ts';
import { MATH, run } from './runs.ts';

const ITALIC = { ...PLAIN_FONT, italic: true };
const line = (...runs: ReturnType<typeof run>[]) => makeLine(1, 'left', runs);
const text = (y: number) => line(run('the values agree with those of earlier work', 50, y, { right: 290 }));
/** Lines of a paragraph from y down, 12 points apart. */
const paragraph = (y: number, lines = 4) => Array.from({ length: lines }, (_, i) => text(y + 12 * i));

function displaysOf(lines: readonly Line[]): Line[] {
  return lines.filter((one) => findDisplays(lines, measure(lines)).has(one));
}

test('a fraction at the margin in the italics of the text is a display', () => {
  const italic = (letters: string, x: number, y: number) => run(letters, x, y, { font: ITALIC });
  const rows = [
    line(italic('a', 52, 160), italic('b', 70, 160)),
    line(run('=', 60, 167), italic('q', 78, 167), run('+', 84, 167), italic('f', 90, 167)),
    line(italic('c', 52, 174), italic('d', 70, 174)),
  ];
  expect(displaysOf([...paragraph(100), ...rows, ...paragraph(200)])).toEqual(rows);
});

test('the first row of a display is one too if it fills its line', () => {
  const row = (letters: string, x: number, y: number) => line(run(letters, x, y, { font: MATH, right: x + 150 }));
  const rows = [row('y=a+b+c+d', 50, 160), row('+e+f+g', 140, 175)];
  expect(displaysOf([...paragraph(100), ...rows, ...paragraph(200)])).toEqual(rows);
  // A line of formulas of the paragraph itself has no space above it.
  const within = [row('y=a+b+c+d', 50, 148), row('+e+f+g', 140, 163)];
  expect(displaysOf([...paragraph(100), ...within, ...paragraph(188)])).toEqual(within.slice(1));
});
