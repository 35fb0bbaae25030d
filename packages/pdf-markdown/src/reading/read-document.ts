import { AnnotationMode, OPS, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { PdfError } from '../errors.ts';
import { spellActualText } from './actual-text.ts';
import type { BitmapFont } from './bitmap-fonts.ts';
import { BorderReader } from './border-reader.ts';
import { readContentSpans, type ContentSpan } from './content-spans.ts';
import { MarkReader } from './drawn-marks.ts';
import { attachBars } from './glyph-bars.ts';
import { StripReader } from './glyph-strips.ts';
import { isCovered, readGraphics } from './graphics.ts';
import { readLattices } from './lattices.ts';
import { IDENTITY, toMatrix } from './matrix.ts';
import { areLetters, findTexFonts, isMostlyIn, isNameless, pagesIn, type TexFont } from './nameless-fonts.ts';
import { ASIDE, type PageContent } from './page-content.ts';
import { loadFont, PLAIN_PAGE_FONT, type PageFont } from './page-fonts.ts';
import { uprightHeads } from './sideways-heads.ts';
import { OVERPRINT, type Strip } from './strip-builder.ts';
import { countUnread, directionsOf, readTextRuns, undoRotation } from './text-runs.ts';
import { fontsOf, walkOperators } from './walk-operators.ts';

/** Maximum distance between a reprint and the first print, counted in strips with the same first word. */
const RECENT = 20;

/** Minimum number of letters on a page covered by an image. Fewer letters are a stamp. */
const LETTERS_OF_A_PAGE = 60;
/** Maximum number of unknown glyphs to report. A file without glyph names has thousands. */
const MOST_UNKNOWN = 200;

/** An unidentified glyph. The text contains U+FFFD for the glyph, or omits it if the font has words. */
export interface UnknownGlyph {
  /** Font name without the subset prefix. '' if the file doesn't name the font. */
  readonly font: string;
  readonly code: number;
  /** Number of times that the glyph is printed. */
  readonly count: number;
}

export interface DocumentContent {
  readonly pages: readonly PageContent[];
  /** Unknown glyphs, most frequent first. */
  readonly unknownGlyphs: readonly UnknownGlyph[];
  /** Numbers of the pages printed in bitmap fonts if the file doesn't name the characters. */
  readonly unreadablePages: readonly number[];
}

/**
 * Reads the text and graphics of all pages, or of the first `most` pages. Pages are read one at a time, so that only
 * one page is in memory.
 *
 * @throws {PdfError} damaged or scanned
 */
export async function readPages(document: PDFDocumentProxy, most = document.numPages): Promise<DocumentContent> {
  const count = Math.min(most, document.numPages);
  let { pages, fonts } = await readFirst(document, count, new Map());
  const bitmaps = bitmapsOf(pages, fonts);
  const texFonts = findTexFonts(bitmaps);
  // A bitmap font can be identified only after all its glyphs have been read.
  if (texFonts.size > 0) ({ pages, fonts } = await readFirst(document, count, texFonts));
  checkText(pages, count);
  const nameless = new Map([...bitmaps].filter(([, font]) => isNameless(font)));
  const unread = new Set(texFonts.size > 0 || areLetters(nameless.values()) ? [] : nameless.keys());
  return {
    pages,
    unknownGlyphs: unknownOf([...fonts.values()]),
    unreadablePages: unread.size === 0 ? [] : pagesIn(pages, (key) => unread.has(key)),
  };
}

/**
 * Checks that the pages have text.
 *
 * @param count number of pages
 * @throws {PdfError} scanned, if most pages are images or no page has a letter
 */
function checkText(pages: readonly PageContent[], count: number): void {
  const textLength = ({ runs }: PageContent) => runs.reduce((sum, run) => sum + run.text.length, 0);
  const letters = pages.reduce((sum, page) => sum + textLength(page), 0);
  const scans = pages.filter((page) => page.isScan && textLength(page) < LETTERS_OF_A_PAGE).length;
  if (letters < LETTERS_OF_A_PAGE * count && 2 * scans >= count)
    throw new PdfError('scanned', 'the PDF has no text layer: its pages are images');
  if (letters === 0) throw new PdfError('scanned', 'the PDF has no text: its pages are drawings or empty');
}

/**
 * Returns the bitmap fonts to identify. Figures of other programs also contain bitmap fonts, but the file names their
 * characters.
 */
function bitmapsOf(pages: readonly PageContent[], fonts: ReadonlyMap<string, PageFont>): Map<string, BitmapFont> {
  const all = new Map<string, BitmapFont>();
  for (const [key, { bitmaps }] of fonts) if (bitmaps && bitmaps.uses.size > 0) all.set(key, bitmaps);
  if (all.size === 0 || isMostlyIn(pages, (key) => all.has(key))) return all;
  return new Map([...all].filter(([, font]) => isNameless(font)));
}

/**
 * @param texFonts the TeX fonts identified among the bitmap fonts, by key
 */
async function readFirst(
  document: PDFDocumentProxy,
  count: number,
  texFonts: ReadonlyMap<string, TexFont>,
): Promise<{ pages: PageContent[]; fonts: Map<string, PageFont> }> {
  const pages: PageContent[] = [];
  const fonts = new Map<string, PageFont>();
  const layers = await document.getOptionalContentConfig();
  let spans: Promise<ContentSpan[][]> | undefined;
  const reading: PageReading = {
    fonts,
    load: async (page, name) => await loadFont(page, name, texFonts.get(name)),
    isShown: (layer) => layers.isVisible(layer) === true,
    spans: () => (spans ??= document.getData().then(readContentSpans)),
  };
  for (let number = 1; number <= count; number++)
    for (const one of await readPage(await pageOf(document, number), reading)) pages.push(one);
  return { pages, fonts };
}

/** Adds up unknown glyphs by font name. A paper has a separate font object for each subset of a font. */
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
 * @throws {PdfError} damaged, if the page tree doesn't contain the page. The tree then has a cycle, or fewer pages than
 * it declares
 */
export async function pageOf(document: PDFDocumentProxy, number: number): Promise<PDFPageProxy> {
  try {
    return await document.getPage(number);
  } catch (error) {
    throw new PdfError('damaged', `page ${number} of the PDF cannot be found`, { cause: error });
  }
}

interface PageReading {
  readonly fonts: Map<string, PageFont>;
  readonly load: (page: PDFPageProxy, name: string) => Promise<PageFont>;
  /** Whether viewers show a layer. */
  readonly isShown: (layer: unknown) => boolean;
  readonly spans: () => Promise<ContentSpan[][]>;
}

/** Reads a page. A large amount of text in another direction becomes a separate page. */
async function readPage(page: PDFPageProxy, { fonts, load, isShown, spans }: PageReading): Promise<PageContent[]> {
  const { transform, width, height } = page.getViewport({ scale: 1 });
  try {
    const operators = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE });
    await spellActualText(operators, OPS, spans);
    for (const name of fontsOf(operators, OPS)) {
      if (!fonts.has(name)) fonts.set(name, await load(page, name));
    }
    const fontOf = (name: string) => fonts.get(name) ?? PLAIN_PAGE_FONT;
    const text = new StripReader({ width, height }, (name) => fontOf(name).geometry);
    const marks = new MarkReader(OPS);
    const lines = new BorderReader(OPS);
    walkOperators(operators, toMatrix(transform), OPS, [text, marks, lines], isShown);
    const strips = uprightHeads(withoutReprints(text.strips), () => [
      ...marks.forms,
      ...marks.images,
      ...readGraphics(marks, IDENTITY, { width, height }).drawings,
    ]);
    const isScan = isCovered(marks.images, width, height);
    const directions = directionsOf(strips);
    return directions.map((turns, i) => {
      const turn = undoRotation(turns, width, height);
      const size = turns % 2 === 0 ? { width, height } : { width: height, height: width };
      const drawn = readGraphics(marks, turn, size);
      const runs = attachBars(readTextRuns(strips, { turns, turn }, fontOf), drawn.bars);
      const unread =
        i === 0
          ? countUnread(strips, directions, {
              drawings: [...marks.forms, ...marks.images, ...drawn.drawings],
              width,
              height,
            })
          : 0;
      const { borders, sides, curves } = lines;
      const lattices = readLattices({ borders, sides, curves, forms: marks.forms }, turn, size);
      return { number: page.pageNumber + i * ASIDE, turns, ...size, runs, ...drawn, lattices, isScan, unread };
    });
  } catch (error) {
    throw new PdfError('damaged', `page ${page.pageNumber} of the PDF cannot be read`, { cause: error });
  } finally {
    page.cleanup();
  }
}

/**
 * Drops strips that were printed a second time a fraction of a point away. These reprints make text look bold. The
 * first print keeps its marks on overprinted glyphs.
 */
function withoutReprints(strips: readonly Strip[]): readonly Strip[] {
  const printed = new Map<string, Strip[]>();
  return strips.filter((strip) => {
    const key = strip.words[0]?.text ?? '';
    const same = printed.get(key);
    const first = same?.slice(-RECENT).find((one) => isReprint(one, strip));
    if (first === undefined) {
      if (same === undefined) printed.set(key, [strip]);
      else same.push(strip);
      return true;
    }
    if (first.x !== strip.x || first.y !== strip.y) for (const glyph of first.glyphs) glyph.isOverprinted = true;
    return false;
  });
}

/** Returns whether the strips have the same text at the same place. */
function isReprint(one: Strip, other: Strip): boolean {
  const reach = OVERPRINT * other.size;
  return (
    one.size === other.size &&
    Math.abs(one.x - other.x) < reach &&
    Math.abs(one.y - other.y) < reach &&
    one.words.length === other.words.length &&
    one.words.every(({ text }, i) => text === other.words[i]?.text)
  );
}
