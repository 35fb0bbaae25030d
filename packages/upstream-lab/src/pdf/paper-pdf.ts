import { degrees, PDFDocument, type PDFPage, rgb } from 'pdf-lib';
import type { Document } from '../article/document.ts';
import { inlineText } from '../article/reference-text.ts';
import { drawBox, textBox } from './box.ts';
import { embedDrawings } from './drawing.ts';
import { blankBlock, ColumnLayout, type ColumnBlock } from './column-layout.ts';
import { FontSet } from './font-set.ts';

/** A4 in points, and the type area. */
const PAGE = { width: 595, height: 842 };
const MARGIN = { side: 50, top: 60, bottom: 60 };
const GUTTER = 20;
const COLUMN = (PAGE.width - 2 * MARGIN.side - GUTTER) / 2;
const FULL = PAGE.width - 2 * MARGIN.side;

interface PaperLook {
  /** Turned text at the left edge of the first page, as the preprint server prints it. */
  readonly stamp: string | undefined;
  /** Running head of the even pages; the odd ones name the authors. */
  readonly journal: string;
  /** Fixes the dates inside the file, so that the same paper is the same bytes. */
  readonly date: Date;
}

/** A paper in two columns with running heads, page numbers, footnotes, tables and drawings. */
export async function paperPdf(document: Document, look: PaperLook): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.setTitle(inlineText(document.title, 'signs'));
  pdf.setCreationDate(look.date);
  pdf.setModificationDate(look.date);
  const fonts = await FontSet.open(pdf);
  const layout = new PageLayout(pdf, fonts);
  const top = layout.frontMatter(document);
  const drawings = await embedDrawings(pdf, document, COLUMN);
  layout.columns(new ColumnLayout(fonts, COLUMN, drawings).document(document), top);
  layout.heads(document, look);
  return pdf.save();
}

class PageLayout {
  readonly #pdf: PDFDocument;
  readonly #fonts: FontSet;
  readonly #pages: PDFPage[] = [];

  constructor(pdf: PDFDocument, fonts: FontSet) {
    this.#pdf = pdf;
    this.#fonts = fonts;
  }

  /** Title, authors and abstract over the whole width; says where the columns may begin. */
  frontMatter({ title, authors, abstract, keywords }: Document): number {
    const column = new ColumnLayout(this.#fonts, FULL);
    const text = (line: string) => [{ kind: 'text', text: line } as const];
    const institutes = [...new Set(authors.map(({ institute }) => institute).filter(Boolean))];
    const blocks = [
      ...column.lines(title, { size: 16, face: 'bold', align: 'centre', above: 20 }),
      ...column.lines(text(authors.map(({ name }) => name).join(', ')), { size: 11, align: 'centre', above: 8 }),
      ...institutes.flatMap((institute) => column.lines(text(institute), { size: 8, align: 'centre', above: 1 })),
      ...column.lines(text('Abstract'), { size: 10, face: 'bold', align: 'centre', above: 10 }),
      ...column.lines(abstract, { size: 9, above: 2 }),
      ...(keywords.length === 0
        ? []
        : column.lines(text(`Key words. ${keywords.join(' – ')}`), { size: 9, above: 4, align: 'left' })),
      blankBlock(16),
    ];
    const page = this.#page();
    let y = PAGE.height - MARGIN.top;
    for (const block of blocks) {
      y -= block.above;
      block.drawBox(page, MARGIN.side, y);
      y -= block.height;
    }
    return y;
  }

  /** Fills column after column; footnotes take their room from the foot of the column that calls them. */
  columns(blocks: readonly ColumnBlock[], firstTop: number): void {
    const footer = new ColumnLayout(this.#fonts, COLUMN);
    let column = 0;
    let page = this.#pages[0] ?? this.#page();
    let [top, y, floor] = [firstTop, firstTop, MARGIN.bottom];
    let notes: ColumnBlock[] = [];
    const finish = () => {
      this.#footnotes(page, columnX(column), notes);
      notes = [];
      column = 1 - column;
      if (column === 0) page = this.#page();
      top = column === 1 && page === this.#pages[0] ? firstTop : PAGE.height - MARGIN.top;
      [y, floor] = [top, MARGIN.bottom];
    };
    for (const group of grouped(blocks)) {
      const called = group.flatMap(({ footnotes }) => footnotes).flatMap((note) => footer.footnote(note));
      const calledHeight = called.reduce(
        (sum, { height, above }) => sum + height + above,
        called.length > 0 && notes.length === 0 ? 8 : 0,
      );
      const height = group.reduce(
        (sum, block, index) => sum + block.height + (index === 0 && y === top ? 0 : block.above),
        0,
      );
      if (y - height < floor + calledHeight && y < top) finish();
      if (y === top && group.every(({ isGap }) => isGap)) continue;
      for (const [index, block] of group.entries()) {
        if (index > 0 || y < top) y -= block.above;
        block.drawBox(page, columnX(column), y);
        y -= block.height;
      }
      notes.push(...called);
      floor += calledHeight;
    }
    this.#footnotes(page, columnX(column), notes);
  }

  heads({ authors, title }: Document, { stamp, journal }: PaperLook): void {
    const first = authors[0]?.name ?? '';
    const running = `${first}${authors.length > 1 ? ' et al.' : ''}: ${inlineText(title, 'signs')}`;
    const print8 = (page: PDFPage, text: string, x: number, y: number) =>
      drawBox(textBox(text, 'roman', 8, this.#fonts), page, this.#fonts, { x, y });
    this.#pages.forEach((page, index) => {
      print8(page, String(index + 1), PAGE.width / 2, MARGIN.bottom / 2);
      if (index > 0)
        print8(page, index % 2 === 1 ? shortened(running) : journal, MARGIN.side, PAGE.height - MARGIN.top + 18);
    });
    if (stamp !== undefined) {
      const font = this.#fonts.font('roman');
      this.#pages[0]?.drawText(stamp, {
        x: 26,
        y: 240,
        size: 16,
        font,
        rotate: degrees(90),
        color: rgb(0.5, 0.5, 0.5),
      });
    }
  }

  #page(): PDFPage {
    const page = this.#pdf.addPage([PAGE.width, PAGE.height]);
    this.#pages.push(page);
    return page;
  }

  #footnotes(page: PDFPage, x: number, notes: readonly ColumnBlock[]): void {
    if (notes.length === 0) return;
    let y = MARGIN.bottom + notes.reduce((sum, { height, above }) => sum + height + above, 0);
    page.drawLine({ start: { x, y: y + 3 }, end: { x: x + COLUMN / 3, y: y + 3 }, thickness: 0.4 });
    for (const note of notes) {
      y -= note.above;
      note.drawBox(page, x, y);
      y -= note.height;
    }
  }
}

function columnX(column: number): number {
  return MARGIN.side + column * (COLUMN + GUTTER);
}

/** Slips that must stand together. */
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

function shortened(text: string): string {
  return text.length > 90 ? `${text.slice(0, 88)}…` : text;
}
