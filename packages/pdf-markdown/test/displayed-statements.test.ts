import { describe, expect, test } from '@jest/globals';
import { findDisplays } from '../src/layout/displays/displays.ts';
import { makeLine, type Line } from '../src/layout/lines/line.ts';
import { measure } from '../src/layout/lines/metrics.ts';
import { PLAIN_FONT } from '../src/reading/font-style.ts';
import { BOLD, MATH, run } from './runs.ts';

const MONO = { ...PLAIN_FONT, mono: true };
const [LEFT, RIGHT] = [50, 350];
const line = (...runs: ReturnType<typeof run>[]) => makeLine(1, 'left', runs);
const text = (y: number, right = RIGHT) => line(run('the values agree with those of earlier work', LEFT, y, { right }));
const paragraph = (y: number, lines = 6) => Array.from({ length: lines }, (_, i) => text(y + 12 * i));

/**
 * Returns a line in which words and formulas alternate, separated by `$`. The line starts at `x` or is centred in the
 * column.
 */
function rowOf(parts: string, y: number, x?: number): Line {
  const width = 5 * parts.replaceAll('$', '').length;
  let at = x ?? (LEFT + RIGHT - width) / 2;
  const runs = parts.split('$').flatMap((part, i) => {
    const left = at;
    at += 5 * part.length;
    return part === '' ? [] : [run(part, left, y, i % 2 === 0 ? {} : { font: MATH })];
  });
  return line(...runs);
}

/**
 * Returns the lines recognised as displays between two paragraphs. The second paragraph begins 20 points below them.
 */
function displaysAmong(...rows: readonly Line[]): readonly Line[] {
  const last = Math.max(...rows.map(({ baseline }) => baseline));
  return displaysBetween(rows, last + 20);
}

function displaysBetween(rows: readonly Line[], below: number): readonly Line[] {
  const lines = [...paragraph(88), ...rows, ...paragraph(below)];
  const displays = findDisplays(lines, measure(lines));
  expect([...displays].every((one) => rows.includes(one))).toBe(true);
  return rows.filter((row) => displays.has(row));
}

describe('a formula with as many words as a line of text', () => {
  const rows = {
    'names of quantities': 'weight = $a+b$ height + $c$ age',
    'a function of names': '$H$(height | age, weight, $a+b$) = $P$(age | $a$)',
    'a statement with a name': '$H$: the slopes of both lines are equal',
    'a relation and a condition': '$a>b$ implies that $c$ equals $d$',
  };

  test.each(Object.entries(rows))('is a display in the middle of its column: %s', (_, parts) => {
    const row = rowOf(parts, 168);
    expect(displaysAmong(row)).toEqual([row]);
    expect(displaysAmong(rowOf(parts, 168, LEFT + 12))).toEqual([]);
    expect(displaysAmong(rowOf(parts, 168, LEFT + 30))).toEqual([]);
    // Within a paragraph, the line has no extra space above or below.
    expect(displaysAmong(rowOf(parts, 160))).toEqual([]);
    expect(displaysBetween([row], 180)).toEqual([]);
  });

  test.each(Object.entries(rows))('is a display with its number: %s', (_, parts) => {
    const number = run('(12)', RIGHT - 20, 168);
    const row = line(...rowOf(parts, 168, LEFT + 30).runs, number);
    expect(displaysAmong(row)).toEqual([row]);
  });

  test('may have a second row, and needs no space above it below a short line', () => {
    const two = [rowOf('weight = $a+b$ height + $c$ age', 168, 100), rowOf('$+d+e$ brightness + $f$ colour', 184, 170)];
    expect(displaysAmong(...two)).toEqual(two);
    const between = [rowOf('weight = $a+b$ height', 168), text(188, LEFT + 20), rowOf('height = $c+d$ age', 200)];
    expect(displaysAmong(...between)).toEqual([between[0], between[2]]);
  });

  test('is not a display if it ends in the number of another formula or fills its column', () => {
    const [letters, number] = [run('a>b+c+d', 80, 168, { font: MATH }), run('(12)', RIGHT - 20, 168)];
    const words = run('and so on for the weights of all, because of', 118, 168, { right: RIGHT - 24 });
    expect(displaysAmong(line(letters, words, number))).toEqual([]);
    const wide = run('and so on for the weights of all, because of it', 96, 168, { right: RIGHT - 8 });
    expect(displaysAmong(line(run('a>b+c+d', 58, 168, { font: MATH }), wide))).toEqual([]);
  });

  test.each([
    ['a sentence', rowOf('the weight of them is $a=b$ and the', 168)],
    [
      'a title',
      line(run('weight = ', 170, 168, { font: BOLD }), run('a+b', 215, 168, { font: { ...BOLD, math: true } })),
    ],
    ['code', line(run('weight = height ', 150, 168, { font: MONO }), run('+a+b', 230, 168, { font: MATH }))],
    ['the rest of a sentence', rowOf(': the slopes of both lines are $a=b$', 168)],
    ['words with a sign', rowOf('weight = height + age', 168)],
    ['words after a colon', rowOf('Note: the slopes of both lines are equal', 168)],
  ])('is not a display if it is %s', (_, row) => {
    expect(displaysAmong(row)).toEqual([]);
  });
});
