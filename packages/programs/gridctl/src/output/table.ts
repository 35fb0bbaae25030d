import { fitText, padText, printable, textWidth } from './text-width.ts';

const COLOURS = { red: 31, green: 32, yellow: 33, cyan: 36, grey: 90, bold: 1 } as const;
export type Colour = keyof typeof COLOURS;

export interface Column {
  readonly heading: string;
  readonly align?: 'right';
}

export type Cell = string | { readonly text: string; readonly colour: Colour | undefined };

export interface TableLayout {
  /** The terminal's width. Undefined means that lines may be of any length. */
  readonly width: number | undefined;
  readonly colour: boolean;
  /**
   * The column widths of an earlier page, so that all pages of a table align. A page with these widths has no heading.
   */
  readonly continues?: readonly number[];
}

const GAP = '  ';
/** Narrower cells are illegible. On a narrower terminal the end of each line is cut instead. */
const NARROWEST = 8;

/** Lays out one page of a table. Only the widest columns shrink on a narrow terminal. */
export function layoutTable(columns: readonly Column[], rows: readonly (readonly Cell[])[], layout: TableLayout) {
  const natural = columns.map((column, index) =>
    Math.max(
      layout.continues?.[index] ?? textWidth(column.heading),
      ...rows.map((row) => textWidth(textOf(row[index] ?? ''))),
    ),
  );
  const widths = layout.width === undefined ? natural : shrink(natural, layout.width);
  const headings = columns.map((column): Cell => ({ text: column.heading, colour: 'bold' }));
  const all = layout.continues ? rows : [headings, ...rows];
  return { widths: natural, lines: all.map((row) => lineOf(columns, row, widths, layout)) };
}

function shrink(natural: readonly number[], width: number): number[] {
  const widths = [...natural];
  const total = () => widths.reduce((sum, each) => sum + each, GAP.length * (widths.length - 1));
  for (let excess = total() - width; excess > 0; excess -= 1) {
    const widest = Math.max(...widths);
    if (widest <= NARROWEST) break;
    widths[widths.lastIndexOf(widest)] = widest - 1;
  }
  return widths;
}

function lineOf(columns: readonly Column[], row: readonly Cell[], widths: readonly number[], layout: TableLayout) {
  let left = layout.width ?? Infinity;
  const parts: string[] = [];
  for (const [index, column] of columns.entries()) {
    const cell = row[index] ?? '';
    const width = Math.min(widths[index] ?? 0, left);
    if (width <= 0) break;
    const fitted = fitText(textOf(cell), width);
    // No trailing spaces, because they show up in diffs and copied text.
    const isLast = index === columns.length - 1;
    const padded = isLast && column.align !== 'right' ? fitted : padText(fitted, width, column.align);
    parts.push(paint(padded, typeof cell === 'string' ? undefined : cell.colour, layout.colour));
    left -= width + GAP.length;
  }
  return parts.join(GAP).trimEnd();
}

function textOf(cell: Cell): string {
  return printable(typeof cell === 'string' ? cell : cell.text);
}

function paint(text: string, colour: Colour | undefined, on: boolean): string {
  return on && colour ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text;
}

/** Lays out `label value` lines with aligned values, to show a single item. */
export function layoutFields(fields: readonly (readonly [string, Cell])[], layout: TableLayout): string[] {
  return layoutTable([{ heading: '' }, { heading: '' }], fields, layout).lines.slice(1);
}
