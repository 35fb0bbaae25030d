import type { Document } from '../article/document.ts';
import { inlineText } from '../article/reference-text.ts';
import { drawBox, textBox } from './box.ts';
import { ColumnFiller, stackBlocks } from './column-filler.ts';
import { blankBlock, ColumnLayout } from './column-layout.ts';
import { type Furniture, JOURNAL_STYLES, type JournalStyle } from './journal-style.ts';
import { writePdf } from './pdf-writer.ts';
import { Sheet } from './sheet.ts';

interface PaperLook {
  /** The rotated text at the left edge of the first page, as the preprint server prints it. */
  readonly stamp: string | undefined;
  /** The name of the journal, for heads and feet. */
  readonly journal: string;
  /** Fixes the dates inside the file, so that the same paper always gives the same bytes. */
  readonly date: Date;
  readonly style?: JournalStyle;
}

const FURNITURE_PT = 8;

/** A printed paper and the texts above and below its columns. */
interface PrintedPaper {
  readonly pdf: Uint8Array;
  readonly furniture: readonly string[];
}

/** Prints a paper with running heads, page numbers, footnotes, tables and drawings. */
export function paperPdf(document: Document, look: PaperLook): Uint8Array {
  return printPaper(document, look).pdf;
}

export function printPaper(document: Document, look: PaperLook): PrintedPaper {
  const style = look.style ?? JOURNAL_STYLES.preprint;
  const sheets = [new Sheet(style.page)];
  const filler = new ColumnFiller(style, sheets, printFrontMatter(document, style, sheets));
  filler.fill(document);
  const furniture = printFurniture(document, look, style, sheets);
  return { pdf: writePdf(sheets, { title: inlineText(document.title, 'signs'), date: look.date }), furniture };
}

/** Prints title, authors and abstract over the full width of the first sheet. Returns where the columns may begin. */
function printFrontMatter(document: Document, style: JournalStyle, sheets: readonly Sheet[]): number {
  const { title, authors, abstract, keywords } = document;
  const { page, margin, bodyPt } = style;
  const { align, size } = style.title;
  const { heading, inset } = style.abstract;
  const width = page.width - 2 * margin.side;
  const full = new ColumnLayout(style, width);
  const narrow = new ColumnLayout(style, width - 2 * inset);
  const text = (line: string) => [{ kind: 'text', text: line } as const];
  const institutes = [...new Set(authors.map(({ institute }) => institute).filter(Boolean))];
  const above = [
    ...full.lines(title, { size, face: 'bold', align, above: 20 }),
    ...full.lines(text(authors.map(({ name }) => name).join(', ')), { size: 11, align, above: 8 }),
    ...institutes.flatMap((institute) => full.lines(text(institute), { size: 8, align, above: 1 })),
    ...(heading === undefined
      ? [blankBlock(10)]
      : full.lines(text(heading), { size: bodyPt, face: 'bold', align: style.abstract.align, above: 10 })),
  ];
  const below = [
    ...narrow.lines(abstract, { size: bodyPt - 1, above: 2 }),
    ...(keywords.length === 0
      ? []
      : narrow.lines(text(`Key words. ${keywords.join(' – ')}`), { size: bodyPt - 1, above: 4, align: 'left' })),
    blankBlock(16),
  ];
  const [sheet = new Sheet(page)] = sheets;
  const y = stackBlocks(above, sheet, { x: margin.side, y: page.height - margin.top });
  return stackBlocks(below, sheet, { x: margin.side + inset, y });
}

function printFurniture(
  { authors, title }: Document,
  { stamp, journal }: PaperLook,
  style: JournalStyle,
  sheets: readonly Sheet[],
): string[] {
  const first = authors[0]?.name ?? '';
  const paper = {
    authors: `${first}${authors.length > 1 ? ' et al.' : ''}`,
    title: inlineText(title, 'signs'),
    journal,
    pages: sheets.length,
  };
  const texts = sheets.flatMap((sheet, index) => {
    const pieces = style.furniture({ ...paper, number: index + 1 });
    for (const piece of pieces) printPiece(piece, style, sheet);
    return pieces.map(({ text }) => text);
  });
  if (stamp !== undefined) {
    const font = 'Times-Roman';
    sheets[0]?.write({ text: stamp, x: 26, y: 240, size: 16, font, turns: 3, colour: [0.5, 0.5, 0.5] });
  }
  return texts;
}

function printPiece(
  { text, at, align, face = 'roman' }: Furniture,
  { page, margin }: JournalStyle,
  sheet: Sheet,
): void {
  const box = textBox(text, face, FURNITURE_PT);
  const room = page.width - 2 * margin.side - box.width;
  const y = at === 'head' ? page.height - margin.top + 18 : margin.bottom / 2;
  drawBox(box, sheet, { x: margin.side + room * { left: 0, centre: 0.5, right: 1 }[align], y });
}
