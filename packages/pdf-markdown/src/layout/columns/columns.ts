import { median, quantile } from '../../geometry.ts';
import type { PageRows, Row } from '../rows/page-rows.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { letterCount, splitAtGaps } from '../rows/rows.ts';

/** The empty strip between two columns. */
export interface Gutter {
  /** End of the full lines of the left column, and start of the right column, in points. */
  readonly left: number;
  readonly right: number;
}

/** Range of a gutter's position, as shares of the page width. Gutters are near the middle of the page. */
const SEARCH_FROM = 0.36;
const SEARCH_TO = 0.64;
/**
 * Weight of a letter in the gutter, relative to a letter next to the gutter. With a larger weight, a full-width
 * abstract would hide two columns below it.
 */
const CROSSING_WEIGHT = 1.2;
/** Minimum gap between columns in em. A&A has 11.3 points with 10-point text. */
const COLUMN_GAP = 0.85;
/** Minimum share of a page's letters in each column of a two-column page. */
const SIDE_SHARE = 0.12;

/**
 * Minimum share of pages with columns in a two-column paper. The gutters of these pages are also tried on all other
 * pages. Appendices may have a single column.
 */
const COLUMNS_ON = 0.2;

/** Finds the gutter of each page. The gutter of a one-column page is undefined. */
export function findGutters(pages: readonly PageRows[]): (Gutter | undefined)[] {
  const own = pages.map((page) => findGutter(page));
  const found = own.filter((gutter) => gutter !== undefined);
  if (found.length < COLUMNS_ON * pages.length) return own;
  const usual = usualGutters(found);
  return pages.map((page, i) => own[i] ?? usual.find((gutter) => fits(page, gutter)));
}

/**
 * Maximum distance between gutters that count as the same gutter. Left and right pages of mirrored layouts have
 * different gutters.
 */
const SAME_GUTTER = 4; // points

/** Returns the different gutters of a document, most frequent first. */
function usualGutters(found: readonly Gutter[]): Gutter[] {
  const groups: Gutter[][] = [];
  for (const gutter of found.toSorted((a, b) => a.left - b.left)) {
    const group = groups.at(-1);
    if (group?.[0] && gutter.left - group[0].left < SAME_GUTTER) group.push(gutter);
    else groups.push([gutter]);
  }
  const middle = (group: readonly Gutter[], side: 'left' | 'right') =>
    median(
      group.map((one) => one[side]),
      0,
    );
  return groups
    .toSorted((a, b) => b.length - a.length)
    .map((group) => ({ left: middle(group, 'left'), right: middle(group, 'right') }));
}

function findGutter(page: PageRows): Gutter | undefined {
  const rows = page.rows.map((row) => splitAtGaps(row.runs, COLUMN_GAP).map(pieceExtent));
  const pieces = rows.flat();
  const total = pieces.reduce((sum, piece) => sum + piece.letters, 0);
  const whole = bestCut(page.width, (x) => weigh(pieces, x));
  if (whole.score > 0 && whole.side >= SIDE_SHARE * total && hasMargin(whole.x, pieces))
    return gutterAt(whole.x, pieces, page.width);
  const band = bestCut(page.width, (x) => weighBand(rows, x));
  return band.score > 0 ? gutterAt(band.x, pieces, page.width) : undefined;
}

/** Minimum number of lines that begin at the margin of a right column. */
const LINES_AT_MARGIN = 3;
const AT_MARGIN = 1; // points

/**
 * Returns whether lines to the right of a cut have a common margin. On a one-column page with many displays, the right
 * sides of the displays may also be separated from their left sides.
 */
function hasMargin(x: number, pieces: readonly Extent[]): boolean {
  const starts = pieces.filter((piece) => piece.left >= x && piece.letters > COLUMN_LETTERS).map((piece) => piece.left);
  return starts.some(
    (start) => starts.filter((other) => Math.abs(other - start) < AT_MARGIN).length >= LINES_AT_MARGIN,
  );
}

/** Minimum number of letters in a piece that shows where a column begins or ends. */
const COLUMN_LETTERS = 15;

const NARROWEST_GUTTER = 4; // points
/** Maximum gutter width, as a share of the page width. Wider strips separate the columns of a table. */
const WIDEST_GUTTER = 0.15;

/** Returns the edges of the columns next to a cut. */
function gutterAt(x: number, pieces: readonly Extent[], pageWidth: number): Gutter | undefined {
  const before = pieces.filter((piece) => piece.right <= x && piece.letters > COLUMN_LETTERS);
  const after = pieces.filter((piece) => piece.left >= x && piece.letters > COLUMN_LETTERS);
  const ends = before.map((piece) => piece.right);
  const starts = after.map((piece) => piece.left);
  const gutter = { left: Math.min(x, quantile(ends, 0.9, x)), right: Math.max(x, quantile(starts, 0.1, x)) };
  const width = gutter.right - gutter.left;
  return width > NARROWEST_GUTTER && width < WIDEST_GUTTER * pageWidth ? gutter : undefined;
}

