import type { Block } from './block.ts';
import { writeBlocks } from './blocks/write-blocks.ts';
import { arrange } from './layout/arrange.ts';
import { withDocument, type PdfLimits } from './reading/open-document.ts';
import { readPages } from './reading/read-document.ts';

/** A paper read from a PDF. */
export interface ParsedPdf {
  readonly pages: number;
  readonly blocks: Block[];
}

/**
 * Reads a PDF to Markdown blocks in the process of the caller: for files one trusts.
 * Others go to `parseInProcess`, since a hostile PDF can take all memory and time.
 *
 * @throws {PdfError}
 */
export async function parsePdf(bytes: Uint8Array, limits: PdfLimits = {}): Promise<ParsedPdf> {
  const pages = await withDocument(bytes, 'text', limits, readPages);
  return { pages: pages.length, blocks: writeBlocks(arrange(pages)) };
}

/** The paper's Markdown: its blocks, parted by blank lines. */
export function toMarkdown(blocks: readonly Pick<Block, 'markdown'>[]): string {
  return `${blocks.map((block) => block.markdown).join('\n\n')}\n`;
}
