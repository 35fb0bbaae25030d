import type { Document } from '../article/document.ts';
import { drawBox, textBox } from './box.ts';
import { type ColumnBlock, ColumnLayout } from './column-layout.ts';
import type { JournalStyle } from './journal-style.ts';
import { Sheet } from './sheet.ts';

const LINE_NUMBER_PT = 6;

/**
 * Fills the columns of sheets one after the other. A footnote takes space at the foot of the column that contains its
 * mark.
 */
export class ColumnFiller {
  readonly #style: JournalStyle;
  readonly #layout: ColumnLayout;
  readonly #width: number;
  readonly #sheets: Sheet[];
  readonly #firstTop: number;
  #column = 0;
  #top: number;
  #y: number;
  #floor: number;
  #notes: ColumnBlock[] = [];
  #lines = 0;

  /** @param sheets contains the first sheet, whose columns begin at `firstTop`. The filler adds further sheets. */
  constructor(style: JournalStyle, sheets: Sheet[], firstTop: number) {
    this.#style = style;
    this.#sheets = sheets;
    this.#firstTop = firstTop;
    this.#width = columnWidth(style);
    this.#layout = new ColumnLayout(style, this.#width);
    [this.#top, this.#y, this.#floor] = [firstTop, firstTop, style.margin.bottom];
  }

  fill(document: Document): void {
    for (const group of grouped(this.#layout.document(document))) {
      const called = group.flatMap(({ footnotes }) => footnotes).flatMap((note) => this.#layout.footnote(note));
      const calledHeight = heightOf(called) + (called.length > 0 && this.#notes.length === 0 ? 8 : 0);
      const height = heightOf(group) - (this.#isAtTop ? (group[0]?.above ?? 0) : 0);
      if (this.#y - height < this.#floor + calledHeight && !this.#isAtTop) this.#nextColumn();
      if (this.#isAtTop && group.every(({ isGap }) => isGap)) continue;
      for (const block of group) this.#place(block);
      this.#notes.push(...called);
      this.#floor += calledHeight;
    }
    this.#printNotes();
  }

  get #isAtTop(): boolean {
    return this.#y === this.#top;
  }

  get #sheet(): Sheet {
    const last = this.#sheets.at(-1);
    if (last === undefined) throw new Error('the first sheet is missing');
    return last;
  }

  get #left(): number {
    return this.#style.margin.side + this.#column * (this.#width + this.#style.gutter);
  }

  #nextColumn(): void {
    this.#printNotes();
    const { page, margin, columns } = this.#style;
    this.#column = (this.#column + 1) % columns;
    if (this.#column === 0) this.#sheets.push(new Sheet(page));
    this.#top = this.#sheets.length === 1 ? this.#firstTop : page.height - margin.top;
    [this.#y, this.#floor] = [this.#top, margin.bottom];
  }

  #place(block: ColumnBlock): void {
    if (!this.#isAtTop) this.#y -= block.above;
    block.print(this.#sheet, this.#left, this.#y);
    if (this.#style.hasLineNumbers && block.baseline !== undefined) this.#numberLine(this.#y - block.baseline);
    this.#y -= block.height;
  }

  /** Prints a line number in the outer margin: left of the left column, right of the right column. */
  #numberLine(baseline: number): void {
    this.#lines += 1;
    const number = textBox(String(this.#lines), 'roman', LINE_NUMBER_PT);
    const x = this.#column === 0 ? this.#left - 8 - number.width : this.#left + this.#width + 8;
    drawBox(number, this.#sheet, { x, y: baseline });
  }

  #printNotes(): void {
    if (this.#notes.length === 0) return;
    const top = this.#style.margin.bottom + heightOf(this.#notes);
    this.#sheet.rule({ x: this.#left, y: top + 3, width: this.#width / 3, thickness: 0.4 });
    stackBlocks(this.#notes, this.#sheet, { x: this.#left, y: top });
    this.#notes = [];
  }
}

function columnWidth({ page, margin, columns, gutter }: JournalStyle): number {
  return (page.width - 2 * margin.side - (columns - 1) * gutter) / columns;
}

/** Prints blocks below each other. Returns the position below the last block. */
export function stackBlocks(
  blocks: readonly ColumnBlock[],
  sheet: Sheet,
  { x, y }: { readonly x: number; readonly y: number },
): number {
  return blocks.reduce((top, block) => {
    block.print(sheet, x, top - block.above);
    return top - block.above - block.height;
  }, y);
}

function heightOf(blocks: readonly ColumnBlock[]): number {
  return blocks.reduce((sum, { height, above }) => sum + height + above, 0);
}

/** Groups blocks that must be in the same column. */
function grouped(blocks: readonly ColumnBlock[]): ColumnBlock[][] {
  const groups: ColumnBlock[][] = [];
  let isOpen = false;
  for (const block of blocks) {
    if (isOpen) groups.at(-1)?.push(block);
    else groups.push([block]);
    isOpen = block.keepsNext;
  }
  return groups;
}
