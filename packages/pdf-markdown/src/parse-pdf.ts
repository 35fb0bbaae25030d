import type { Block } from './block.ts';
import { writeBlocks } from './blocks/write-blocks.ts';
import { arrange } from './layout/arrange.ts';
import { withDocument, type PdfLimits } from './reading/open-document.ts';
import { readPages, type UnknownGlyph } from './reading/read-document.ts';

export interface ParsedPdf {
  readonly pages: number;
  readonly blocks: Block[];
  /** The unidentified glyphs, most frequent first, at most 200. */
  readonly unknownGlyphs: readonly UnknownGlyph[];
  /** Numbers of the pages printed in bitmap fonts (Type 3) if the file doesn't name the characters. */
  readonly unreadablePages: readonly number[];
  /** Pages with words outside all blocks, figures and running heads, and the number of these words. */
  readonly unplaced: readonly { readonly page: number; readonly words: number }[];
}

/**
 * Parses a PDF to Markdown blocks in the caller's process. A hostile PDF can exhaust memory and time, so use this
 * function only for trusted files. For all other files, use `parseInProcess`.
 *
 * @throws {PdfError}
 */
export async function parsePdf(bytes: Uint8Array, limits: PdfLimits = {}): Promise<ParsedPdf> {
  const { pages, unknownGlyphs, unreadablePages } = await withDocument(bytes, 'text', limits, readPages);
  return {
    pages: pages.filter((page) => Number.isInteger(page.number)).length,
    blocks: writeBlocks(arrange(pages)),
    unknownGlyphs,
    unreadablePages,
    unplaced: pages.flatMap(({ number, unread = 0 }) => (unread > 0 ? [{ page: number, words: unread }] : [])),
  };
}