interface Extent {
  readonly left: number;
  readonly right: number;
  readonly letters: number;
}

function pieceExtent(runs: readonly PlacedRun[]): Extent {
  return {
    left: runs[0]?.left ?? 0,
    right: Math.max(...runs.map((run) => run.right)),
    letters: letterCount(runs),
  };
}

interface Weight {
  /** Number of letters in the column with fewer letters. */
  readonly side: number;
  readonly score: number;
}

function bestCut(width: number, weighAt: (x: number) => Weight): Weight & { readonly x: number } {
  let best = { x: width / 2, side: 0, score: -Infinity };
  let last = best.x;
  for (let x = Math.round(SEARCH_FROM * width); x <= SEARCH_TO * width; x++) {
    const cut = weighAt(x);
    if (cut.score > best.score) best = { x, ...cut };
    if (cut.score === best.score && x - last <= 1) last = x;
    if (best.x === x) last = x;
  }
  // The middle of the interval in which the score is constant.
  return { ...best, x: (best.x + last) / 2 };
}

/** Minimum number of lines in each column of a band set in columns. */
const BAND_ROWS = 6;
/** Minimum number of letters per line of a text column. Most table cells have fewer letters. */
const BAND_LETTERS = 22;

/**
 * Returns the heaviest band of rows that leave the cut free. A band is used for pages that are only partly in columns:
 * below a long abstract or above a wide table.
 */
function weighBand(rows: readonly (readonly Extent[])[], x: number): Weight {
  let best = 0;
  // Letters and rows on each side. The baselines of the columns may differ, so that no row has text on both sides.
  let [left, right, rowsLeft, rowsRight] = [0, 0, 0, 0];
  for (const pieces of rows) {
    let before = 0;
    let after = 0;
    let isAcross = false;
    for (const piece of pieces) {
      if (piece.right <= x) before += piece.letters;
      else if (piece.left >= x) after += piece.letters;
      else isAcross = true;
    }
    if (isAcross) {
      [left, right, rowsLeft, rowsRight] = [0, 0, 0, 0];
      continue;
    }
    left += before;
    right += after;
    if (before >= BAND_LETTERS) rowsLeft++;
    if (after >= BAND_LETTERS) rowsRight++;
    if (Math.min(rowsLeft, rowsRight) >= BAND_ROWS) best = Math.max(best, Math.min(left, right));
  }
  return { side: best, score: best };
}

