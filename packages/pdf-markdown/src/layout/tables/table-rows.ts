import { endsWithOperator } from '../../text/continued-lines.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { letterCount } from '../rows/rows.ts';
import { extentOf } from './table-columns.ts';

/** The lines of a cell, or nothing if it is empty. */
export type Cell = readonly (readonly PlacedRun[])[];

/** A row of a table. At first each line is a row. Later the lines of each row are joined. */
export interface TableRow {
  /** Baseline of its last line in points. */
  readonly baseline: number;
  /** Font size in points. */
  readonly size: number;
  readonly cells: readonly Cell[];
}

/** Closer lines are side by side: a cell next to several lines is centred on them. */
const HALF_LINE = 0.8; // em
/** A cell with this many letters may continue on the next line. */
const LONG_CELL = 18;
/** Minimum width of a line that continues, as a share of the widest line in its column. */
const FULL_LINE = 0.6;
/**
 * Letters from which a cell may continue in columns with hyphenated words, or with sentences that continue in lower
 * case.
 */
const LONG_OF_PROSE = 10;
/** Maximum distance of lines of one cell. */
const SAME_CELL = 1.5; // em
/** The same if the upper line ends with an operator of a formula, which may have fractions. */
const BROKEN_CELL = 3; // em

export function joinHeader(lines: readonly TableRow[]): TableRow[] {
  const isStacked = lines.some((line, i) => isHalfLine(line, lines[i - 1]));
  return isStacked ? [mergeAll(lines)] : [...lines];
}

/** Joins the lines of each row between two rules. */
export function joinBody(lines: readonly TableRow[]): TableRow[] {
  return joinWrapped(groupHalves(lines).flatMap(joinHalves));
}

function isHalfLine(line: TableRow | undefined, above: TableRow | undefined): boolean {
  return line !== undefined && above !== undefined && line.baseline - above.baseline < HALF_LINE * line.size;
}

/** Groups lines that overlap vertically. */
function groupHalves(lines: readonly TableRow[]): TableRow[][] {
  const groups: TableRow[][] = [];
  lines.forEach((line, i) => {
    if (isHalfLine(line, lines[i - 1])) groups.at(-1)?.push(line);
    else groups.push([line]);
  });
  return groups;
}

/**
 * Joins the lines of a group in which every other line has cells centred between two lines. If these two belong to a
 * single cell, everything is one row. Otherwise they are separate rows, and the centred cells belong to the first.
 */
function joinHalves(group: readonly TableRow[]): TableRow[] {
  if (isCellOfParts(group)) return [mergeAll(group)];
  if (group.length === 1 || !group.every((line, i) => areApart(line, group[i - 1]))) return [...group];
  const outer = group.filter((_, i) => i % 2 === 0);
  if (outer.every((line) => filledOf(line).length === 1)) return [mergeAll(group)];
  return outer.map((line, i) => {
    const beside = group[2 * i + 1];
    return beside ? { ...merge(line, beside), baseline: line.baseline } : line;
  });
}

/** Returns whether all lines but one are parts of one cell: numerators, denominators and limits of its formulas. */
function isCellOfParts(group: readonly TableRow[]): boolean {
  const [row, ...others] = group.filter((line) => filledOf(line).length > 1);
  if (!row || others.length > 0 || group.length === 1) return false;
  const columns = new Set(group.flatMap((line) => (line === row ? [] : filledOf(line))));
  const [column] = columns;
  const isOfRow = columns.size === 1 && column !== undefined && column > 0 && row.cells[column]?.length !== 0;
  return isOfRow && group.every((line) => line === row || isFormula(line.cells[column]));
}

function isFormula(cell: Cell | undefined): boolean {
  const runs = cell?.flat() ?? [];
  const signs = runs.filter((run) => run.font.math || run.script !== undefined || !/\p{L}{2}/u.test(run.text));
  return letterCount(signs) > 0.5 * letterCount(runs);
}

function areApart(line: TableRow, other: TableRow | undefined): boolean {
  return other === undefined || line.cells.every((cell, i) => cell.length === 0 || other.cells[i]?.length === 0);
}

function filledOf(row: TableRow): number[] {
  return row.cells.flatMap((cell, i) => (cell.length > 0 ? [i] : []));
}

/** Joins lines that contain only the rest of long cells to the row above. */
function joinWrapped(lines: readonly TableRow[]): TableRow[] {
  const rows: TableRow[] = [];
  const columns = lines[0]?.cells.map((_, i) => wrappedColumn(lines, i)) ?? [];
  for (const line of lines) {
    const above = rows.at(-1);
    if (above && isRest(line, above, columns)) rows[rows.length - 1] = merge(above, line);
    else rows.push(line);
  }
  return rows;
}

interface WrappedColumn {
  /** Letters of its longest line. */
  readonly most: number;
  /** Width of its widest line in points. */
  readonly width: number;
  /** Minimum letters of the longest line if the column's cells continue. */
  readonly least: number;
}

function wrappedColumn(lines: readonly TableRow[], column: number): WrappedColumn {
  const cells = lines.map((line) => line.cells[column]);
  const isProse = lines.some(
    (line, i) => filledOf(line).join() === String(column) && continuesCell(cells[i - 1], cells[i]),
  );
  return {
    most: Math.max(...cells.map(lettersInCell)),
    width: Math.max(...cells.flatMap((cell) => (cell ?? []).map(widthOf))),
    least: isProse ? LONG_OF_PROSE : LONG_CELL,
  };
}

/** Returns whether the words of a cell certainly continue in the cell below. */
function continuesCell(above: Cell | undefined, below: Cell | undefined): boolean {
  const [last, first] = [above?.at(-1)?.at(-1)?.text, below?.[0]?.[0]?.text];
  return last !== undefined && first !== undefined && /^\p{Ll}{2}/u.test(first) && /\p{L}[,-]?$/u.test(last);
}

function isRest(line: TableRow, above: TableRow, columns: readonly WrappedColumn[]): boolean {
  const filled = filledOf(line);
  const isNear = line.baseline - above.baseline < SAME_CELL * line.size;
  if (isBroken(line, above, filled)) return true;
  return (
    isNear &&
    !filled.includes(0) &&
    filled.every((i) => {
      const last = above.cells[i]?.at(-1);
      const { most, least, width } = columns[i] as WrappedColumn;
      return last !== undefined && most >= least && widthOf(last) >= FULL_LINE * width;
    })
  );
}

/** Returns whether the only cell of a line continues a formula that ends with an operator in the row above. */
function isBroken(line: TableRow, above: TableRow, [column, ...others]: readonly number[]): boolean {
  if (column === undefined || column === 0 || others.length > 0) return false;
  const isNear = line.baseline - above.baseline < BROKEN_CELL * line.size;
  return isNear && endsWithOperator(above.cells[column]?.at(-1) ?? []);
}

function widthOf(runs: readonly PlacedRun[]): number {
  const { left, right } = extentOf(runs);
  return right - left;
}

function lettersInCell(cell: Cell | undefined): number {
  return cell ? letterCount(cell.flat()) : 0;
}

function mergeAll(rows: readonly TableRow[]): TableRow {
  return rows.reduce((all, row) => merge(all, row));
}

function merge(row: TableRow, below: TableRow): TableRow {
  return {
    baseline: below.baseline,
    size: row.size,
    cells: row.cells.map((cell, i) => [...cell, ...(below.cells[i] ?? [])]),
  };
}
