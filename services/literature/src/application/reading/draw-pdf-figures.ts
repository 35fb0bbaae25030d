import { PdfError, renderInProcess, type Block, type ProcessLimits, type Region } from '@almagest/pdf-markdown';
import { figureAddress } from '../../domain/figure-address.ts';

export interface DrawnFigures {
  /** The same blocks; those of figures show what was drawn, above their captions. */
  readonly blocks: readonly Block[];
  readonly figures: readonly { readonly name: string; readonly content: Buffer }[];
}

/** Of the printed page: the finest labels of an axis are legible, and a figure has some 100 kB. */
const DPI = 200;

/** Drawn by one process: what one picture costs too much is lost to few others. */
const DRAWN_AT_ONCE = 32;

/** Draws the figures of a PDF as they are printed. One that cannot be drawn keeps its caption and has no picture. */
export async function drawPdfFigures(
  path: string,
  blocks: readonly Block[],
  bibcode: string,
  limits: ProcessLimits = {},
): Promise<DrawnFigures> {
  const drawings = blocks.flatMap(({ kind, id, page, box }) =>
    kind === 'figure' && page !== undefined && box !== undefined ? [{ id, page, box }] : [],
  );
  const images = new Map<string, Buffer>();
  for (let at = 0; at < drawings.length; at += DRAWN_AT_ONCE) {
    const some = drawings.slice(at, at + DRAWN_AT_ONCE);
    for (const [place, image] of (await draw(path, some, limits)).entries()) images.set(some[place]?.id ?? '', image);
  }
  return {
    blocks: blocks.map((block) => (images.has(block.id) ? withPicture(block, bibcode) : block)),
    figures: [...images].map(([id, content]) => ({ name: nameOf(id), content })),
  };
}

async function draw(path: string, regions: readonly Region[], limits: ProcessLimits): Promise<Buffer[]> {
  try {
    return await renderInProcess(path, regions, { ...limits, dpi: DPI });
  } catch (error) {
    if (error instanceof PdfError) return [];
    throw error;
  }
}

/** One block still, with a hard line break before the caption: figures count as paragraphs whether or not they are drawn. */
function withPicture(block: Block, bibcode: string): Block {
  const label = (block.label ?? 'Figure').replaceAll(/[[\]\\]/g, '');
  const picture = `![${label}](${figureAddress(bibcode, nameOf(block.id))})`;
  return { ...block, markdown: `${picture}\\\n${block.markdown}` };
}

function nameOf(blockId: string): string {
  return `${blockId}.png`;
}
