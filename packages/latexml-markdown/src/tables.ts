import type { Element } from 'domhandler';
import { childElements, descendants, hasClass, parentElement } from './dom.ts';
import { asLines, type Flow } from './flow.ts';
import type { Reader, StructureReader } from './reader.ts';
import { joinSplitColumns } from './split-columns.ts';
import { BREAK, isVisible, type HtmlCell, type Inline, type Piece } from './tree.ts';

const isTable = (element: Element): boolean => element.name === 'table' || hasClass(element, 'ltx_tabular');

const isRow = (element: Element): boolean => element.name === 'tr' || hasClass(element, 'ltx_tr');

const isCell = (element: Element): boolean =>
  element.name === 'td' || element.name === 'th' || hasClass(element, 'ltx_td', 'ltx_th');

/** Maximum accepted span. A page may declare a span of a billion. */
const WIDEST_SPAN = 200;

interface Row {
  readonly cells: readonly HtmlCell[];
  readonly isHeader: boolean;
  /** Whether a rule as wide as the table separates the row from the row above. */
  readonly isRuled: boolean;
}

function spanOf(element: Element, direction: 'col' | 'row'): number {
  const written =
    element.attribs[`${direction}span`] ??
    /(?:^|\s)ltx_(?:col|row)span_(\d+)/.exec(element.attribs['class'] ?? '')?.[1];
  const span = Math.trunc(Number(written ?? 1));
  return span >= 1 ? Math.min(span, WIDEST_SPAN) : 1;
}

/** Returns the rows of this table. Rows of tables within its cells are not included. */
function rowElements(table: Element): Element[] {
  return [...descendants(table, (element) => !isRow(element))].filter(isRow);
}

function inHead(row: Element): boolean {
  const parent = parentElement(row);
  return parent !== undefined && (parent.name === 'thead' || hasClass(parent, 'ltx_thead'));
}

function readRow(row: Element, flow: Flow, reader: Reader): Row {
  const elements = childElements(row).filter(isCell);
  const cells = elements.map((element): HtmlCell => {
    const pieces = reader.pieces(element.children, (id) => flow.anchor(id));
    for (const piece of pieces) for (const id of piece.anchors) flow.anchor(id);
    return {
      header: element.name === 'th' || hasClass(element, 'ltx_th'),
      columns: spanOf(element, 'col'),
      rows: spanOf(element, 'row'),
      pieces: pieces.map((piece) => ({ ...piece, anchors: [] })),
    };
  });
  const isColumnHead = elements.every(
    (element, index) =>
      hasClass(element, 'ltx_th_column') ||
      (element.name === 'th' && !hasClass(element, 'ltx_th_row')) ||
      cells[index]?.pieces.length === 0,
  );
  return {
    cells,
    isHeader: inHead(row) || (isColumnHead && cells.some((cell) => cell.pieces.length > 0)),
    isRuled: elements.length > 0 && elements.every((element) => hasClass(element, 'ltx_border_t', 'ltx_border_tt')),
  };
}

/** Maximum number of cells after spans are expanded. In a larger table, spans are not expanded. */
const MOST_CELLS = 1_000_000;

const cover = (cell: HtmlCell): number => cell.columns * cell.rows;

/** Puts every cell into its column. Cells that a span covers are empty, so that the columns are preserved. */
function toGrid(rows: readonly Row[]): Inline[][][] {
  const covering = rows.reduce((sum, row) => row.cells.reduce((inRow, cell) => inRow + cover(cell), sum), 0);
  if (covering > MOST_CELLS) return rows.map((row) => row.cells.map((cell) => asLines(cell.pieces)));
  const grid: Inline[][][] = rows.map(() => []);
  const covered = rows.map(() => new Set<number>());
  let width = 0;
  rows.forEach((row, at) => {
    let column = 0;
    for (const cell of row.cells) {
      while (covered[at]?.has(column)) column += 1;
      (grid[at] as Inline[][])[column] = asLines(cell.pieces);
      for (let down = 0; down < Math.min(cell.rows, rows.length - at); down += 1) {
        for (let right = 0; right < cell.columns; right += 1) covered[at + down]?.add(column + right);
      }
      column += cell.columns;
      width = Math.max(width, column);
    }
  });
  if (width * rows.length > MOST_CELLS) return grid.map((row) => Array.from(row, (cell) => cell ?? []));
  return grid.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? []));
}

