import type { Box } from '../../block.ts';
import { cutRow, type CutRow, type Gutter } from './columns.ts';
import { absorbFragments } from '../rows/inline-fragments.ts';
import { findSideAbstract, type SideAbstract } from './side-abstract.ts';
import { findSideCaptions, type SideCaptions } from '../captions/side-captions.ts';
import { boxOfRuns, makeLine, type Column, type Line } from '../lines/line.ts';
import type { PageRows, Row } from '../rows/page-rows.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { letterCount, splitAtGaps } from '../rows/rows.ts';
import { withoutRuns } from '../tables/tables.ts';
import { uncutFormulas } from './wide-formulas.ts';
import { findWrappedCaptions, type WrappedCaption } from '../captions/wrapped-captions.ts';
import type { TableRegion } from '../tables/table-region.ts';

/** An item of a page's text, in reading order. */
export type FlowItem =
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'table'; readonly table: TableRegion; readonly column: Column };

type PageItem =
  | FlowItem
  | { readonly kind: 'beside'; readonly lines: readonly Line[] }
  | { readonly kind: 'wrapped'; readonly lines: readonly Line[]; readonly y: number }
  | { readonly kind: 'rule'; readonly y: number };

/** Maximum width of a space within a column. A wider gap precedes a formula number or separates cells. */
const PIECE_GAP = 30; // em
const SHORT_LAST_LINE = 1.5; // em below the line before

/** Maximum indent of the first line of a block. */
const INDENT = 1.5; // em

/**
 * Orders the items of a page. Items across the page divide it into bands. Within each band, the left column comes
 * first.
 */
export function readingOrder(page: PageRows, tables: readonly TableRegion[], gutter: Gutter | undefined): FlowItem[] {
  const beside = findSideCaptions(gutter ? page.rows.filter((row) => 'full' in cutRow(row, gutter)) : page.rows);
  const sideRuns = new Set(beside.flatMap(({ captions }) => captions.flat(2)));
  const wrapped = findWrappedCaptions(withoutRuns(page.rows, sideRuns), page.drawings, gutter);
  const aside = page.number === 1 ? findSideAbstract(page.rows, page.rules) : undefined;
  const taken = new Set([...(aside?.taken ?? []), ...sideRuns, ...wrapped.flatMap(({ lines: own }) => own.flat())]);
  const rest = { ...page, rows: withoutRuns(page.rows, taken) };
  const lines = gutter ? linesInColumns(rest, gutter) : rest.rows.flatMap((row) => toLines(page, 'full', row.runs));
  const items: PageItem[] = [
    ...(aside ? abstractItems(page, aside) : []),
    ...absorbFragments(lines).map((line) => ({ kind: 'line', line }) as const),
    ...tables.map((table) => ({ kind: 'table', table, column: columnOfTable(page, table, gutter) }) as const),
    ...beside.map(({ captions }) => ({ kind: 'beside', lines: linesBeside(page, captions) }) as const),
    ...wrapped.map(({ lines: own, y }) => ({ kind: 'wrapped', y, lines: wrappedLines(page, own, gutter) }) as const),
    ...dividers(page, tables, gutter).map((y) => ({ kind: 'rule', y }) as const),
  ];
  return inBands(items);
}

/** Returns the article data, followed by the abstract next to it. */
function abstractItems(page: PageRows, { info, abstract, y }: SideAbstract): PageItem[] {
  const linesOf = (rows: SideAbstract['info']) => rows.map((runs) => makeLine(page.number, 'full', runs));
  return [
    { kind: 'wrapped', y, lines: linesOf(info) },
    ...linesOf(abstract).map((line) => ({ kind: 'line', line }) as const),
  ];
}

/** Returns the heights of rules across the gutter. REVTeX prints such a rule between the text and the references. */
function dividers(page: PageRows, tables: readonly TableRegion[], gutter: Gutter | undefined): number[] {
  if (!gutter) return [];
  const isOfTable = (y: number) => tables.some(({ box }) => y > box.top - 1 && y < box.bottom + 1);
  return page.rules
    .filter((rule) => rule.left < gutter.left && rule.right > gutter.right && !isOfTable(rule.y))
    .map(({ y }) => y);
}

/** Returns the lines of adjacent captions, one caption after the other. */
function linesBeside(page: PageRows, captions: SideCaptions['captions']): Line[] {
  return captions.flatMap((lines, k) =>
    lines.map((runs) => makeLine(page.number, k % 2 === 0 ? 'left' : 'right', runs)),
  );
}

function wrappedLines(page: PageRows, lines: WrappedCaption['lines'], gutter: Gutter | undefined): Line[] {
  const column = columnOf(boxOfRuns(lines.flat()), gutter);
  return lines.map((runs) => makeLine(page.number, column, runs));
}

function columnOfItem(item: PageItem): Column {
  if (item.kind === 'wrapped') return item.lines[0]?.column ?? 'full';
  if (item.kind === 'beside' || item.kind === 'rule') return 'full';
  return item.kind === 'line' ? item.line.column : item.column;
}

/**
 * Minimum number of column lines next to a table that is wider than its column. With fewer lines, the table spans both
 * columns.
 */
