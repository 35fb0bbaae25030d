import type { Box } from '../../block.ts';
import { mode, enclose } from '../../geometry.ts';
import { textOf, toParts, writeMarkdown } from '../../text/inline-math.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { proseShare } from './prose.ts';
import { lettersIn } from '../rows/rows.ts';

/** Position of a line on its page: in one of two columns, across both, or in a sidebar. */
export type Column = 'left' | 'right' | 'full' | 'side';

export interface Line {
  /** Page number, counted from 1. */
  readonly page: number;
  readonly column: Column;
  readonly runs: readonly PlacedRun[];
  readonly text: string;
  /**
   * Returns the line's text as Markdown. This step reads the formulas and is the slowest, so it runs only for lines
   * that are written.
   */
  readonly markdown: () => string;
  /** Distance in points from the page's upper edge. */
  readonly baseline: number;
  /** Font size of most letters of the line, in points. */
  readonly size: number;
  readonly box: Box;
  /**
   * Shares from 0 to 1. `bold`, `italic` and `smallCaps` refer to the letters in words, `math` and `mono` to all
   * letters.
   */
  readonly bold: number;
  readonly italic: number;
  readonly smallCaps: number;
  readonly math: number;
  readonly mono: number;
  /** Share of the letters that are in words: 0 for a bare formula, 1 for plain text. */
  readonly prose: number;
}

export function isSameColumn(a: Line, b: Line): boolean {
  return a.page === b.page && a.column === b.column;
}

/** Minimum share of a line's letters in a style for a line that is mostly in the style. */
export const MOSTLY = 0.5;
/**
 * Minimum share of a line's letters in a style for a line that is entirely in the style. Punctuation may be in another
 * font.
 */
export const WHOLLY = 0.97;

/** Ascender and descender of common text fonts in em. */
const ASCENT = 0.75;
const DESCENT = 0.22;

export function makeLine(page: number, column: Column, runs: readonly PlacedRun[]): Line {
  const own = runs.filter((run) => !run.script);
  const main = own.length > 0 ? own : runs;
  const letters = new Map(runs.map((run) => [run, lettersIn(run)]));
  const lettersOf = (run: PlacedRun) => letters.get(run) ?? 0;
  const size = mode(
    main.map((run) => [run.size, lettersOf(run)]),
    0.1,
    10,
  );
  const parts = toParts(runs);
  let markdown: string | undefined;
  return {
    page,
    column,
    runs,
    text: textOf(parts),
    markdown: () => (markdown ??= writeMarkdown(parts)),
    baseline: mode(
      main.map((run) => [run.baseline, lettersOf(run)]),
      0.1,
      0,
    ),
    size,
    box: boxOfRuns(runs),
    ...stylesOf(own, lettersOf),
    math: shareOf(runs, (run) => run.font.math || run.script !== undefined, lettersOf),
    mono: shareOf(runs, (run) => run.font.mono, lettersOf),
    prose: proseShare(runs, size),
  };
}

type LettersOf = (run: PlacedRun) => number;

function shareOf(runs: readonly PlacedRun[], is: (run: PlacedRun) => boolean, lettersOf: LettersOf): number {
  let all = 0;
  let own = 0;
  for (const run of runs) {
    const letters = lettersOf(run);
    all += letters;
    if (is(run)) own += letters;
  }
  return own / Math.max(1, all);
}

const PLAIN = { bold: 0, italic: 0, smallCaps: 0 };

/**
 * Returns the shares of styles in a line. Only words define the style, because a heading with an italic title may have
 * an upright number or letter.
 */
function stylesOf(runs: readonly PlacedRun[], lettersOf: LettersOf): Pick<Line, 'bold' | 'italic' | 'smallCaps'> {
  if (!runs.some(({ font }) => font.bold || font.italic || font.smallCaps)) return PLAIN;
  const lettered = runs.filter((run) => !run.font.math && /\p{L}/u.test(run.text));
  const named = lettered.filter((run) => /\p{L}{2}/u.test(run.text));
  const words = named.length > 0 ? named : lettered;
  return {
    bold: shareOf(words, (run) => run.font.bold, lettersOf),
    italic: shareOf(words, (run) => run.font.italic, lettersOf),
    smallCaps: shareOf(words, (run) => run.font.smallCaps, lettersOf),
  };
}

/** Returns the approximate region of the glyphs. Their exact boxes are unknown. */
export function boxOfRuns(runs: readonly PlacedRun[]): Box {
  const boxes = runs.map((run) => ({
    left: run.left,
    top: run.baseline - ASCENT * run.size,
    right: run.right,
    bottom: run.baseline + DESCENT * run.size,
  }));
  return enclose(boxes) ?? { left: 0, top: 0, right: 0, bottom: 0 };
}
