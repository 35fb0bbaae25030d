import type { Piece } from '../layout/arrange.ts';
import { textOf } from '../layout/headings/heading-style.ts';
import { readGrid } from '../layout/tables/table-grid.ts';
import type { Cell } from '../layout/tables/table-rows.ts';
import type { Caption } from './captions.ts';
import type { TableGrid, TableRegion } from '../layout/tables/table-region.ts';

/** A note at the end of a page that says that a table continues. */
const NOTE =
  /^(?:table\s\S{1,6}\s)?[([—–-]{0,3}\s?cont(?:inued|inues|\.|['’]d)\s(?:on|from)\s(?:the\s)?(?:next|previous|following)\spage[)\].…]{0,3}$/i;

export function dropContinuationNotes(pieces: readonly Piece[]): Piece[] {
  return pieces.filter((piece) => piece.kind === 'table' || !NOTE.test(textOf(piece.group)));
}

/**
 * Returns the grids of tables. A table that continues over several pages has one grid, at its first part. Heads
 * repeated on later pages are omitted.
 *
 * @param tables in reading order
 * @param following the tables that directly follow the previous table, without anything in between
 */
export function readGrids(
  tables: readonly TableRegion[],
  captionOf: ReadonlyMap<TableRegion, Caption>,
  following: ReadonlySet<TableRegion>,
): Map<TableRegion, TableGrid> {
  const grids = new Map<TableRegion, TableGrid>();
  let first: TableRegion | undefined;
  let before: TableRegion | undefined;
  for (const table of tables) {
    const grid = readGrid(table);
    const above = first && grids.get(first);
    const isRest =
      first &&
      above &&
      before &&
      isNext(before, table) &&
      (continues(grid, above, captionOf.get(table), captionOf.get(first)) ||
        (following.has(table) && !captionOf.has(table) && isAlike(grid, table, above, before)));
    if (first && above && isRest) grids.set(first, { ...above, cells: [...above.cells, ...withoutHead(grid, above)] });
    else {
      grids.set(table, grid);
      first = table;
    }
    before = table;
  }
  return grids;
}

/** Returns whether a table is on the page or in the column after the previous table. */
function isNext(before: TableRegion, table: TableRegion): boolean {
  const pages = Math.floor(table.page) - Math.floor(before.page);
  return pages === 1 || (pages === 0 && table.box.left > before.box.right);
}

const SAME_WIDTH = 6; // points

/**
 * Returns whether a table has the columns and the width of the previous part. The rest of a long table may have no
 * heads.
 */
function isAlike(grid: TableGrid, table: TableRegion, above: TableGrid, before: TableRegion): boolean {
  const width = ({ box }: TableRegion) => box.right - box.left;
  return (
    grid.cells[0]?.length === above.cells[0]?.length &&
    table.page > before.page &&
    Math.abs(width(table) - width(before)) < SAME_WIDTH
  );
}

function continues(
  grid: TableGrid,
  above: TableGrid,
  caption: Caption | undefined,
  first: Caption | undefined,
): boolean {
  if (grid.cells[0]?.length !== above.cells[0]?.length) return false;
  // Without a caption, only the repeated head identifies a part.
  if (caption === undefined) return above.header > 0 && repeatsHead(grid, above);
  return first !== undefined && caption.label === first.label;
}

function repeatsHead(grid: TableGrid, above: TableGrid): boolean {
  return above.cells.slice(0, above.header).every((row, i) => textOfRow(row) === textOfRow(grid.cells[i] ?? []));
}

function withoutHead(grid: TableGrid, above: TableGrid): TableGrid['cells'] {
  return grid.cells.slice(repeatsHead(grid, above) ? above.header : 0);
}

function textOfRow(row: readonly Cell[]): string {
  return row
    .map((cell) =>
      cell
        .flat()
        .map((run) => run.text)
        .join(' '),
    )
    .join('\t');
}
