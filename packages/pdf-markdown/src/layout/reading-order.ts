import type { Box } from '../block.ts';
import { cutRow, type CutRow, type Gutter } from './columns.ts';
import { absorbFragments } from './inline-fragments.ts';
import { makeLine, type Column, type Line } from './line.ts';
import type { PageRows } from './running-heads.ts';
import { splitAtGaps, type PlacedRun } from './rows.ts';
import type { TableRegion } from './tables.ts';

/** An item of a page's text, in reading order. */
export type FlowItem =
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'table'; readonly table: TableRegion; readonly column: Column };

/** A wider gap within a column is more than a space: before the number of a formula, or between cells. */
const PIECE_GAP = 30; // sizes
const SHORT_LAST_LINE = 1.5; // sizes below the line before

/** Orders a page. Items that span the page divide it into bands; within each band the left column comes first. */
export function readingOrder(page: PageRows, tables: readonly TableRegion[], gutter: Gutter | undefined): FlowItem[] {
  const lines = gutter ? linesInColumns(page, gutter) : page.rows.flatMap((row) => toLines(page, 'full', row.runs));
  const items: FlowItem[] = [
    ...absorbFragments(lines).map((line) => ({ kind: 'line', line }) as const),
    ...tables.map((table) => ({ kind: 'table', table, column: columnOf(table.box, gutter) }) as const),
  ];
  return inBands(items);
}

function columnOfItem(item: FlowItem): Column {
  return item.kind === 'line' ? item.line.column : item.column;
}

/** The column that contains a box. */
function columnOf(box: Box, gutter: Gutter | undefined): Column {
  if (!gutter) return 'full';
  if (box.right < gutter.right + 4) return 'left';
  return box.left > gutter.left - 4 ? 'right' : 'full';
}

function linesInColumns(page: PageRows, gutter: Gutter): Line[] {
  const lines: Line[] = [];
  let above: { right: number; left: number; baseline: number; size: number } | undefined;
  for (const row of page.rows) {
    const cut = continueFull(cutRow(row, gutter), above, row.baseline);
    if ('full' in cut) {
      const own = toLines(page, 'full', cut.full);
      lines.push(...own);
      const first = own[0];
      above = first && { ...first.box, baseline: row.baseline, size: first.size };
    } else {
      lines.push(...toLines(page, 'left', cut.left), ...toLines(page, 'right', cut.right));
      above = undefined;
    }
  }
  return lines;
}

/** The short last line of a block across both columns belongs to the block, not to the left column. */
function continueFull(
  cut: CutRow,
  above: { left: number; baseline: number; size: number } | undefined,
  baseline: number,
): CutRow {
  if (!above || 'full' in cut || cut.right.length > 0) return cut;
  const [first] = cut.left;
  const isNear = baseline - above.baseline < SHORT_LAST_LINE * above.size;
  const isLike = first !== undefined && Math.abs(first.size - above.size) < 0.6 && first.left > above.left - 2;
  return isNear && isLike ? { full: cut.left } : cut;
}

function toLines(page: PageRows, column: Column, runs: readonly PlacedRun[]): Line[] {
  return splitAtGaps(runs, PIECE_GAP).map((piece) => makeLine(page.number, column, piece));
}

function inBands(items: readonly FlowItem[]): FlowItem[] {
  const ordered: FlowItem[] = [];
  let left: FlowItem[] = [];
  let right: FlowItem[] = [];
  for (const item of items.toSorted((a, b) => middle(a) - middle(b))) {
    const column = columnOfItem(item);
    if (column === 'left') left.push(item);
    else if (column === 'right') right.push(item);
    else {
      ordered.push(...left, ...right, item);
      left = [];
      right = [];
    }
  }
  return [...ordered, ...left, ...right];
}

/** Tables are placed by their upper edge, because their rows are no longer among the lines. */
function middle(item: FlowItem): number {
  return item.kind === 'line' ? item.line.baseline - 0.3 * item.line.size : item.table.box.top;
}
