import { PLAIN_FONT, type FontStyle } from '../src/reading/font-style.ts';
import type { PlacedRun, Row } from '../src/layout/rows.ts';
import type { PageRows } from '../src/layout/running-heads.ts';

/** A made-up run of glyphs: five points a letter at size 10 unless `right` says otherwise. */
export function run(
  text: string,
  left: number,
  baseline: number,
  more: Partial<PlacedRun> & { font?: FontStyle } = {},
): PlacedRun {
  const size = more.size ?? 10;
  return {
    text,
    left,
    right: left + 0.5 * size * text.length,
    baseline,
    size,
    font: PLAIN_FONT,
    fontKey: 'f1',
    ...more,
  };
}

export const MATH: FontStyle = { ...PLAIN_FONT, math: true };
export const BOLD: FontStyle = { ...PLAIN_FONT, bold: true };

export function pageOf(number: number, rows: readonly Row[], more: Partial<PageRows> = {}): PageRows {
  return { number, turns: 0, width: 612, height: 792, rules: [], drawings: [], rows, ...more };
}

export function rowOf(...runs: readonly PlacedRun[]): Row {
  return { baseline: runs[0]?.baseline ?? 0, runs };
}
