import type { Box } from '../../block.ts';
import { mode, enclose } from '../../geometry.ts';
import { textOf, toParts, writeMarkdown } from '../../text/inline-math.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { proseShare } from './prose.ts';
import { letterCount } from '../rows/rows.ts';

/** Position of a line on its page: in one of two columns, across both, or in a sidebar. */
export type Column = 'left' | 'right' | 'full' | 'side';

export interface Line {
  /** Counted from 1. */
  readonly page: number;
  readonly column: Column;
  readonly runs: readonly PlacedRun[];
  readonly text: string;
  /**
   * Returns its text as Markdown. Reads its formulas, the slowest step, so it is called only for lines that are
   * written.
   */
  readonly markdown: () => string;
  /** Points down from the page's upper edge. */
  readonly baseline: number;
  /** Font size of most of its letters in points. */
  readonly size: number;
  readonly box: Box;
  /** Shares from 0 to 1: bold, italic and smallCaps of the letters in words, math and mono of all letters. */
  readonly bold: number;
  readonly italic: number;
  readonly smallCaps: number;
  readonly math: number;
  readonly mono: number;
  /** Share of words in all letters: 0 for a bare formula, 1 for plain text. */
  readonly prose: number;
}

export function isSameColumn(a: Line, b: Line): boolean {
  return a.page === b.page && a.column === b.column;
}

/** Ascender and descender of common text fonts in em. */
const ASCENT = 0.75;
const DESCENT = 0.22;

export function makeLine(page: number, column: Column, runs: readonly PlacedRun[]): Line {
  const own = runs.filter((run) => !run.script);
  const main = own.length > 0 ? own : runs;
  const size = mode(
    main.map((run) => [run.size, letterCount([run])]),
    0.1,
    10,
  );
  const total = Math.max(1, letterCount(runs));
  const share = (is: (run: PlacedRun) => boolean) => letterCount(runs.filter(is)) / total;
  // Only words define the style: a heading's number or letter may be upright and its title italic.
  const lettered = runs.filter((run) => !run.script && !run.font.math && /\p{L}/u.test(run.text));
  const named = lettered.filter((run) => /\p{L}{2}/u.test(run.text));
  const words = named.length > 0 ? named : lettered;
  const styled = (is: (run: PlacedRun) => boolean) => letterCount(words.filter(is)) / Math.max(1, letterCount(words));
  const parts = toParts(runs);
  let markdown: string | undefined;
  return {
    page,
    column,
    runs,
    text: textOf(parts),
    markdown: () => (markdown ??= writeMarkdown(parts)),
    baseline: mode(
      main.map((run) => [run.baseline, letterCount([run])]),
      0.1,
      0,
    ),
    size,
    box: boxOfRuns(runs),
    bold: styled((run) => run.font.bold),
    italic: styled((run) => run.font.italic),
    smallCaps: styled((run) => run.font.smallCaps),
    math: share((run) => run.font.math || run.script !== undefined),
    mono: share((run) => run.font.mono),
    prose: proseShare(runs, size),
  };
}

/** Returns the approximate region of the glyphs, whose exact boxes are unknown. */
export function boxOfRuns(runs: readonly PlacedRun[]): Box {
  const boxes = runs.map((run) => ({
    left: run.left,
    top: run.baseline - ASCENT * run.size,
    right: run.right,
    bottom: run.baseline + DESCENT * run.size,
  }));
  return enclose(boxes) ?? { left: 0, top: 0, right: 0, bottom: 0 };
}
