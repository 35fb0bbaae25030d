import { gatherFormulas, joinFormula } from './cell-formulas.ts';
import { readLattice } from './lattice-grid.ts';
import type { Row } from '../rows/page-rows.ts';
import { usualSize } from '../rows/row-sizes.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { cutRow, extentOf, findColumns, isAcross, type Columns } from './table-columns.ts';
import {
  groupByLeading,
  isValue,
  joinBody,
  joinHeader,
  joinWrapped,
  mergeAll,
  type HeadLine,
  type TableRow,
} from './table-rows.ts';
import { splitAtLeaders } from '../rows/words.ts';
import type { TableGrid, TableRegion } from './table-region.ts';

/** Splits a table into columns at the strips that all or nearly all rows leave free. Joins the lines of each row. */
export function readGrid(table: TableRegion): TableGrid {
  if (table.cells) return readLattice(table.cells);
  const printed = gatherFormulas(table.rows).map((row) => ({ ...row, runs: row.runs.flatMap(splitAtLeaders) }));
  const bands = bandsOf(printed, table.ruleHeights);
  const columns = columnsOf(printed, bands);
  const lines = bands.map((band) => band.map((row) => lineOf(row, columns)));
  const [head, ...body] = lines.length > 1 ? lines : splitHead(lines[0] ?? []);
  const groups = groupByLeading(body);
  const rows = groups ? groups.flatMap((own) => joinWrapped(own.map(mergeAll))) : body.flatMap(joinBody);
  const joined = joinHeader(head ?? [], stepOf(rows), table.partHeights);
  return { cells: [...joined, ...rows].map((row) => row.cells), header: joined.length };
}

/** Returns the lines above the first number of a table without rules, and the other lines. */
function splitHead(lines: readonly HeadLine[]): HeadLine[][] {
  const values = lines.filter((line) => line.cells.slice(1).some(isValue));
  const at = lines.indexOf(values[0] as HeadLine);
  return at > 0 && at <= MOST_OF_HEAD && values.length >= VALUES_SHARE * (lines.length - at)
    ? [lines.slice(0, at), lines.slice(at)]
    : [[], [...lines]];
}

function stepOf(rows: readonly TableRow[]): number {
  const steps = rows.slice(1).map((row, i) => row.baseline - (rows[i]?.baseline ?? 0));
  return Math.min(...steps);
}

/** Returns the rows between successive rules, without empty bands. */
function bandsOf(rows: readonly Row[], ruleHeights: readonly number[]): Row[][] {
  const bands = new Map<number, Row[]>();
  for (const row of rows) {
    const band = ruleHeights.filter((y) => y < row.baseline).length;
    bands.set(band, [...(bands.get(band) ?? []), row]);
  }
  return [...bands.values()];
}

/**
 * Returns the columns of a table. Headings may span several columns, so the columns come from the rows below the
 * headings if there are enough rows.
 */
function columnsOf(rows: readonly Row[], [header, ...body]: readonly (readonly Row[])[]): Columns {
  const below = body.flat();
  const columns = below.length < FEWEST_BODY_ROWS || !header ? undefined : findColumns(below);
  return columns && columns.strips.length > 0 ? columns : findColumns(rows);
}

const FEWEST_BODY_ROWS = 2;
/** Maximum number of lines above the numbers of a table without rules. */
const MOST_OF_HEAD = 4;
/** Minimum share of the lines below the head that have numbers. */
const VALUES_SHARE = 0.6;

/** Splits a line into cells at the strips. A spanning heading is one cell. */
function lineOf(row: Row, columns: Columns): HeadLine {
  const cells: PlacedRun[][] = Array.from({ length: columns.strips.length + 1 }, () => []);
  const across: number[] = [];
  for (const runs of cutRow(row, columns)) {
    const column = columnOf(runs, columns);
    if (columns.strips.some((strip) => isAcross(extentOf(runs), strip))) across.push(column);
    for (const run of runs) cells[column]?.push(run);
  }
  const joined = cells.map((runs) => (runs.length > 0 ? [joinFormula(runs)] : []));
  return { baseline: row.baseline, size: usualSize(row), cells: joined, across };
}

/** Returns the column of a cell. For a spanning heading, returns the first column. */
function columnOf(cell: readonly PlacedRun[], { strips }: Columns): number {
  const extent = extentOf(cell);
  const crossed = strips.findIndex((strip) => isAcross(extent, strip));
  if (crossed >= 0) return crossed;
  return strips.filter((strip) => strip.left + strip.right < extent.left + extent.right).length;
}
