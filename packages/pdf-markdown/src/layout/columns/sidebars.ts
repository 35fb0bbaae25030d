import { quantile } from '../../geometry.ts';
import type { PageRows, Row } from '../rows/page-rows.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { letterCount, splitAtGaps } from '../rows/rows.ts';
import { findSideAbstract } from './side-abstract.ts';
import { withoutRuns } from '../tables/tables.ts';

export interface Sidebars {
  readonly page: PageRows;
  readonly side: readonly Row[];
}

/** The column with most of a page's text. */
interface MainColumn {
  readonly left: number;
  readonly right: number;
  /** Font size in points. */
  readonly size: number;
}

interface Piece {
  readonly runs: readonly PlacedRun[];
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly letters: number;
}

/** Minimum space between a sidebar and the text. */
const SIDE_GAP = 0.6; // em
/** Minimum width of a space that divides a row. */
const PIECE_GAP = 0.85; // em
/** Minimum number of letters in a line that shows where the text begins and ends. */
const LONG_LINE = 40;
const FEWEST_LONG = 8;
const SAME_MARGIN = 3; // points
/** Minimum width of the main column, as a share of the page width. One of two columns is narrower. */
const MAIN_WIDTH = 0.45;
const MAIN_SHARE = 0.5; // share of the letters of the page
/**
 * Maximum width of a sidebar, as a share of the main column's width. A wider column next to the main column is one of
 * two columns.
 */
const WIDEST_SIDEBAR = 0.6;
const FEWEST_LINES = 3;
const LINES_BESIDE = 2;
/**
 * Tolerance for lines that are level. Rows of a table and items of a list are level with lines of the text. Lines of a
 * sidebar are level only by chance.
 */
const IN_STEP = 0.6; // points
const OUT_OF_STEP = 0.5; // share of the lines
/** Minimum number of lines of running text in a sidebar, and minimum share of lines that begin in lower case. */
const RUNNING_LINES = 5;
const RUNNING_SHARE = 0.4;

/**
 * Extracts sidebars and marginal notes from a page. These are narrow columns next to the main column, with independent
 * lines.
 */
export function takeSidebars(page: PageRows): Sidebars {
  const pieces = page.rows.flatMap(piecesOf);
  const main = mainColumn(pieces, page.width);
  if (!main) return { page, side: [] };
  const gap = SIDE_GAP * main.size;
  const left = sidebarOf(pieces, main, (piece) => piece.right <= main.left - gap);
  const right = sidebarOf(pieces, main, (piece) => piece.left >= main.right + gap);
  const taken = new Set([...left, ...right].flatMap(({ runs }) => runs));
  if (taken.size === 0 || findSideAbstract(page.rows, page.rules)) return { page, side: [] };
  const side = [left, right].flatMap((own) => own.map(({ runs, baseline }) => ({ runs, baseline })));
  return { page: { ...page, rows: withoutRuns(page.rows, taken) }, side };
}

function piecesOf({ runs, baseline }: Row): Piece[] {
  return splitAtGaps(runs, PIECE_GAP).map((own) => ({
    runs: own,
    left: Math.min(...own.map((run) => run.left)),
    right: Math.max(...own.map((run) => run.right)),
    // A sidebar and text in the same row may have different baselines.
    baseline: own.find((run) => !run.script)?.baseline ?? baseline,
    letters: letterCount(own),
  }));
}

/** Returns the column with the most letters in long lines. The lines begin at a common left margin. */
function mainColumn(pieces: readonly Piece[], width: number): MainColumn | undefined {
  const long = pieces.filter(({ letters }) => letters >= LONG_LINE);
  const groups = Map.groupBy(long, ({ left }) => Math.round(left / SAME_MARGIN));
  const lettersInGroup = (own: readonly Piece[]) => own.reduce((sum, { letters }) => sum + letters, 0);
  const [start] = [...groups].toSorted(([, a], [, b]) => lettersInGroup(b) - lettersInGroup(a));
  if (!start) return undefined;
  const margin = Math.min(...start[1].map(({ left }) => left));
  const lines = long.filter(({ left }) => Math.abs(left - margin) <= SAME_MARGIN);
  const right = quantile(
    lines.map((line) => line.right),
    0.9,
    margin,
  );
  const size = Math.max(...(lines[0]?.runs ?? []).map((run) => run.size));
  const isMain =
    lines.length >= FEWEST_LONG &&
    right - margin >= MAIN_WIDTH * width &&
    lettersInGroup(lines) >= MAIN_SHARE * lettersInGroup(pieces);
  return isMain ? { left: margin, right, size } : undefined;
}

/**
 * Returns the pieces next to the main column that form a sidebar. Returns an empty list if the pieces belong to lines
 * of the main column.
 */
function sidebarOf(pieces: readonly Piece[], main: MainColumn, isBeside: (piece: Piece) => boolean): Piece[] {
  const beside = pieces.filter(isBeside);
  const width = Math.max(0, ...beside.map((piece) => piece.right)) - Math.min(...beside.map((piece) => piece.left));
  if (beside.length < FEWEST_LINES || width > WIDEST_SIDEBAR * (main.right - main.left)) return [];
  const others = pieces.filter((piece) => !isBeside(piece));
  const lines = [...Map.groupBy(beside, ({ baseline }) => Math.round(baseline)).values()];
  const level = lines.filter((line) => {
    const [{ baseline } = { baseline: 0 }] = line;
    return !others.some((other) => Math.abs(other.baseline - baseline) <= IN_STEP);
  });
  const running = lines.filter(([first]) => /^\p{Ll}/u.test(first?.runs[0]?.text ?? ''));
  const isFree = level.length >= Math.max(FEWEST_LINES, OUT_OF_STEP * lines.length) && hasOthersBeside(beside, others);
  const isText = lines.length >= RUNNING_LINES && running.length >= RUNNING_SHARE * lines.length;
  return isFree || isText ? beside : [];
}

/** Returns whether other lines of the text are between the first and the last line. */
function hasOthersBeside(beside: readonly Piece[], others: readonly Piece[]): boolean {
  const [top, bottom] = [
    Math.min(...beside.map(({ baseline }) => baseline)),
    Math.max(...beside.map(({ baseline }) => baseline)),
  ];
  return others.filter(({ baseline }) => baseline > top && baseline < bottom).length >= LINES_BESIDE;
}
