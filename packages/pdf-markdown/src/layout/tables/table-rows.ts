import { endsWithOperator } from '../../text/continued-lines.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { letterCount } from '../rows/rows.ts';
import { extentOf } from './table-columns.ts';

/** The lines of a cell. An empty cell has no lines. */
export type Cell = readonly (readonly PlacedRun[])[];

/** A row of a table. At first, each line is a row. Later, the lines of each row are joined. */
export interface TableRow {
  /** Baseline of the row's last line in points. */
  readonly baseline: number;
  /** Font size in points. */
  readonly size: number;
  readonly cells: readonly Cell[];
}

/** Maximum distance between lines that are side by side. A cell next to several lines is centred on these lines. */
const HALF_LINE = 0.8; // em
/** Minimum number of letters in a cell that may continue on the next line. */
const LONG_CELL = 18;
/** Minimum width of a line that continues, as a share of the widest line in its column. */
const FULL_LINE = 0.6;
/**
 * Minimum number of letters in a cell that may continue. This minimum applies to columns with hyphenated words, or with
 * sentences that continue in lower case.
 */
const LONG_OF_PROSE = 10;
/** Maximum distance between the lines of one cell. */
const SAME_CELL = 1.5; // em
/** The same distance if the upper line ends with an operator of a formula. The formula may have fractions. */
const BROKEN_CELL = 3; // em

/** A line of a table's head, with information on which of its cells span several columns. */
export interface HeadLine extends TableRow {
  readonly across: readonly number[];
}

/** Maximum distance between the lines of one head, as a share of the distance between rows of the table. */
const CLOSER_THAN_ROWS = 0.93;

/**
 * Joins the lines of each row of a head. A name over several columns stays in its own row above the names of these
 * columns.
 *
 * @param rowStep the distance between the table's rows, in points
 * @param ruled the heights of short rules. These rules separate rows
 */
export function joinHeader(lines: readonly HeadLine[], rowStep: number, ruled: readonly number[] = []): TableRow[] {
  if (lines.some((line, i) => isHalfLine(line, lines[i - 1]))) return [mergeAll(lines)];
  const rows: TableRow[] = [];
  lines.forEach((line, i) => {
    const above = lines[i - 1];
    const last = rows.at(-1);
    const isRuled = above && ruled.some((y) => y > above.baseline && y < line.baseline);
    if (!above || !last || isRuled || line.across.length > 0 || !continuesHead(above, line, rowStep)) {
      rows.push(line);
      return;
    }
    if (above.across.length > 0) rows[rows.length - 1] = onlyColumns(last, (column) => above.across.includes(column));
    const rest = above.across.length > 0 ? onlyColumns(above, (column) => !above.across.includes(column)) : last;
    rows.splice(above.across.length > 0 ? rows.length : -1, 1, merge(rest, line));
  });
  return rows;
}

function onlyColumns(row: TableRow, isKept: (column: number) => boolean): TableRow {
  return { ...row, cells: row.cells.map((cell, column) => (isKept(column) ? cell : [])) };
}

/**
 * Returns whether a line of a head continues names of the line above. The line continues names if it is closer than a
 * row, or if a name is broken at a hyphen. Otherwise, most names must continue in lower case, and the other names must
 * have fewer lines. Two full rows stay separate.
 */
function continuesHead(above: HeadLine, line: TableRow, rowStep: number): boolean {
  const [filled, before] = [filledOf(line), filledOf(above)];
  const shared = filled.filter((i) => before.includes(i) && !above.across.includes(i));
  const step = line.baseline - above.baseline;
  if (step > SAME_CELL * line.size || shared.length === 0 || filled.every((i) => isValue(line.cells[i]))) return false;
  const isWithin = filled.every((i) => before.includes(i));
  const continued = shared.filter((i) => continuesCell(above.cells[i], line.cells[i]));
  const isBroken = shared.some((i) => /\p{L}[-/]$/u.test(textOf(above.cells[i])));
  const isLower = continued.length > shared.length / 2 && filled.join() !== before.join();
  return (isWithin && step < CLOSER_THAN_ROWS * rowStep) || isBroken || isLower;
}

/** Maximum distance between lines of one cell, as a multiple of the usual distance. */
const SAME_LEADING = 1.12;
/**
 * Minimum share of the continued lines of cells that clearly continue the line above. A lower-case letter, a comma or a
 * hyphen shows this.
 */
