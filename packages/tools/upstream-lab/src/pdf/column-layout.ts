import type { Document, DocumentBlock, Inline } from '../article/document.ts';
import { parseTex } from '../article/tex.ts';
import { beside, type Box, moved, over, drawBox, textBox } from './box.ts';
import { drawPlot } from './drawing.ts';
import { FormulaSetter } from './formula-box.ts';
import type { JournalStyle } from './journal-style.ts';
import { type Footnote, type Line, type PrintInline, type Setting, setParagraph } from './paragraph.ts';
import type { Sheet } from './sheet.ts';

/** A part of a column that is never split between columns. */
export interface ColumnBlock {
  readonly height: number;
  /** The space above the block, which is omitted at the top of a column. */
  readonly above: number;
  readonly footnotes: readonly Footnote[];
  /** Whether the next block must be in the same column. */
  readonly keepsNext: boolean;
  /** Whether the block is only space between blocks, which is omitted at the top of a column. */
  readonly isGap?: boolean;
  /** For lines of running text, which may be numbered: the distance of the baseline from the top. */
  readonly baseline?: number;
  /** Prints the block with its upper left corner at `x`, `y`. */
  readonly print: (sheet: Sheet, x: number, y: number) => void;
}

export class ColumnLayout {
  readonly #style: JournalStyle;
  readonly #width: number;
  /** Font sizes of captions, and of tables, notes and references. */
  readonly #captionPt: number;
  readonly #smallPt: number;

  constructor(style: JournalStyle, width: number) {
    this.#style = style;
    this.#width = width;
    this.#captionPt = style.bodyPt - 1;
    this.#smallPt = style.bodyPt - 2;
  }

