import type { TextQuality } from '@almagest/contracts/literature';

export type ScanQuality = NonNullable<TextQuality['ocr']>;

/** Below this confidence, readers should compare the text with the page. */
const SURE = 0.8;
/** Maximum number of glyphs to list. A file without glyph names has thousands of unknown glyphs. */
const MOST_GLYPHS = 20;

interface Scan {
  readonly program: string;
  readonly languages: readonly string[];
  readonly confidence: number;
  readonly pages: readonly { readonly page: number; readonly confidence?: number }[];
}

/** Describes the quality of text that was recognised in a scan. */
export function qualityOfScan({ program, languages, confidence, pages }: Scan): ScanQuality {
  return {
    program,
    languages: [...languages],
    confidence: rounded(confidence),
    doubtful_pages: pages.flatMap(({ page, confidence: sure = 0 }) => (sure < SURE ? [page] : [])),
  };
}

interface ReadPdf {
  readonly unknownGlyphs: readonly { readonly font: string; readonly code: number; readonly count: number }[];
  readonly unreadablePages: readonly number[];
  readonly unplaced: readonly { readonly page: number; readonly words: number }[];
}

/** Describes what may be wrong in the text of a PDF. Returns null if nothing was found. */
export function qualityOfText({
  unknownGlyphs: unknown,
  unreadablePages: pages,
  unplaced,
}: ReadPdf): TextQuality | null {
  if (unknown.length === 0 && pages.length === 0 && unplaced.length === 0) return null;
  const count = unknown.reduce((sum, glyph) => sum + glyph.count, 0);
  return {
    ...(unknown.length === 0 ? {} : { unknown_glyphs: { count, glyphs: unknown.slice(0, MOST_GLYPHS) } }),
    ...(pages.length === 0 ? {} : { unreadable_pages: [...pages] }),
    ...(unplaced.length === 0
      ? {}
      : { unplaced_words: unplaced.map(({ page, words }) => ({ page: Math.floor(page), words })) }),
  };
}

/** Returns the note for the beginning of a scan's Markdown. The note describes the quality of the recognised text. */
export function recognitionNote({ program, languages, confidence, doubtful_pages: pages }: ScanQuality): string {
  const doubt =
    pages.length === 0 ? '' : ` Lowest confidence: ${pages.length === 1 ? 'page' : 'pages'} ${pages.join(', ')}.`;
  return `> Text recognised in a scan by ${program} (${languages.join(', ')}), with a mean confidence of ${percent(confidence)}. Compare formulas, tables and numbers with the page.${doubt}`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function rounded(share: number): number {
  return Math.round(1000 * share) / 1000;
}
