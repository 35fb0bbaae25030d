import type { Box } from '../../block.ts';
import { median, overlapLength } from '../../geometry.ts';
import type { Lattice, PageContent, TextRun } from '../../reading/page-content.ts';
import { largestSize } from '../rows/row-sizes.ts';
import { buildRows, letterCount } from '../rows/rows.ts';
import { regionsOfBrackets } from '../displays/tall-brackets.ts';
import { cutRow, extentOf, findColumns } from './table-columns.ts';
import { cutRun } from '../rows/words.ts';
import type { LinedCell, TableRegion } from './table-region.ts';
import { CELL_GAP } from './unruled-tables.ts';

/** Points by which text may extend beyond the lines of a table. */
const BEYOND = 2;
/** Minimum share of cells with text. Forms and graph paper have mostly empty cells. */
const FILLED_SHARE = 0.3;
/** Maximum number of letters in a cell. Cells with more letters are columns of text. */
const LETTERS_OF_TEXT = 350;
/** Minimum width of a line across a table, as a share of the table width. */
const ACROSS = 0.8;
/** Maximum share of words that cross a line between two cells. */
const CROSSING_SHARE = 0.05;

/**
 * Maximum distance from the lines across a matrix to its bracket. TeX's lines end at most `\arraycolsep`, 5 points,
 * before the bracket.
 */
const BRACKET_WITHIN = 6; // points
/** Minimum share of the lines' height that the bracket next to the lines covers. */
const BRACKET_SHARE = 0.6;

/**
 * Extracts the tables that have lines between their columns from a page. The lines of a drawing have little text
 * between them.
 */
export function takeLattices(page: PageContent): { page: PageContent; tables: readonly TableRegion[] } {
  let rest = page;
  const tables: TableRegion[] = [];
  for (const lattice of page.lattices ?? []) {
    const table = tableOf(rest, lattice);
    if (!table) continue;
    tables.push(table);
    rest = without(rest, lattice.box);
  }
  return { page: rest, tables };
}

function tableOf(page: PageContent, lattice: Lattice): TableRegion | undefined {
  const runs = page.runs.filter((run) => isInBox(run, lattice.box));
  if (runs.length === 0 || isCrossed(runs, lattice) || isInBrackets(page.runs, lattice.box)) return undefined;
  const sides = [...new Set(lattice.cells.flatMap(({ box }) => [box.left, box.right]))];
  const parts = runs.flatMap((run) => cutRun(run, (before, next) => sides.some((x) => isBetween(x, before, next))));
  const cells = lattice.cells.map(({ box, ...cell }) => ({
    ...cell,
    lines: buildRows(parts.filter((run) => isInBox(run, box, 0))),
  }));
  const taken = new Set(cells.flatMap(({ lines }) => lines.flatMap((line) => line.runs)));
  if (letterCount([...taken]) < letterCount(parts) * (1 - CROSSING_SHARE) || !isTabular(cells)) return undefined;
  const table = { page: page.number, box: lattice.box, rows: buildRows(parts), ruleHeights: heightsAcross(lattice) };
  return hasColumnsWithin(cells) ? table : { ...table, cells };
}

/** Minimum number of lines. Fewer lines may have aligned gaps by chance. */
const FEWEST_LINES = 4;

/** Minimum share of the lines that have a gap as wide as the gap between cells. */
const IN_COLUMNS = 0.6;

/** Returns whether some columns have no line between them. */
function hasColumnsWithin(cells: readonly LinedCell[]): boolean {
  const stacks = Map.groupBy(cells, ({ column, columnSpan }) => `${column} ${columnSpan}`);
  return [...stacks.values()].some((stack) => {
    const lines = stack.flatMap((cell) => cell.lines);
    if (lines.length < FEWEST_LINES) return false;
    const columns = findColumns(lines);
    const several = lines.filter((line) => {
      const parts = cutRow(line, columns).map(extentOf);
      return parts.some((part, i) => i > 0 && part.left - (parts[i - 1]?.right ?? 0) > CELL_GAP * largestSize(line));
    });
    return several.length >= IN_COLUMNS * lines.length;
  });
}