  document({ blocks, acknowledgements, references }: Document): ColumnBlock[] {
    return [
      ...blocks.flatMap((block, index) => this.#block(block, blocks[index - 1])),
      ...(acknowledgements === undefined
        ? []
        : this.lines(
            [{ kind: 'emphasis', text: 'Acknowledgements.' }, { kind: 'text', text: ' ' }, ...acknowledgements],
            { size: this.#captionPt, above: 10, isRunning: true },
          )),
      ...this.#references(references),
    ];
  }

  #references(references: Document['references']): ColumnBlock[] {
    const { heading } = this.#style.references;
    const of = (text: string, indent: number, above: number) =>
      this.lines([{ kind: 'text', text }], { size: this.#smallPt, above, indent: [0, indent] });
    if (heading !== undefined && references.length > 0) {
      return [
        ...this.#heading(undefined, [{ kind: 'text', text: heading }], 1),
        ...references.flatMap(({ text }) => of(text, 10, 1)),
      ];
    }
    return references.flatMap(({ text }, index) => of(`[${index + 1}] ${text}`, 14, index === 0 ? 16 : 1));
  }

  /** Lays out a text as one block per line. */
  lines(
    inlines: readonly PrintInline[],
    how: Partial<Setting> & { readonly above: number; readonly keepsNext?: boolean; readonly isRunning?: boolean },
  ): ColumnBlock[] {
    const setting: Setting = {
      width: this.#width,
      size: this.#style.bodyPt,
      face: 'roman',
      indent: [0, 0],
      align: 'justify',
      ...how,
    };
    const lines = setParagraph(inlines, setting);
    return lines.map((line, index) => {
      const above = index === 0 ? how.above : 0;
      // Neither the first nor the last line of a paragraph may be alone in a column.
      const keepsNext = how.keepsNext === true || (index === 0 && lines.length > 1);
      const block = this.#columnBlock(line, setting.size, above, keepsNext);
      return how.isRunning === true ? { ...block, baseline: baselineOf(line.box, setting.size) } : block;
    });
  }

  footnote({ number, text }: Footnote): ColumnBlock[] {
    return this.lines([{ kind: 'text', text: `${number} ` }, ...text], { size: this.#smallPt, above: 2 });
  }

  #columnBlock({ box, footnotes }: Line, size: number, above: number, keepsNext: boolean): ColumnBlock {
    const height = Math.max(size * this.#style.leading, box.ascent + box.descent + size * 0.3);
    const baseline = baselineOf(box, size);
    return {
      height,
      above,
      footnotes,
      keepsNext,
      print: (sheet, x, y) => drawBox(box, sheet, { x, y: y - baseline }),
    };
  }

  #block(block: DocumentBlock, before: DocumentBlock | undefined): ColumnBlock[] {
    switch (block.kind) {
      case 'heading':
        return this.#heading(block.number, block.title, block.level);
      case 'paragraph': {
        // After a formula the sentence continues, so the line is not indented.
        const indent = before?.kind === 'heading' || before?.kind === 'equation' ? 0 : 10;
        return this.lines(block.text, { above: 0, indent: [indent, 0], isRunning: true });
      }
      case 'equation':
        return block.lines.map(({ tex, number }) => this.#equation(tex, number));
      case 'list':
        return block.items.flatMap((item, index) =>
          this.lines([{ kind: 'text', text: `${index + 1}. ` }, ...item], {
            above: index === 0 ? 4 : 1,
            indent: [8, 20],
            isRunning: true,
          }),
        );
      case 'table':
        return this.#table(block);
      case 'figure':
        return this.#figure(block);
    }
  }

  #heading(number: string | undefined, title: readonly Inline[], level: 1 | 2): ColumnBlock[] {
    const {
      size,
      face,
      align,
      isCapital,
      number: written,
    } = this.#style.headings[level - 1] ?? this.#style.headings[0];
    const before = number === undefined ? [] : [{ kind: 'text', text: `${written(number)} ` } as const];
    const shown = isCapital ? title.map(capital) : title;
    return this.lines([...before, ...shown], { size, face, align, above: 12, keepsNext: true }).concat([
      { ...blankBlock(4), keepsNext: true },
    ]);
  }

  #equation(tex: string, number: number): ColumnBlock {
    const { bodyPt, equations } = this.#style;
    const setter = new FormulaSetter(true);
    const natural = setter.set(parseTex(tex), bodyPt);
    const box =
      natural.width > this.#width - 30
        ? setter.set(parseTex(tex), (bodyPt * (this.#width - 30)) / natural.width)
        : natural;
    const label = textBox(`(${number})`, 'roman', bodyPt);
    const left = equations === 'left' ? 0 : (this.#width - 24 - box.width) / 2;
    const line = over([moved(box, left, 0), moved(label, this.#width - label.width, 0)]);
    return this.#columnBlock(
      { box: { ...line, ascent: line.ascent + 4, descent: line.descent + 4 }, footnotes: [] },
      bodyPt,
      2,
      false,
    );
  }

  #table(block: Extract<DocumentBlock, { kind: 'table' }>): ColumnBlock[] {
    const size = this.#smallPt;
    const cell = (inlines: readonly Inline[]) =>
      beside(
        setParagraph(inlines, { width: 1000, size, face: 'roman', indent: [0, 0], align: 'left' }).map(
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
      print: (sheet, x, y) => sheet.rule({ x, y: y - 1, width: this.#width, thickness: 0.6 }),
    });
    const columnOf = (group: number) => block.groups.slice(0, group).reduce((sum, { columns }) => sum + columns, 0);
    const groups = block.groups.map(({ title }, index) =>
      moved(cell(title), (starts[columnOf(index)] ?? 0) * shrink, 0),
    );
    const [head = [], ...body] = rows;
    return [
      ...this.#caption(this.#style.tableLabel(block.number), block.caption, { above: 10, keepsNext: true }),
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
    const drawing = drawPlot(block.plot, this.#width);
    const print = (sheet: Sheet, x: number, y: number) => sheet.place(drawing, x, y);
    return [
      { height: drawing.height, above: 10, footnotes: [], keepsNext: true, print },
      ...this.#caption(this.#style.figureLabel(block.number), block.caption, { above: 2 }),
      blankBlock(8),
    ];
  }

  #caption(
    label: string,
    text: readonly Inline[],
    how: { readonly above: number; readonly keepsNext?: boolean },
  ): ColumnBlock[] {
    const lead = { kind: this.#style.labelFace === 'bold' ? 'strong' : 'text', text: `${label} ` } as const;
    return this.lines([lead, ...text], { size: this.#captionPt, ...how });
  }
}

function baselineOf({ ascent }: Box, size: number): number {
  return Math.max(ascent, size * 0.8);
}

function capital(inline: Inline): Inline {
  return inline.kind === 'text' ? { ...inline, text: inline.text.toUpperCase() } : inline;
}

export function blankBlock(height: number): ColumnBlock {
  return { height, above: 0, footnotes: [], keepsNext: false, isGap: true, print: () => undefined };
}