const widest = (rows: readonly (readonly unknown[])[]): number =>
  rows.reduce((width, row) => Math.max(width, row.length), 0);

const isEmpty = (row: readonly (readonly Inline[])[]): boolean => !row.some((cell) => cell.some(isVisible));

/** Joins header rows into one row, because Markdown allows only one. */
function stack(rows: readonly Inline[][][], width: number): Inline[][] {
  return Array.from({ length: width }, (_, column) => {
    const parts = rows.map((row) => row[column] ?? []).filter((cell) => cell.some(isVisible));
    return parts.flatMap((part, index) => (index > 0 ? [BREAK, ...part] : part));
  });
}

const isLayoutOnly = (pieces: readonly Piece[]): boolean =>
  pieces.every((piece) => piece.kind === 'figure' || piece.kind === 'caption');

/** Returns whether a cell contains more than lines: lists, programs, or tables with several columns. */
function needsHtml(pieces: readonly Piece[]): boolean {
  return pieces.some(
    (piece) =>
      ['list_item', 'code', 'quote', 'html_table', 'heading'].includes(piece.kind) ||
      (piece.kind === 'table' && piece.rows.length > 0),
  );
}

/** Maximum number of rows in an unmarked header. */
const TALLEST_HEADER = 3;

/**
 * Returns the number of header rows: the marked rows, or the rows above the first rule, as in papers. If there are no
 * such rows, returns 0, and Markdown gets an empty header.
 */
function headerCount(rows: readonly Row[]): number {
  const marked = rows.findIndex((row) => !row.isHeader);
  if (marked < 0) return 1;
  if (marked > 0) return marked;
  const ruled = rows.findIndex((row, at) => at > 0 && row.isRuled);
  return ruled > 0 && ruled <= TALLEST_HEADER && ruled < rows.length ? ruled : 0;
}

function putTable(rows: readonly Row[], flow: Flow): void {
  if (rows.some((row) => row.cells.some((cell) => needsHtml(cell.pieces)))) {
    flow.push({ kind: 'html_table', rows: rows.map((row) => row.cells) });
    return;
  }
  const heads = headerCount(rows);
  const grid = toGrid(rows);
  joinSplitColumns(grid);
  const header = stack(grid.slice(0, heads), widest(grid.slice(0, Math.max(1, heads))));
  const body = grid.slice(heads).filter((row) => !isEmpty(row));
  flow.push({ kind: 'table', header, rows: body });
}

/**
 * Writes a table with one column as lines of text within its line. Examples are `\shortstack` and a `tabular` in a
 * cell.
 */
function putColumn(rows: readonly Row[], flow: Flow): void {
  rows.forEach((row, index) => {
    if (index > 0) flow.add(BREAK);
    for (const inline of asLines(row.cells.flatMap((cell) => cell.pieces))) flow.add(inline);
  });
}

function putPieces(pieces: readonly Piece[], flow: Flow): void {
  for (const { anchors, ...piece } of pieces) {
    for (const id of anchors) flow.anchor(id);
    flow.push(piece);
  }
}

/** Reads tables with spans, several header rows and nested tables. Tables that only arrange images become figures. */
export const readTable: StructureReader = (element, flow, reader) => {
  if (!isTable(element)) return false;
  const captions = childElements(element).filter((child) => child.name === 'caption');
  reader.read(captions, flow);
  const rows = rowElements(element).map((row) => readRow(row, flow, reader));
  const cells = rows.flatMap((row) => row.cells).filter((cell) => cell.pieces.length > 0);
  const width = widest(rows.map((row) => row.cells));
  if (cells.length === 0) return true;
  if (cells.every((cell) => isLayoutOnly(cell.pieces)) || (cells.length === 1 && needsHtml(cells[0]?.pieces ?? []))) {
    flow.endParagraph();
    for (const cell of cells) putPieces(cell.pieces, flow);
  } else if (width === 1 && !cells.some((cell) => needsHtml(cell.pieces))) {
    putColumn(rows, flow);
  } else {
    flow.endParagraph();
    flow.within(element.attribs['id'], () => putTable(rows, flow));
  }
  return true;
};