/** Returns the heights of the lines across the whole table, or nearly the whole table. */
function heightsAcross({ box, cells }: Lattice): number[] {
  const widths = new Map<number, number>();
  for (const { box: own } of cells) widths.set(own.top, (widths.get(own.top) ?? 0) + own.right - own.left);
  return [...widths].flatMap(([top, width]) => (width >= ACROSS * (box.right - box.left) ? [top] : []));
}

function isBetween(x: number, before: { right: number }, next: { left: number }): boolean {
  return before.right <= x + 1 && next.left >= x - 1;
}

function isInBox(run: Pick<TextRun, 'left' | 'right' | 'baseline' | 'size'>, box: Box, margin = BEYOND): boolean {
  const [x, y] = [(run.left + run.right) / 2, run.baseline - 0.3 * run.size];
  return x >= box.left - margin && x < box.right + margin && y >= box.top - margin && y < box.bottom + margin;
}

/**
 * Returns whether a tall bracket is at a side of the lattice. The lines of such a lattice divide a matrix into blocks.
 */
function isInBrackets(runs: readonly TextRun[], { left, right, top, bottom }: Box): boolean {
  const isBeside = (bracket: Box, away: number) =>
    Math.abs(away) < BRACKET_WITHIN &&
    overlapLength(bracket.top, bracket.bottom, top, bottom) >= BRACKET_SHARE * (bottom - top);
  return (
    regionsOfBrackets(runs, 'left').some((bracket) => isBeside(bracket, left - bracket.right)) ||
    regionsOfBrackets(runs, 'right').some((bracket) => isBeside(bracket, bracket.left - right))
  );
}

/** Minimum share of the extent of print or of a drawing that must be inside a box. */
const INSIDE = 0.8;

/** Returns whether words cross the lines, as on graph paper. */
function isCrossed(runs: readonly TextRun[], { cells }: Lattice): boolean {
  const words = runs.flatMap((run) => run.words.map((word) => ({ ...word, baseline: run.baseline, size: run.size })));
  const crossing = words.filter((word) => {
    const cell = cells.find(({ box }) => isInBox(word, box, 0))?.box;
    const width = word.right - word.left;
    return cell && overlapLength(word.left, word.right, cell.left - BEYOND, cell.right + BEYOND) < INSIDE * width;
  });
  return crossing.length > Math.max(1, CROSSING_SHARE * words.length);
}

/** Returns whether several rows and columns have text and no cell is a column of text. */
function isTabular(cells: readonly LinedCell[]): boolean {
  const filled = cells.filter(({ lines }) => lines.length > 0);
  const rows = new Set(filled.map(({ row }) => row));
  const columns = new Set(filled.map(({ column }) => column));
  const letters = filled.map(({ lines }) => letterCount(lines.flatMap((line) => line.runs)));
  return (
    rows.size >= 2 &&
    columns.size >= 2 &&
    sharesSides(cells) &&
    filled.length >= FILLED_SHARE * cells.length &&
    median(letters, 0) < LETTERS_OF_TEXT
  );
}

/** Minimum share of the cell sides that several rows have in common. Boxes around single words share few sides. */
const SHARED_SIDES = 0.25;

/** Returns whether cells begin at the same positions in several rows. */
function sharesSides(cells: readonly LinedCell[]): boolean {
  const starts = Map.groupBy(
    cells.filter(({ column }) => column > 0),
    ({ column }) => column,
  );
  const shared = [...starts.values()].filter((own) => new Set(own.map(({ row }) => row)).size > 1);
  return starts.size === 1 || shared.length >= SHARED_SIDES * starts.size;
}

function without(page: PageContent, box: Box): PageContent {
  const isInside = (one: Box) => {
    const area = (one.right - one.left) * (one.bottom - one.top);
    const shared =
      overlapLength(one.left, one.right, box.left - BEYOND, box.right + BEYOND) *
      overlapLength(one.top, one.bottom, box.top - BEYOND, box.bottom + BEYOND);
    return shared >= INSIDE * area;
  };
  return {
    ...page,
    runs: page.runs.filter((run) => !isInBox(run, box)),
    rules: page.rules.filter(({ left, right, y }) => !isInside({ left, right, top: y - BEYOND, bottom: y + BEYOND })),
    drawings: page.drawings.filter((one) => !isInside(one)),
    grids: page.grids.filter((one) => !isInside(one)),
  };
}
