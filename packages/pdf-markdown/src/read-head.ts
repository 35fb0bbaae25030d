import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { writeBlocks } from './blocks/write-blocks.ts';
import { PdfError } from './errors.ts';
import { arrange } from './layout/arrange.ts';
import { pageOf, readPages } from './reading/read-document.ts';
import { withDocument, type PdfLimits } from './reading/open-document.ts';

/** The print of a PDF's first pages. This print identifies the paper. */
export interface PdfHead {
  /** All text in the order of the file. Vertical text at the margin is included, such as a preprint server's stamp. */
  readonly text: string;
  /**
   * The title that parsing would find. Otherwise the largest letters of the first page, or '' if that page has no text.
   */
  readonly title: string;
  /** Number of all pages of the PDF. */
  readonly pages: number;
}

const HEAD_PAGES = 2;
const MAX_CHARS = 20_000;
/** Letters belong together if their sizes differ only by rounding. */
const SAME_SIZE = 0.2; // points
/** Minimum length of a title. Shorter lines in large print are initials, numbers and logos. */
const MIN_TITLE_CHARS = 8;

/**
 * Reads the first pages of a PDF: the raw text and the title. The title is found by the rules for parsed papers,
 * because many papers print the title no larger than the text.
 *
 * @throws {PdfError}
 */
export async function readHead(bytes: Uint8Array, limits: PdfLimits = {}): Promise<PdfHead> {
  return await withDocument(bytes, 'text', limits, async (document) => {
    const pages: Line[][] = [];
    for (let number = 1; number <= Math.min(HEAD_PAGES, document.numPages); number += 1)
      pages.push(await linesOf(await pageOf(document, number)));
    const text = pages.flatMap((lines) => lines.map((line) => line.text)).join('\n');
    const title = (await titleOf(document)) ?? largestLetters(pages[0] ?? []);
    return {
      text: text.slice(0, MAX_CHARS).toWellFormed(),
      title: title.slice(0, MAX_CHARS).toWellFormed(),
      pages: document.numPages,
    };
  });
}

interface Line {
  readonly text: string;
  /** Size of the letters in points. It is 0 for text that does not run from left to right. */
  readonly size: number;
}

async function linesOf(page: PDFPageProxy): Promise<Line[]> {
  const { items } = await page.getTextContent();
  const lines: { text: string; size: number }[] = [{ text: '', size: 0 }];
  for (const item of items) {
    if (!('str' in item)) continue;
    const line = lines.at(-1);
    if (line === undefined) break;
    line.text += item.str;
    const [, rise = 0] = item.transform as number[];
    if (rise === 0) line.size = Math.max(line.size, item.height);
    if (item.hasEOL) lines.push({ text: '', size: 0 });
  }
  return lines.filter(({ text }) => text.trim() !== '');
}

async function titleOf(document: PDFDocumentProxy): Promise<string | undefined> {
  try {
    const { pages } = await readPages(document, 1);
    return writeBlocks(arrange(pages)).find(({ kind, level }) => kind === 'heading' && level === 1)?.text;
  } catch (error) {
    // A scan may still have the stamp of a preprint server.
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

function largestLetters(lines: readonly Line[]): string {
  const worded = lines.filter(({ text }) => text.trim().length >= MIN_TITLE_CHARS);
  const largest = worded.reduce((size, line) => Math.max(size, line.size), 0);
  const title = worded.filter(({ size }) => largest > 0 && size > largest - SAME_SIZE);
  return title.map(({ text }) => text.trim()).join(' ');
}
