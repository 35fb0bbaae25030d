import { AnnotationMode, OPS, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { PdfError } from '../errors.ts';
import { BorderReader } from './border-reader.ts';
import { attachBars } from './glyph-bars.ts';
import { MarkReader } from './drawn-marks.ts';
import { StripReader } from './glyph-strips.ts';
import { readGraphics } from './graphics.ts';
import { readLattices } from './lattices.ts';
import { toMatrix } from './matrix.ts';
import type { BitmapFont } from './bitmap-fonts.ts';
import { areLetters, findTexFonts, isMostlyIn, isNameless, pagesIn, type TexFont } from './nameless-fonts.ts';
import { ASIDE, type PageContent } from './page-content.ts';
import { loadFont, PLAIN_PAGE_FONT, type PageFont } from './page-fonts.ts';
import { directionsOf, readTextRuns, undoRotation } from './text-runs.ts';
import { fontsOf, walkOperators } from './walk-operators.ts';

/** With fewer letters per page, the text is only a stamp on scanned pages. */
const LETTERS_OF_A_PAGE = 60;
/** A file without any names has thousands. */
const MOST_UNKNOWN = 200;

/** A glyph of which nobody knows what it prints. In the text it is U+FFFD, or nothing where its font has words. */
export interface UnknownGlyph {
  /** Its font's name without the prefix of a subset; '' if the file does not name it. */
  readonly font: string;
  /** Its code in the font. */
  readonly code: number;
  /** How often it is printed. */
  readonly count: number;
}

/** What the pages of a document print. */
export interface DocumentContent {
  readonly pages: readonly PageContent[];
  /** The most frequent ones first. */
  readonly unknownGlyphs: readonly UnknownGlyph[];
  /** Numbers of pages that are printed in bitmap fonts of which the file does not say what they print. */
  readonly unreadablePages: readonly number[];
}

/**
 * Reads the text and graphics of all pages, or of the first ones. One page at a time, so that only one is in memory.
 *
 * @throws {PdfError} damaged or scanned
 */
export async function readPages(document: PDFDocumentProxy, most = document.numPages): Promise<DocumentContent> {
  const count = Math.min(most, document.numPages);
  let { pages, fonts } = await readFirst(document, count, new Map());
  const bitmaps = bitmapsOf(pages, fonts);
  const texFonts = findTexFonts(bitmaps);
  // What a font prints is known only after all its glyphs.
  if (texFonts.size > 0) ({ pages, fonts } = await readFirst(document, count, texFonts));
  const letters = pages.flatMap((page) => page.runs).reduce((sum, run) => sum + run.text.length, 0);
  if (letters < LETTERS_OF_A_PAGE * count) {
    throw new PdfError('scanned', 'the PDF has no text layer: its pages are images');
  }
  const nameless = new Map([...bitmaps].filter(([, font]) => isNameless(font)));
  const unread = new Set(texFonts.size > 0 || areLetters(nameless.values()) ? [] : nameless.keys());
  return {
    pages,
    unknownGlyphs: unknownOf([...fonts.values()]),
    unreadablePages: unread.size === 0 ? [] : pagesIn(pages, (key) => unread.has(key)),
  };
}

/** The fonts of bitmaps whose names are sought. In figures of other programs the file says what their glyphs print. */
function bitmapsOf(pages: readonly PageContent[], fonts: ReadonlyMap<string, PageFont>): Map<string, BitmapFont> {
  const all = new Map<string, BitmapFont>();
  for (const [key, { bitmaps }] of fonts) if (bitmaps && bitmaps.uses.size > 0) all.set(key, bitmaps);
  if (all.size === 0 || isMostlyIn(pages, (key) => all.has(key))) return all;
  return new Map([...all].filter(([, font]) => isNameless(font)));
}

/** @param texFonts which of TeX's fonts those of bitmaps are, by key */
async function readFirst(
  document: PDFDocumentProxy,
  count: number,
  texFonts: ReadonlyMap<string, TexFont>,
): Promise<{ pages: PageContent[]; fonts: Map<string, PageFont> }> {
  const pages: PageContent[] = [];
  const fonts = new Map<string, PageFont>();
  const load = async (page: PDFPageProxy, name: string) => await loadFont(page, name, texFonts.get(name));
  for (let number = 1; number <= count; number++)
    pages.push(...(await readPage(await pageOf(document, number), fonts, load)));
  return { pages, fonts };
}

/** A paper has the same font several times: one object for each of its subsets. */
function unknownOf(fonts: readonly PageFont[]): UnknownGlyph[] {
  const counts = new Map<string, UnknownGlyph>();
  for (const { name, unknown } of fonts) {
    for (const [code, count] of unknown) {
      const before = counts.get(`${code} ${name}`)?.count ?? 0;
      counts.set(`${code} ${name}`, { font: name, code, count: before + count });
    }
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count).slice(0, MOST_UNKNOWN);
}

/**
 * Returns a page of the document.
 *
 * @throws {PdfError} damaged, if the page tree does not lead to it: it has a cycle, or fewer pages than it declares
 */
export async function pageOf(document: PDFDocumentProxy, number: number): Promise<PDFPageProxy> {
  try {
    return await document.getPage(number);
  } catch (error) {
    throw new PdfError('damaged', `page ${number} of the PDF cannot be found`, { cause: error });
  }
}

/** The page, and if it has much text in another direction too, that text as a page of its own. */
async function readPage(
  page: PDFPageProxy,
  fonts: Map<string, PageFont>,
  load: (page: PDFPageProxy, name: string) => Promise<PageFont>,
): Promise<PageContent[]> {
  const { transform, width, height } = page.getViewport({ scale: 1 });
  try {
    const operators = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE });
    for (const name of fontsOf(operators, OPS)) {
      if (!fonts.has(name)) fonts.set(name, await load(page, name));
    }
    const fontOf = (name: string) => fonts.get(name) ?? PLAIN_PAGE_FONT;
    const text = new StripReader({ width, height }, (name) => fontOf(name).geometry);
    const marks = new MarkReader(OPS);
    const lines = new BorderReader(OPS);
    walkOperators(operators, toMatrix(transform), OPS, [text, marks, lines]);
    return directionsOf(text.strips).map((turns, i) => {
      const turn = undoRotation(turns, width, height);
      const size = turns % 2 === 0 ? { width, height } : { width: height, height: width };
      const drawn = readGraphics(marks, turn, size);
      const runs = attachBars(readTextRuns(text.strips, { turns, turn }, fontOf), drawn.bars);
      const { borders, curves } = lines;
      const lattices = readLattices({ borders, curves, forms: marks.forms }, turn, size);
      return { number: page.pageNumber + i * ASIDE, turns, ...size, runs, ...drawn, lattices };
    });
  } catch (error) {
    throw new PdfError('damaged', `page ${page.pageNumber} of the PDF cannot be read`, { cause: error });
  } finally {
    page.cleanup();
  }
}
