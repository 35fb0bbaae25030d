import { splitAtLeaders, splitAtWideSpaces, splitWords } from './words.ts';
import { countCells, type TableRegion } from './tables.ts';
import { letterCount, type PlacedRun, type Row } from './rows.ts';

const LONG_CELL = 18; // letters

/** Text of the table's cells, row by row; all rows have the same number of cells. */
export interface TableGrid {
  readonly header: number;
  readonly cells: readonly (readonly (readonly PlacedRun[])[])[];
}

/** Cuts a table into columns at the strips that (nearly) all rows leave free. */
export function readGrid(table: TableRegion): TableGrid {
  const rows = table.rows.map((row) => ({ ...row, runs: row.runs.flatMap(splitAtLeaders) }));
  const edges = columnEdges({ ...table, rows });
  const cells = joinWrapped(rows.map((row) => cellsOf(row, edges)));
  const second = table.ruleHeights.find((y) => y > (table.rows[0]?.baseline ?? 0)) ?? 0;
  const header = table.rows.filter((row) => row.baseline < second).length;
  return { cells, header: header < table.rows.length ? header : 0 };
}

function cellsOf(row: Row, edges: readonly number[]): PlacedRun[][] {
  const cells: PlacedRun[][] = Array.from({ length: edges.length + 1 }, () => []);
  for (const run of row.runs.flatMap((one) => splitAtEdges(one, edges))) {
    const middle = (run.left + run.right) / 2;
    cells[edges.filter((edge) => edge < middle).length]?.push(run);
  }
  return cells;
}

/** A run with wide spaces in it holds several cells. */
function splitAtEdges(run: PlacedRun, edges: readonly number[]): PlacedRun[] {
  return edges.some((edge) => edge > run.left + 1 && edge < run.right - 1) ? splitWords(run) : [run];
}

/** A row with nothing but the rest of a long cell above it belongs to that row. */
function joinWrapped(rows: readonly PlacedRun[][][]): PlacedRun[][][] {
  const joined: PlacedRun[][][] = [];
  for (const row of rows) {
    const above = joined.at(-1);
    const filled = row.flatMap((cell, i) => (cell.length > 0 ? [i] : []));
    const [only = 0] = filled;
    const target = above?.[only];
    if (above && target && filled.length === 1 && only > 0 && letterCount(target) >= LONG_CELL) {
      target.push(...(row[only] ?? []).map((run) => ({ ...run, text: ` ${run.text}` })));
    } else joined.push(row);
  }
  return joined;
}

/** Free strips, as the x of their middles. Headings over several columns and notes may cross them. */
function columnEdges(table: TableRegion): number[] {
  const { left, right } = table.box;
  const width = Math.ceil(right - left) + 1;
  const covered = Array.from({ length: width }, () => 0);
  const rows = table.rows.filter((row) => countCells(row.runs) >= 2);
  for (const row of rows) {
    const taken = new Set<number>();
    for (const run of row.runs.flatMap(splitAtWideSpaces)) {
      const from = Math.max(0, Math.floor(run.left - left - 0.5));
      for (let x = from; x <= Math.min(width - 1, Math.ceil(run.right - left + 0.5)); x++) taken.add(x);
    }
    for (const x of taken) covered[x] = (covered[x] ?? 0) + 1;
  }
  const allowed = rows.length >= 6 ? Math.floor(0.12 * rows.length) : 0;
  const narrowest = narrowestStrip(table.rows);
  return freeStrips(covered, allowed, narrowest).map((strip) => left + emptiest(covered, strip));
}

/** Words within a cell are as near as this; columns are farther apart. Points. */
function narrowestStrip(rows: readonly Row[]): number {
  const sizes = rows.flatMap((row) => row.runs.map((run) => run.size)).toSorted((a, b) => a - b);
  return 0.55 * (sizes[sizes.length >> 1] ?? 9);
}

interface Strip {
  readonly from: number;
  readonly to: number;
}

function freeStrips(covered: readonly number[], allowed: number, narrowest: number): Strip[] {
  const strips: Strip[] = [];
  let start = -1;
  let begun = false;
  covered.forEach((count, x) => {
    if (count > allowed) {
      if (begun && start >= 0 && x - start >= narrowest) strips.push({ from: start, to: x });
      begun = true;
      start = -1;
    } else if (start < 0) start = x;
  });
  return strips;
}

/** The middle of the part of a strip that the fewest headings cross. */
function emptiest(covered: readonly number[], { from, to }: Strip): number {
  const least = Math.min(...covered.slice(from, to));
  const inside = covered.flatMap((count, x) => (x >= from && x < to && count === least ? [x] : []));
  return ((inside[0] ?? from) + (inside.at(-1) ?? to)) / 2;
}
