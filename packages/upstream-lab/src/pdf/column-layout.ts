import type { PDFEmbeddedPage, PDFPage } from 'pdf-lib';
import type { Document, DocumentBlock, Inline } from '../article/document.ts';
import { parseTex } from '../article/tex.ts';
import { beside, type Box, moved, over, drawBox, textBox } from './box.ts';
import { DRAWING_SHAPE } from './drawing.ts';
import { FormulaSetter } from './formula-box.ts';
import { type Footnote, type Line, type Setting, setParagraph } from './paragraph.ts';
import type { FontSet } from './font-set.ts';

/** A piece of a column that is never split over two columns. */
export interface ColumnBlock {
  readonly height: number;
  /** Space above, dropped at the top of a column. */
  readonly above: number;
  readonly footnotes: readonly Footnote[];
  /** Whether the next block must stand in the same column. */
  readonly keepsNext: boolean;
  /** Nothing but room between blocks: not wanted at the top of a column. */
  readonly isGap?: boolean;
  /** Prints with the top left corner at `x`, `y`. */
  readonly drawBox: (page: PDFPage, x: number, y: number) => void;
}

const BODY_PT = 10;
const LEADING = 1.2;
const SMALL_PT = 8;

/** Lays out the blocks of a document in a column. */
export class ColumnLayout {
  readonly #fonts: FontSet;
  readonly #width: number;
  readonly #drawings: ReadonlyMap<number, PDFEmbeddedPage>;

  constructor(fonts: FontSet, width: number, drawings: ReadonlyMap<number, PDFEmbeddedPage> = new Map()) {
    this.#fonts = fonts;
    this.#width = width;
    this.#drawings = drawings;
  }

  document({ blocks, acknowledgements, references }: Document): ColumnBlock[] {
    return [
      ...blocks.flatMap((block, index) => this.#block(block, blocks[index - 1])),
      ...(acknowledgements === undefined
        ? []
        : this.lines(
            [{ kind: 'emphasis', text: 'Acknowledgements.' }, { kind: 'text', text: ' ' }, ...acknowledgements],
            { size: 9, above: 10 },
          )),
      ...(references.length === 0 ? [] : this.#heading([{ kind: 'text', text: 'References' }], 1)),
      ...references.flatMap(({ text }) =>
        this.lines([{ kind: 'text', text }], { size: SMALL_PT, above: 1, indent: [0, 10] }),
      ),
    ];
  }

  /** Text of any kind as one block for each line. */
  lines(
    inlines: readonly Inline[],
    how: Partial<Setting> & { readonly above: number; readonly keepsNext?: boolean },
  ): ColumnBlock[] {
    const setting: Setting = {
      width: this.#width,
      size: BODY_PT,
      face: 'roman',
      indent: [0, 0],
      align: 'justify',
      ...how,
    };
    const lines = setParagraph(inlines, setting, this.#fonts);
    return lines.map((line, index) =>
      // No line of two stands alone.
      this.#columnBlock(
        line,
        setting.size,
        index === 0 ? how.above : 0,
        how.keepsNext === true || (index === 0 && lines.length > 1),
      ),
    );
  }

  footnote({ number, text }: Footnote): ColumnBlock[] {
    return this.lines([{ kind: 'text', text: `${number} ` }, ...text], { size: SMALL_PT, above: 2 });
  }

  #columnBlock({ box, footnotes }: Line, size: number, above: number, keepsNext: boolean): ColumnBlock {
    const height = Math.max(size * LEADING, box.ascent + box.descent + size * 0.3);
    const baseline = Math.max(box.ascent, size * 0.8);
    return {
      height,
      above,
      footnotes,
      keepsNext,
      drawBox: (page, x, y) => drawBox(box, page, this.#fonts, { x, y: y - baseline }),
    };
  }

  #block(block: DocumentBlock, before: DocumentBlock | undefined): ColumnBlock[] {
    switch (block.kind) {
      case 'heading':
        return this.#heading(
          [{ kind: 'text', text: `${block.number}${block.level === 1 ? '.' : ''} ` }, ...block.title],
          block.level,
        );
      case 'paragraph': {
        // The sentence goes on after a formula, so it is not indented there.
        const indent = before?.kind === 'heading' || before?.kind === 'equation' ? 0 : 10;
        return this.lines(block.text, { above: 0, indent: [indent, 0] });
      }
      case 'equation':
        return block.lines.map(({ tex, number }) => this.#equation(tex, number));
      case 'list':
        return block.items.flatMap((item, index) =>
          this.lines([{ kind: 'text', text: `${index + 1}. ` }, ...item], {
            above: index === 0 ? 4 : 1,
            indent: [8, 20],
          }),
        );
      case 'table':
        return this.#table(block);
      case 'figure':
        return this.#figure(block);
    }
  }

  #heading(title: readonly Inline[], level: 1 | 2): ColumnBlock[] {
    const face = level === 1 ? 'bold' : 'italic';
    return this.lines(title, { size: level === 1 ? 11 : 10, face, align: 'left', above: 12, keepsNext: true }).concat([
      { ...blankBlock(4), keepsNext: true },
    ]);
  }

