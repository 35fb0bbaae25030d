import { PLAIN_FONT, type FontStyle } from '../src/reading/font-style.ts';
import type { Word } from '../src/reading/page-content.ts';
import type { PageRows, Row } from '../src/layout/rows/page-rows.ts';
import type { PlacedRun } from '../src/text/placed-run.ts';

/** Returns a run of glyphs. Without `right`, letters are five points wide at size 10. */
export function run(
  text: string,
  left: number,
  baseline: number,
  more: Partial<PlacedRun> & { font?: FontStyle } = {},
): PlacedRun {
  const size = more.size ?? 10;
  const right = more.right ?? left + 0.5 * size * text.length;
  return {
    text,
    words: wordsOf(text, left, right),
    left,
    right,
    baseline,
    size,
    font: PLAIN_FONT,
    fontKey: 'f1',
    ...more,
  };
}

/** Splits a text into words with letters of equal width and spaces half as wide. */
function wordsOf(text: string, left: number, right: number): Word[] {
  const units = (part: string) => part.length - 0.5 * (part.split(' ').length - 1);
  const at = (index: number) => left + ((right - left) * units(text.slice(0, index))) / units(text);
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    left: at(index),
    right: at(index + word.length),
  }));
}

export const MATH: FontStyle = { ...PLAIN_FONT, math: true };
export const BOLD: FontStyle = { ...PLAIN_FONT, bold: true };

export function pageOf(number: number, rows: readonly Row[], more: Partial<PageRows> = {}): PageRows {
  return { number, turns: 0, width: 612, height: 792, rules: [], drawings: [], grids: [], rows, ...more };
}

export function rowOf(...runs: readonly PlacedRun[]): Row {
  return { baseline: runs[0]?.baseline ?? 0, runs };
}

export function linesOf(...lines: readonly (readonly [y: number, ...cells: (readonly [string, number])[]])[]) {
  return lines.map(([y, ...cells]) => rowOf(...cells.map(([text, left]) => run(text, left, y))));
}
