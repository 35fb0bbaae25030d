import { getDocument, OPS, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { PdfError } from '../errors.ts';
import { fontStyle, type FontStyle } from './font-style.ts';
import { readGraphics } from './graphics.ts';
import type { PageContent } from './page-content.ts';
import { PDFJS_ASSETS } from './pdfjs-assets.ts';
import { mainDirection, multiply, readTextRuns, turnBack, type TextItem } from './text-runs.ts';

/** What a file may cost. */
export interface PdfLimits {
  /** Default 100 MiB. */
  readonly maxBytes?: number | undefined;
  /** Default 500: theses have some 300. */
  readonly maxPages?: number | undefined;
}

const DEFAULT_MAX_BYTES = 100 * 1024 * 1024;
const DEFAULT_MAX_PAGES = 500;
const HEADER_WITHIN = 2048; // bytes; readers accept the header in the first 1,024 (PDF 32000-1, annex H), some writers put more before it
/** Fewer letters a page than this and the text is a stamp on scanned pages. */
const LETTERS_OF_A_PAGE = 60;

/**
 * Opens a PDF with pdfjs; the caller destroys it.
 *
 * @throws {PdfError} encrypted, damaged, not_pdf or too_large
 */
export async function openDocument(bytes: Uint8Array, limits: PdfLimits = {}): Promise<PDFDocumentProxy> {
  checkBytes(bytes, limits.maxBytes ?? DEFAULT_MAX_BYTES);
  const task = getDocument({
    // pdfjs takes the buffer over, and the caller may need the bytes again.
    data: new Uint8Array(bytes),
    ...PDFJS_ASSETS,
    verbosity: 0,
    // Fonts with their names, which tell bold from italic and formulas from text.
    fontExtraProperties: true,
    useSystemFonts: false,
    disableFontFace: true,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    useWorkerFetch: false,
    stopAtErrors: false,
  });
  let document: PDFDocumentProxy;
  try {
    document = await task.promise;
  } catch (error) {
    await task.destroy();
    throw openingFault(error);
  }
  const maxPages = limits.maxPages ?? DEFAULT_MAX_PAGES;
  if (document.numPages > maxPages) {
    await document.loadingTask.destroy();
    throw new PdfError('too_large', `the PDF has ${document.numPages} pages, more than ${maxPages}`);
  }
  return document;
}

/** All pages with their text and graphics, one after the other so that memory stays that of one page. */
export async function readPages(document: PDFDocumentProxy): Promise<PageContent[]> {
  const pages: PageContent[] = [];
  const fonts = new Map<string, FontStyle>();
  for (let number = 1; number <= document.numPages; number++) {
    pages.push(await readPage(await document.getPage(number), fonts));
  }
  const letters = pages.flatMap((page) => page.runs).reduce((sum, run) => sum + run.text.length, 0);
  if (letters < LETTERS_OF_A_PAGE * pages.length) {
    throw new PdfError('scanned', 'the PDF has no text layer: its pages are images');
  }
  return pages;
}

async function readPage(page: PDFPageProxy, fonts: Map<string, FontStyle>): Promise<PageContent> {
  const { transform, width, height } = page.getViewport({ scale: 1 });
  try {
    // First the operators: only they load the fonts, whose names the text needs.
    const operators = await page.getOperatorList();
    const content = await page.getTextContent();
    const items = content.items.filter((item): item is TextItem & typeof item => 'str' in item);
    const turns = mainDirection(items, transform);
    const toPage = multiply(turnBack(turns, width, height), transform);
    const size = turns % 2 === 0 ? { width, height } : { width: height, height: width };
    const box = { left: 0, top: 0, right: size.width, bottom: size.height };
    return {
      number: page.pageNumber,
      turns,
      ...size,
      runs: readTextRuns(items, toPage, (name) => styleOf(page, name, fonts)),
      ...readGraphics(operators, toPage, OPS, box),
    };
  } catch (error) {
    throw new PdfError('damaged', `page ${page.pageNumber} of the PDF cannot be read`, { cause: error });
  } finally {
    page.cleanup();
  }
}

function styleOf(page: PDFPageProxy, fontName: string, known: Map<string, FontStyle>): FontStyle | undefined {
  const style = known.get(fontName);
  if (style) return style;
  if (!page.commonObjs.has(fontName)) return undefined;
  const font = page.commonObjs.get(fontName) as { name?: string } | undefined;
  const read = fontStyle(font?.name ?? '');
  known.set(fontName, read);
  return read;
}

function checkBytes(bytes: Uint8Array, maxBytes: number): void {
  if (bytes.length > maxBytes) {
    throw new PdfError('too_large', `the PDF has ${bytes.length} bytes, more than ${maxBytes}`);
  }
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEADER_WITHIN)).toString('latin1');
  if (!start.includes('%PDF-')) throw new PdfError('not_pdf', 'the file is not a PDF');
}

function openingFault(error: unknown): PdfError {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return new PdfError('encrypted', 'the PDF is encrypted', { cause: error });
  return new PdfError('damaged', 'the PDF is damaged', { cause: error });
}