  #equation(tex: string, number: number): ColumnBlock {
    const setter = new FormulaSetter(this.#fonts, true);
    const natural = setter.set(parseTex(tex), BODY_PT);
    const box =
      natural.width > this.#width - 30
        ? setter.set(parseTex(tex), (BODY_PT * (this.#width - 30)) / natural.width)
        : natural;
    const label = textBox(`(${number})`, 'roman', BODY_PT, this.#fonts);
    const line = over([moved(box, (this.#width - 24 - box.width) / 2, 0), moved(label, this.#width - label.width, 0)]);
    return this.#columnBlock(
      { box: { ...line, ascent: line.ascent + 4, descent: line.descent + 4 }, footnotes: [] },
      BODY_PT,
      2,
      false,
    );
  }

  #table(block: Extract<DocumentBlock, { kind: 'table' }>): ColumnBlock[] {
    const caption = [{ kind: 'text', text: `Table ${block.number}. ` } as const, ...block.caption];
    const size = SMALL_PT;
    const cell = (inlines: readonly Inline[]) =>
      beside(
        setParagraph(inlines, { width: 1000, size, face: 'roman', indent: [0, 0], align: 'left' }, this.#fonts).map(
          ({ box }) => box,
        ),
      );
    const rows = [block.head, ...block.rows].map((row) => row.map(cell));
    const widths = block.head.map((_, column) => Math.max(...rows.map((row) => row[column]?.width ?? 0)));
    const total = widths.reduce((sum, width) => sum + width, 0);
    const gap = Math.max(4, (this.#width - total) / Math.max(1, widths.length - 1));
    const starts = widths.map((_, column) => widths.slice(0, column).reduce((sum, width) => sum + width + gap, 0));
    const shrink = Math.min(1, this.#width / (total + gap * (widths.length - 1)));
    const line = (row: readonly Box[]): Box =>
      over(
        row.map((box, column) =>
          moved(box, ((starts[column] ?? 0) + ((widths[column] ?? 0) - box.width) / 2) * shrink, 0),
        ),
      );
    const ruled = (above: number): ColumnBlock => ({
      height: 3,
      above,
      footnotes: [],
      keepsNext: true,
      drawBox: (page, x, y) =>
        page.drawLine({ start: { x, y: y - 1 }, end: { x: x + this.#width, y: y - 1 }, thickness: 0.6 }),
    });
    const columnOf = (group: number) => block.groups.slice(0, group).reduce((sum, { columns }) => sum + columns, 0);
    const groups = block.groups.map(({ title }, index) =>
      moved(cell(title), (starts[columnOf(index)] ?? 0) * shrink, 0),
    );
    const [head = [], ...body] = rows;
    return [
      ...this.lines(caption, { size: 9, above: 10, keepsNext: true }),
      ruled(4),
      ...(groups.length === 0 ? [] : [this.#columnBlock({ box: over(groups), footnotes: [] }, size, 0, true)]),
      this.#columnBlock({ box: line(head), footnotes: [] }, size, 0, true),
      ruled(0),
      ...body.map((row) => this.#columnBlock({ box: line(row), footnotes: [] }, size, 0, true)),
      { ...ruled(0), keepsNext: false },
      blankBlock(8),
    ];
  }

  #figure(block: Extract<DocumentBlock, { kind: 'figure' }>): ColumnBlock[] {
    const height = this.#width * DRAWING_SHAPE;
    const drawing = this.#drawings.get(block.number);
    const drawBox = (page: PDFPage, x: number, y: number) => {
      if (drawing !== undefined) page.drawPage(drawing, { x, y: y - height });
    };
    const caption = [{ kind: 'text', text: `Fig. ${block.number}. ` } as const, ...block.caption];
    return [
      { height, above: 10, footnotes: [], keepsNext: true, drawBox },
      ...this.lines(caption, { size: 9, above: 2 }),
      blankBlock(8),
    ];
  }
}

export function blankBlock(height: number): ColumnBlock {
  return { height, above: 0, footnotes: [], keepsNext: false, isGap: true, drawBox: () => undefined };
}
