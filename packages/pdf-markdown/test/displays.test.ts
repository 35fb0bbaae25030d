import { describe, expect, test } from '@jest/globals';
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
  const rows = [row('y=a+b+c+d', 50, 160), row('+e+f+g', 140, 174)];
  expect(displaysOf([...paragraph(100), ...rows, ...paragraph(200)])).toEqual(rows);
  // A line of formulas of the paragraph itself has no space above it.
  const within = [row('y=a+b+c+d', 50, 148), row('+e+f+g', 140, 162)];
  expect(displaysOf([...paragraph(100), ...within, ...paragraph(188)])).toEqual(within.slice(1));
});

describe('a formula at an edge of a paragraph', () => {
  const formula = (x: number, y: number, right: number) => line(run('y=a+b+c+d', x, y, { font: MATH, right }));

  test('begins it if text follows on the next line', () => {
    const first = formula(60, 160, 290);
    expect(displaysOf([...paragraph(100), first, ...paragraph(172)])).toEqual([]);
    expect(displaysOf([...paragraph(100), first, ...paragraph(184)])).toEqual([first]);
  });

  test('ends it if it is on the line after a full one, and is no part of the display below', () => {
    const display = line(run('z=e', 140, 160, { font: MATH }));
    const last = line(run('q', 50, 148, { font: MATH }));
    const above = line(run('p', 142, 153, { font: MATH }));
    expect(displaysOf([...paragraph(100), last, above, display, ...paragraph(190)])).toEqual([above, display]);
  });
});

test('words beside a fraction are a part of its display', () => {
  const beside = line(run('q=p+r+s+t', 90, 172, { font: MATH }), run('over all', 150, 172));
  const below = line(run('r+s', 104, 179, { font: MATH }));
  expect(displaysOf([...paragraph(100), beside, below, ...paragraph(210)])).toEqual([beside, below]);
  // In a line of text the denominator is small.
  const small = line(run('r+s', 104, 179, { font: MATH, size: 7 }));
  expect(displaysOf([...paragraph(100), beside, small, ...paragraph(210)])).not.toContain(beside);
});

test('a formula with some words in the middle of its column is a display', () => {
  const statement = (y: number, left: number) =>
    line(
      run('timely', left, y),
      run('=f(x)', left + 34, y, { font: MATH }),
      run('or', left + 64, y),
      run('f', left + 78, y, { font: MATH }),
    );
  const centred = statement(172, 128);
  expect(displaysOf([...paragraph(100), centred, ...paragraph(196)])).toEqual([centred]);
  for (const other of [statement(172, 90), statement(148, 128)])
    expect(displaysOf([...paragraph(100), other, ...paragraph(other.baseline + 24)])).toEqual([]);
});

test('a horizontal brace and its note belong to the formula below', () => {
  const note = line(run('26', 76, 158, { size: 7 }));
  const brace = line(run('⏞⏟⏟⏞', 52, 165, { font: MATH, right: 104 }));
  const formula = line(run('a+b=S', 52, 176, { font: MATH, right: 140 }), run('(8)', 275, 176, { right: 290 }));
  expect(displaysOf([...paragraph(100), note, brace, formula, ...paragraph(200)])).toEqual([note, brace, formula]);
});