function weigh(pieces: readonly Extent[], x: number): Weight {
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

/**
 * Minimum number of consecutive rows in a band set in columns. The rows leave the gutter free and end or begin at it.
 */
const ROWS_OF_A_BAND = 4;
const AT_COLUMN = 2; // points
/** Maximum distance in points by which ragged lines extend beyond their column. */
const BEYOND_COLUMN = 3; // points
const SHARE_BESIDE = 0.35;

/**
 * Returns whether enough rows leave the gutter free for two columns on the page or a part of the page. Columns may be
 * short below a long abstract or a wide figure.
 */
function fits(page: PageRows, gutter: Gutter): boolean {
  const middle = (gutter.left + gutter.right) / 2;
  let beside = 0;
  let across = 0;
  let band = 0;
  let longestBand = 0;
  for (const row of page.rows) {
    const pieces = splitAtGaps(row.runs, COLUMN_GAP).map(pieceExtent);
    const crossing = pieces.filter((piece) => piece.left < middle && piece.right > middle);
    const left = pieces.filter((piece) => piece.right <= gutter.left + BEYOND_COLUMN);
    const right = pieces.filter((piece) => piece.left >= gutter.right - BEYOND_COLUMN);
    for (const piece of crossing) across += piece.letters;
    for (const piece of [...left, ...right]) beside += piece.letters;
    if (isBesideReferences(row, right, gutter)) return true;
    if (crossing.length > 0) band = 0;
    else if (isOfColumns(left, right, gutter)) band++;
    longestBand = Math.max(longestBand, band);
  }
  return beside > SHARE_BESIDE * (beside + across) || longestBand >= ROWS_OF_A_BAND;
}

/**
 * Returns whether the row has references next to their heading. Below a one-column appendix, the references may begin
 * with a few lines in the right column.
 */
function isBesideReferences({ runs }: Row, right: readonly Extent[], gutter: Gutter): boolean {
  const heading = runs.filter((run) => run.right <= gutter.left + AT_COLUMN).map(({ text }) => text);
  return (
    right.some((piece) => Math.abs(piece.left - gutter.right) <= AT_COLUMN) && /^references$/i.test(heading.join(''))
  );
}

/**
 * Returns whether a row has text on both sides of a gutter, or a line on one side. The baselines of the two columns may
 * differ.
 */
function isOfColumns(left: readonly Extent[], right: readonly Extent[], gutter: Gutter): boolean {
  const isLineOf = (pieces: readonly Extent[], isAt: (piece: Extent) => boolean) =>
    pieces.some((piece) => piece.letters >= BAND_LETTERS && isAt(piece));
  return (
    (left.length > 0 && right.some((piece) => piece.left <= gutter.right + AT_COLUMN)) ||
    isLineOf(left, (piece) => Math.abs(piece.right - gutter.left) <= AT_COLUMN) ||
    isLineOf(right, (piece) => Math.abs(piece.left - gutter.right) <= AT_COLUMN)
  );
}

/** A row cut at the gutter: one full-width line, or a part on each side. */
export type CutRow =
  | { readonly full: readonly PlacedRun[] }
  | { readonly left: readonly PlacedRun[]; readonly right: readonly PlacedRun[] };

const WORDS = /\p{L}{3}\s\p{L}{3}/u;
/** Maximum gap within a row, next to a fraction. */
const FRACTION_GAP = 5; // em
/** Maximum distance by which a line of one column may extend beyond the gutter, as a multiple of the gutter width. */
const OVERFULL = 0.8;

/**
 * Minimum gaps at the gutter: `least` in em, `share` as a share of the gutter width, and `overfull` in em next to an
 * overfull line.
 */
const CUT = { least: 0.55, share: 0.6, overfull: 0.15 };

export function cutRow(row: Row, gutter: Gutter): CutRow {
  const middle = (gutter.left + gutter.right) / 2;
  const reach = OVERFULL * (gutter.right - gutter.left) + 4;
  const overfull = overfullRuns(row, gutter, reach);
  const left: PlacedRun[] = [];
  const right: PlacedRun[] = [];
  for (const run of row.runs) {
    const isLeft = (run.left + run.right) / 2 < middle;
    if (overfull.has(run) || (isLeft && run.right < gutter.right + reach)) left.push(run);
    else if (!isLeft && run.left > gutter.left - reach) right.push(run);
    else return { full: row.runs };
  }
  if (isCentred(row, gutter)) return { full: row.runs };
  if (left.length === 0 || right.length === 0) return { left, right };
  const leftEnd = Math.max(...left.map((run) => run.right));
  const rightStart = Math.min(...right.map((run) => run.left));
  const size = Math.max(...row.runs.map((run) => run.size));
  // The gap between two columns is as wide as the gutter. Word spaces are narrower.
  const isCut = rightStart - leftEnd > Math.max(CUT.least * size, CUT.share * (gutter.right - gutter.left));
  // An overfull line narrows the gap, but the right column still begins at its margin.
  const isOverfull = Math.abs(rightStart - gutter.right) < 1 && rightStart - leftEnd > CUT.overfull * size;
  return isCut || isOverfull ? { left, right } : { full: row.runs };
}

const NO_RUNS: ReadonlySet<PlacedRun> = new Set();

/**
 * Returns the runs of a formula in the left column if the formula is wider than the column. Runs in or beyond the
 * gutter are included.
 */
function overfullRuns(row: Row, gutter: Gutter, reach: number): ReadonlySet<PlacedRun> {
  if (!row.runs.some((run) => run.font.math)) return NO_RUNS;
  const middle = (gutter.left + gutter.right) / 2;
  // A run at the edge of the right column belongs to that column, even directly after a formula.
  const pieces = splitAtGaps(row.runs, FRACTION_GAP).map((runs) => {
    const edge = runs.findIndex((run) => Math.abs(run.left - gutter.right) < 1);
    return edge < 0 ? runs : runs.slice(0, edge);
  });
  const wide = pieces.find((runs) => {
    const { left, right } = pieceExtent(runs);
    const isWide = left < gutter.left && right > middle && right < gutter.right + reach;
    return isWide && goesOnBeyond(runs, middle);
  });
  // A word of a full-width line may begin at that edge by chance.
  const isFormula = wide?.some((run) => run.font.math) && !wide.some((run) => !run.font.math && WORDS.test(run.text));
  return new Set(isFormula ? wide : []);
}

/**
 * Returns whether runs continue without a gap beyond the middle of the gutter. A gap at a fraction after a bracket is
 * allowed.
 */
function goesOnBeyond(runs: readonly PlacedRun[], middle: number): boolean {
  const at = runs.findIndex((run) => run.right > middle);
  const [before, first] = [runs[at - 1], runs[at]];
  if (!before || !first || first.left - before.right < COLUMN_GAP * first.size) return true;
  return before.font.math && /[([{|⟨⎛⎜⎝⎡⎢⎣]$/.test(before.text);
}

/** Minimum start and maximum width of a centred line, as shares of the left column's right edge. */
const CENTRED = { from: 0.5, width: 0.6 };

/** Returns whether the row is a short line in the middle of the page, such as a full-width heading. */
function isCentred({ runs }: Row, gutter: Gutter): boolean {
  if (!runs.some((run) => run.left < gutter.left - 1 && run.right > gutter.right + 1)) return false;
  const start = Math.min(...runs.map((run) => run.left));
  const end = Math.max(...runs.map((run) => run.right));
  return start > CENTRED.from * gutter.left && end - start < CENTRED.width * gutter.left;
}