const SURELY_CONTINUED = 0.3;
const FEWEST_GROUPS = 3;

/**
 * Groups the lines of each row by their distance. Works if the lines of a cell are closer than rows, or if lines
 * separate the rows. Returns undefined if the distances do not show the rows.
 *
 * @param bands the lines between successive rules
 */
export function groupByLeading(bands: readonly (readonly TableRow[])[]): TableRow[][][] | undefined {
  const leading = leadingOf(bands);
  if (leading === undefined) return undefined;
  const groups = bands.map((band) => {
    const own: TableRow[][] = [];
    band.forEach((line, i) => {
      if (i > 0 && line.baseline - (band[i - 1]?.baseline ?? 0) <= SAME_LEADING * leading) own.at(-1)?.push(line);
      else own.push([line]);
    });
    return own;
  });
  const several = groups.flat().filter((group) => group.length > 1);
  const isShown = groups.flat().length >= FEWEST_GROUPS && several.every(hasOneValue) && areContinued(several);
  return isShown ? groups : undefined;
}

/** Returns the usual distance in points between the lines of a cell, if some cell has several lines. */
function leadingOf(bands: readonly (readonly TableRow[])[]): number | undefined {
  const steps = bands.flatMap((band) =>
    (band[0]?.cells ?? []).flatMap((_, column) => {
      const own = band.filter((line) => line.cells[column]?.length);
      return own.slice(1).flatMap((line, i) => {
        const step = line.baseline - (own[i]?.baseline ?? 0);
        return step > HALF_LINE * line.size && step < SAME_CELL * line.size ? [step] : [];
      });
    }),
  );
  return steps.length === 0 ? undefined : Math.min(...steps);
}

/** Returns whether each column has at most one number in a group. */
function hasOneValue(group: readonly TableRow[]): boolean {
  return (group[0]?.cells ?? []).every((_, i) => group.filter((line) => isValue(line.cells[i])).length < 2);
}

function areContinued(groups: readonly (readonly TableRow[])[]): boolean {
  const pairs = groups.flatMap((group) =>
    (group[0]?.cells ?? []).flatMap((_, column) => {
      const own = group.flatMap((line) => (line.cells[column]?.length ? [line.cells[column]] : []));
      return own.slice(1).map((cell, i) => continuesCell(own[i], cell));
    }),
  );
  return pairs.length > 0 && pairs.filter(Boolean).length >= SURELY_CONTINUED * pairs.length;
}

/** Returns whether a cell is a number, possibly with a unit, or a sign that stands for a number. */
export function isValue(cell: Cell | undefined): boolean {
  const text = textOf(cell);
  return /[\d–—−]/.test(text) && !/\p{L}{3}/u.test(text);
}

function textOf(cell: Cell | undefined): string {
  return (cell ?? []).flatMap((line) => line.map((run) => run.text)).join(' ');
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
 * Joins the lines of a group in which every other line has cells centred between two lines. If the two lines belong to
 * a single cell, the group becomes one row. Otherwise the two lines are separate rows, and the centred cells belong to
 * the first row.
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

/** Returns whether all lines except one are parts of one cell: numerators, denominators and limits of its formulas. */
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
  return letterCount(signs) > letterCount(runs) / 2;
}

function areApart(line: TableRow, other: TableRow | undefined): boolean {
  return other === undefined || line.cells.every((cell, i) => cell.length === 0 || other.cells[i]?.length === 0);
}

function filledOf(row: TableRow): number[] {
  return row.cells.flatMap((cell, i) => (cell.length > 0 ? [i] : []));
}

/** Adds lines that contain only the rest of long cells to the row above. */
export function joinWrapped(lines: readonly TableRow[]): TableRow[] {
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
  /** Number of letters in the longest line. */
  readonly most: number;
  /** Width of the widest line in points. */
  readonly width: number;
  /** Minimum number of letters in the longest line if the cells of the column continue. */
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

/**
 * Returns whether a line has only one cell and this cell continues a formula of the row above. The part of the formula
 * above ends with an operator.
 */
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

export function mergeAll(rows: readonly TableRow[]): TableRow {
  return rows.reduce((all, row) => merge(all, row));
}

function merge(row: TableRow, below: TableRow): TableRow {
  return {
    baseline: below.baseline,
    size: row.size,
    cells: row.cells.map((cell, i) => [...cell, ...(below.cells[i] ?? [])]),
  };
}
