import { gatherFormulas, joinFormula } from './cell-formulas.ts';
import { readLattice } from './lattice-grid.ts';
import type { Row } from '../rows/page-rows.ts';
import { usualSize } from '../rows/row-sizes.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { cutRow, extentOf, findColumns, isAcross, type Columns } from './table-columns.ts';
import { joinBody, joinHeader, type Cell } from './table-rows.ts';
import { splitAtLeaders } from '../rows/words.ts';
import type { TableGrid, TableRegion } from './table-region.ts';

/** Splits a table into columns at the strips that (nearly) all rows leave free, and joins the lines of each row. */
export function readGrid(table: TableRegion): TableGrid {
  if (table.cells) return readLattice(table.cells);
  const rows = gatherFormulas(table.rows).map((row) => ({ ...row, runs: row.runs.flatMap(splitAtLeaders) }));
  const bands = bandsOf(rows, table.ruleHeights);
  const columns = columnsOf(rows, bands);
  const joined = bands.map((band, i) => {
    const lines = band.map((row) => ({ baseline: row.baseline, size: usualSize(row), cells: cellsOf(row, columns) }));
    return i === 0 && bands.length > 1 ? joinHeader(lines) : joinBody(lines);
  });
  const cells = joined.flat().map((row) => row.cells);
  return { cells, header: bands.length > 1 ? (joined[0]?.length ?? 0) : 0 };
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
 * Returns the table's columns. Headings may span several columns, so the rows below them are used if there are enough.
 */
function columnsOf(rows: readonly Row[], [header, ...body]: readonly (readonly Row[])[]): Columns {
  const below = body.flat();
  const columns = below.length < FEWEST_BODY_ROWS || !header ? undefined : findColumns(below);
  return columns && columns.strips.length > 0 ? columns : findColumns(rows);
}

const FEWEST_BODY_ROWS = 2;
/** Splits a line into cells at the strips. A spanning heading is one cell. */
function cellsOf(row: Row, columns: Columns): Cell[] {
  const cells: PlacedRun[][] = Array.from({ length: columns.strips.length + 1 }, () => []);
  for (const runs of cutRow(row, columns)) {
    const cell = cells[columnOf(runs, columns)];
    for (const run of runs) cell?.push(run);
  }
  return cells.map((runs) => (runs.length > 0 ? [joinFormula(runs)] : []));
}

/** Returns the column of a cell, for a spanning heading the first of its columns. */
function columnOf(cell: readonly PlacedRun[], { strips }: Columns): number {
  const extent = extentOf(cell);
  const crossed = strips.findIndex((strip) => isAcross(extent, strip));
  if (crossed >= 0) return crossed;
  return strips.filter((strip) => strip.left + strip.right < extent.left + extent.right).length;
}