const LINES_BESIDE = 2;
const LETTERS_BESIDE = 12;
const AT_EDGE = 2; // points

/**
 * Returns the column of a table. A table that is too wide for its column extends across the gutter, next to text of the
 * other column.
 */
function columnOfTable(page: PageRows, { box }: TableRegion, gutter: Gutter | undefined): Column {
  const column = columnOf(box, gutter);
  if (!gutter || column !== 'full') return column;
  const middle = (gutter.left + gutter.right) / 2;
  const isLeft = middle - box.left > box.right - middle;
  const beside = page.rows.filter(({ baseline, runs }) => {
    const own = runs.filter((run) =>
      isLeft
        ? run.left > gutter.right - AT_EDGE && run.right > box.right
        : run.right < gutter.left + AT_EDGE && run.left < box.left,
    );
    return baseline > box.top && baseline < box.bottom && letterCount(own) >= LETTERS_BESIDE;
  });
  return beside.length < LINES_BESIDE ? 'full' : isLeft ? 'left' : 'right';
}

/** Maximum distance by which a table extends beyond its column. */
const OVERHANG = 4; // points

function columnOf(box: Box, gutter: Gutter | undefined): Column {
  if (!gutter) return 'full';
  if (box.right < gutter.right + OVERHANG) return 'left';
  return box.left > gutter.left - OVERHANG ? 'right' : 'full';
}

function linesInColumns(page: PageRows, gutter: Gutter): Line[] {
  const lines: Line[] = [];
  let above: { right: number; left: number; baseline: number; size: number } | undefined;
  const cut = (row: Row): CutRow =>
    isCodeOfLeft(row, page, gutter) ? { left: row.runs, right: [] } : cutRow(row, gutter);
  const cuts = uncutFormulas(page.rows, cut, gutter, page.rules);
  page.rows.forEach((row, i) => {
    const cut = continueFull(cuts[i] ?? { full: row.runs }, above, row.baseline);
    if ('full' in cut) {
      const own = toLines(page, 'full', cut.full);
      for (const one of own) lines.push(one);
      const first = own[0];
      above = first && { ...first.box, baseline: row.baseline, size: first.size };
    } else {
      for (const side of ['left', 'right'] as const)
        for (const line of toLines(page, side, cut[side])) lines.push(line);
      above = undefined;
    }
  });
  return lines;
}

/** Maximum vertical distance between a line and adjacent lines of the right column. */
const BESIDE = 1; // em

/**
 * Returns whether this is a line of code that is too long for the left column. The line has text of the right column
 * next to it.
 */
function isCodeOfLeft({ baseline, runs }: Row, { rows }: PageRows, gutter: Gutter): boolean {
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last || first.left > gutter.left || last.right < gutter.right) return false;
  const isBeside = (other: Row) =>
    other.runs[0] !== first &&
    Math.abs(other.baseline - baseline) < BESIDE * first.size &&
    other.runs.some((run) => run.left > gutter.right - AT_EDGE && !run.font.mono);
  return runs.every((run) => run.font.mono) && rows.some(isBeside);
}

/** Maximum difference between the font sizes of lines in a block. */
const SAME_SIZE = 0.6; // points

/** Keeps the short last line of a full-width block in the block. Otherwise the line would go to the left column. */
function continueFull(
  cut: CutRow,
  above: { left: number; baseline: number; size: number } | undefined,
  baseline: number,
): CutRow {
  if (!above || 'full' in cut || cut.right.length > 0) return cut;
  const [first] = cut.left;
  const isNear = baseline - above.baseline < SHORT_LAST_LINE * above.size;
  const isLike =
    first !== undefined &&
    Math.abs(first.size - above.size) < SAME_SIZE &&
    first.left > above.left - INDENT * above.size;
  return isNear && isLike ? { full: cut.left } : cut;
}

function toLines(page: PageRows, column: Column, runs: readonly PlacedRun[]): Line[] {
  return splitAtGaps(runs, PIECE_GAP).map((piece) => makeLine(page.number, column, piece));
}

function inBands(items: readonly PageItem[]): FlowItem[] {
  const ordered: PageItem[] = [];
  let left: PageItem[] = [];
  let right: PageItem[] = [];
  for (const item of items.toSorted((a, b) => middle(a) - middle(b))) {
    const column = columnOfItem(item);
    if (column === 'left') left.push(item);
    else if (column === 'right') right.push(item);
    else {
      for (const one of [...left, ...right, item]) ordered.push(one);
      left = [];
      right = [];
    }
  }
  return [...ordered, ...left, ...right].flatMap((item): FlowItem[] => {
    if (item.kind === 'rule') return [];
    if (item.kind === 'line' || item.kind === 'table') return [item];
    return item.lines.map((line) => ({ kind: 'line', line }));
  });
}

/**
 * Returns the height by which an item is sorted. Tables are sorted by their upper edge, because their rows are no
 * longer among the lines.
 */
function middle(item: PageItem): number {
  if (item.kind === 'table') return item.table.box.top;
  if (item.kind === 'rule' || item.kind === 'wrapped') return item.y;
  const line = item.kind === 'line' ? item.line : item.lines[0];
  return line ? line.baseline - 0.3 * line.size : 0;
}
