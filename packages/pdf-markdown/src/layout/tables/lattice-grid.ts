import { median } from '../../geometry.ts';
import { gatherFormulas, joinFormula } from './cell-formulas.ts';
import { usualSize } from '../rows/row-sizes.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { joinBody, type Cell, type TableRow } from './table-rows.ts';
import { splitAtLeaders } from '../rows/words.ts';
import type { LinedCell, TableGrid } from './table-region.ts';

/** Reads a table whose lines mark the cells. Rows without a line between them are separated by their text. */
export function readLattice(lined: readonly LinedCell[]): TableGrid {
  const cells = withoutSlivers(lined);
  const bands = Map.groupBy(cells, (cell) => cell.row);
  const width = widthOf(cells);
  const rows = [...bands.values()].map((band) => splitBand(band, width));
  const filled = rows.flat().filter((row) => row.some((cell) => cell.length > 0));
  const used = Array.from({ length: width }, (_, i) => filled.some((row) => row[i]?.length));
  return { header: 1, cells: filled.map((row) => row.filter((_, i) => used[i])) };
}

function widthOf(cells: readonly LinedCell[]): number {
  return Math.max(...cells.map((cell) => cell.column + cell.columnSpan));
}

/**
 * Removes columns in which only cells without text begin. These columns are gaps between lines that separate the same
 * columns, but are drawn at different places in different rows.
 */
function withoutSlivers(lined: readonly LinedCell[]): readonly LinedCell[] {
  let cells = lined;
  for (let column = widthOf(cells) - 1; column >= 0; column--) {
    if (cells.some((cell) => cell.column === column && cell.columnSpan === 1 && cell.lines.length > 0)) continue;
    cells = cells
      .filter((cell) => cell.column !== column || cell.columnSpan > 1)
      .map((cell) => ({
        ...cell,
        column: cell.column > column ? cell.column - 1 : cell.column,
        columnSpan: cell.columnSpan - (cell.column <= column && cell.column + cell.columnSpan > column ? 1 : 0),
      }));
  }
  return cells;
}

/** Minimum distance between lines in separate rows, as a multiple of the usual distance within a cell. */
const ROW_STEP = 1.6;
const SAME_LINE = 0.5; // em
/** Minimum number of numbers below each other that are in separate rows. */
const FEWEST_NUMBERS = 2;
const NUMBER = /^[^\p{L}\d]*\d[^\p{L}]*\p{L}{0,2}$/u;

/** Returns the rows of a band between two lines, with the cells that begin in the band. */
function splitBand(band: readonly LinedCell[], width: number): Cell[][] {
  const lines = textLines(band, width);
  const single = band.filter((cell) => cell.rowSpan === 1 && cell.lines.length > 0);
  if (single.length < 2 || lines.length < 2 || band.some(({ rowSpan }) => rowSpan > 1)) return [merged(lines, width)];
  if (hasRowsOfNumbers(band)) return joinBody(lines).map((row) => [...row.cells]);
  return groupsApart(lines, band).map((group) => merged(group, width));
}

/**
 * Returns whether the cells have numbers below each other. The first cell must have as many lines as there are numbers.
 */
function hasRowsOfNumbers(band: readonly LinedCell[]): boolean {
  const [first, ...others] = band;
  return others.some(
    ({ lines }) =>
      lines.length >= FEWEST_NUMBERS &&
      (first?.lines.length ?? 0) >= lines.length &&
      lines.every((line) => NUMBER.test(line.runs.map((run) => run.text).join(''))),
  );
}

/** Splits lines at gaps wider than the gaps between lines of text. */
function groupsApart(lines: readonly TableRow[], band: readonly LinedCell[]): TableRow[][] {
  const steps = band.flatMap((cell) =>
    cell.lines.slice(1).map((line, i) => line.baseline - (cell.lines[i]?.baseline ?? 0)),
  );
  const step = ROW_STEP * Math.max(median(steps, 0), lines[0]?.size ?? 0);
  const groups: TableRow[][] = [];
  lines.forEach((line, i) => {
    const above = lines[i - 1]?.baseline ?? -Infinity;
    if (line.baseline - above > step) groups.push([line]);
    else groups.at(-1)?.push(line);
  });
  return groups;
}

function merged(lines: readonly TableRow[], width: number): Cell[] {
  return Array.from({ length: width }, (_, i) => lines.flatMap((line) => line.cells[i] ?? []));
}

/** Returns the text lines of a band. Each line extends across all cells of the band. */
function textLines(band: readonly LinedCell[], width: number): TableRow[] {
  const lines: { baseline: number; size: number; cells: PlacedRun[][][] }[] = [];
  const own = band.flatMap(({ column, lines: rows }) =>
    gatherFormulas(rows).map((row) => ({ row, column, size: usualSize(row) })),
  );
  for (const { row, column, size } of own.toSorted((a, b) => a.row.baseline - b.row.baseline)) {
    let line = lines.at(-1);
    if (!line || row.baseline - line.baseline > SAME_LINE * size || (line.cells[column]?.length ?? 0) > 0) {
      line = { baseline: row.baseline, size, cells: Array.from({ length: width }, () => []) };
      lines.push(line);
    }
    line.cells[column]?.push([...joinFormula(row.runs.flatMap(splitAtLeaders))]);
  }
  return lines;
}
