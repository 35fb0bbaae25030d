import { median, quantile } from '../geometry.ts';
import type { PageRows } from './running-heads.ts';
import { letterCount, splitAtGaps, type PlacedRun, type Row } from './rows.ts';

/** The empty strip between two columns. */
export interface Gutter {
  /** Where the left column's full lines end and where the right column begins, points. */
  readonly left: number;
  readonly right: number;
}

/** A gutter is near the middle of the page: between these shares of its width. */
const SEARCH_FROM = 0.36;
const SEARCH_TO = 0.64;
/**
 * A letter in the gutter counts more than one beside it, but a full-width abstract must not hide two columns below it.
 */
const CROSSING_WEIGHT = 1.2;
/** Narrowest gap between columns, in sizes. A&A has 11.3 points beside 10-point text. */
const COLUMN_GAP = 0.85;
/** Each column of a two-column page has at least this share of its letters. */
const SIDE_SHARE = 0.12;

/**
 * A paper in two columns may have appendices in one. If this share of the pages has columns, their gutter is the usual
 * one.
 */
const COLUMNS_ON = 0.2;

/** Finds the gutter of each page; undefined for pages with one column. */
export function findGutters(pages: readonly PageRows[]): (Gutter | undefined)[] {
  const own = pages.map((page) => findGutter(page));
  const found = own.filter((gutter) => gutter !== undefined);
  if (found.length === 0) return own;
  const usual = {
    left: median(
      found.map((gutter) => gutter.left),
      0,
    ),
    right: median(
      found.map((gutter) => gutter.right),
      0,
    ),
  };
  return pages.map(
    (page, i) => own[i] ?? (found.length >= COLUMNS_ON * pages.length && fits(page, usual) ? usual : undefined),
  );
}

function findGutter(page: PageRows): Gutter | undefined {
  const pieces = page.rows.flatMap((row) => splitAtGaps(row.runs, COLUMN_GAP).map(extentOf));
  const total = pieces.reduce((sum, piece) => sum + piece.letters, 0);
  const { x, side, score } = bestCut(pieces, page.width);
  if (score <= 0 || side < SIDE_SHARE * total) return undefined;
  const before = pieces.filter((piece) => piece.right <= x && piece.letters > 15);
  const after = pieces.filter((piece) => piece.left >= x && piece.letters > 15);
  const gutter = {
    left: Math.min(
      x,
      quantile(
        before.map((piece) => piece.right),
        0.9,
        x,
      ),
    ),
    right: Math.max(
      x,
      quantile(
        after.map((piece) => piece.left),
        0.1,
        x,
      ),
    ),
  };
  return gutter.right - gutter.left > 4 ? gutter : undefined;
}

interface Extent {
  readonly left: number;
  readonly right: number;
  readonly letters: number;
}

function extentOf(runs: readonly PlacedRun[]): Extent {
  return {
    left: runs[0]?.left ?? 0,
    right: Math.max(...runs.map((run) => run.right)),
    letters: letterCount(runs),
  };
}

function bestCut(pieces: readonly Extent[], width: number): { x: number; side: number; score: number } {
  let best = { x: width / 2, side: 0, score: -Infinity };
  let last = best.x;
  for (let x = Math.round(SEARCH_FROM * width); x <= SEARCH_TO * width; x++) {
    const cut = weigh(pieces, x);
    if (cut.score > best.score) best = { x, ...cut };
    if (cut.score === best.score && x - last <= 1) last = x;
    if (best.x === x) last = x;
  }
  // The middle of the interval in which the score does not change.
  return { ...best, x: (best.x + last) / 2 };
}

function weigh(pieces: readonly Extent[], x: number): { side: number; score: number } {
  let left = 0;
  let right = 0;
  let crossing = 0;
  for (const piece of pieces) {
    if (piece.right <= x) left += piece.letters;
    else if (piece.left >= x) right += piece.letters;
    else crossing += piece.letters;
  }
  const side = Math.min(left, right);
  return { side, score: side - CROSSING_WEIGHT * crossing };
}

/** Whether the text of this page leaves the usual gutter free often enough to be set in two columns. */
function fits(page: PageRows, gutter: Gutter): boolean {
  let beside = 0;
  let across = 0;
  for (const row of page.rows) {
    for (const piece of splitAtGaps(row.runs, COLUMN_GAP).map(extentOf)) {
      const middle = (gutter.left + gutter.right) / 2;
      if (piece.right <= gutter.left + 3 || piece.left >= gutter.right - 3) beside += piece.letters;
      else if (piece.left < middle && piece.right > middle) across += piece.letters;
    }
  }
  return beside > 0.35 * (beside + across);
}

/** A row cut at the gutter: one line across the full width, or a part on either side. */
export type CutRow =
  | { readonly full: readonly PlacedRun[] }
  | { readonly left: readonly PlacedRun[]; readonly right: readonly PlacedRun[] };

/** How far a line of one column may extend beyond the gutter, in gutter widths. */
const OVERFULL = 0.8;

export function cutRow(row: Row, gutter: Gutter): CutRow {
  const middle = (gutter.left + gutter.right) / 2;
  const reach = OVERFULL * (gutter.right - gutter.left) + 4;
  const left = row.runs.filter((run) => (run.left + run.right) / 2 < middle && run.right < gutter.right + reach);
  const right = row.runs.filter((run) => (run.left + run.right) / 2 >= middle && run.left > gutter.left - reach);
  if (left.length + right.length < row.runs.length) return { full: row.runs };
  if (isCentred(left, right, gutter)) return { full: row.runs };
  if (left.length === 0 || right.length === 0) return { left, right };
  const leftEnd = Math.max(...left.map((run) => run.right));
  const rightStart = Math.min(...right.map((run) => run.left));
  const size = Math.max(...row.runs.map((run) => run.size));
  // Between columns the gap is as wide as the gutter; gaps between words are smaller.
  const isCut = rightStart - leftEnd > Math.max(0.55 * size, 0.6 * (gutter.right - gutter.left));
  // An overfull line narrows the gap, but the right column still begins at its margin.
  const isOverfull = Math.abs(rightStart - gutter.right) < 1 && rightStart - leftEnd > 0.15 * size;
  return isCut || isOverfull ? { left, right } : { full: row.runs };
}

/** Whether this is a short line in the middle of the page, such as a heading across both columns. */
function isCentred(left: readonly PlacedRun[], right: readonly PlacedRun[], gutter: Gutter): boolean {
  const all = [...left, ...right];
  const start = Math.min(...all.map((run) => run.left));
  const end = Math.max(...all.map((run) => run.right));
  const crosses = all.some((run) => run.left < gutter.left - 1 && run.right > gutter.right + 1);
  return crosses && start > 0.5 * gutter.left && end - start < 0.6 * gutter.left;
}
