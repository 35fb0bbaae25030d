import {
  PdfError,
  renderInProcess,
  SURE_FORMULA,
  type Block,
  type ReadLimits,
  type Region,
} from '@almagest/pdf-markdown';
import { figureAddress } from '../../domain/figures/figure-address.ts';

export interface DrawnFigures {
  /**
   * The blocks of the paper, with images. Each figure has its rendered image above its caption. An image replaces each
   * formula that the parser could not read reliably.
   */
  readonly blocks: readonly Block[];
  readonly figures: readonly { readonly name: string; readonly content: Buffer }[];
}

/** Dots per inch. At this resolution, axis labels are legible, and a figure has about 100 kB. */
const DPI = 200;

/** Number of figures per process. If a figure exceeds the limits, the other figures of the same process fail too. */
const DRAWN_AT_ONCE = 32;

/** The maximum total size of a paper's images, because all of them are in memory. Further figures get no image. */
const MOST_IMAGE_BYTES = 128 * 1024 * 1024;

/**
 * Renders the figures of a PDF, and formulas that the parser could not read reliably, as they are printed. A figure
 * that cannot be rendered keeps its caption and gets no image.
 */
export async function drawPdfFigures(
  path: string,
  blocks: readonly Block[],
  bibcode: string,
  { mostImageBytes = MOST_IMAGE_BYTES, ...limits }: ReadLimits & { readonly mostImageBytes?: number } = {},
): Promise<DrawnFigures> {
  const drawings = blocks.flatMap((block) => {
    const { id, page, box } = block;
    return isDrawn(block) && page !== undefined && box !== undefined ? [{ id, page, box }] : [];
  });
  const images = new Map<string, Buffer>();
  let bytes = 0;
  for (let at = 0; at < drawings.length && bytes < mostImageBytes; at += DRAWN_AT_ONCE) {
    const some = drawings.slice(at, at + DRAWN_AT_ONCE);
    for (const [place, image] of (await draw(path, some, limits)).entries()) {
      images.set(some[place]?.id ?? '', image);
      bytes += image.length;
    }
  }
  return {
    blocks: blocks.map((block) => (images.has(block.id) ? withPicture(block, bibcode) : block)),
    figures: [...images].map(([id, content]) => ({ name: nameOf(id), content })),
  };
}

async function draw(path: string, regions: readonly Region[], limits: ReadLimits): Promise<Buffer[]> {
  try {
    return await renderInProcess(path, regions, { ...limits, dpi: DPI });
  } catch (error) {
    if (error instanceof PdfError) return [];
    throw error;
  }
}

function isDrawn({ kind, confidence = 1 }: Block): boolean {
  return kind === 'figure' || (kind === 'equation' && confidence < SURE_FORMULA);
}

/**
 * Joins the image and the caption into one block with a hard line break. Paragraph numbers then do not depend on
 * rendering.
 */
function withPicture(block: Block, bibcode: string): Block {
  const label = (block.label ?? nameOfKind(block)).replaceAll(/[[\]\\]/g, '');
  const picture = `![${label}](${figureAddress(bibcode, nameOf(block.id))})`;
  return { ...block, markdown: block.kind === 'equation' ? picture : `${picture}\\\n${block.markdown}` };
}

function nameOfKind({ kind, numbers = [] }: Block): string {
  if (kind !== 'equation') return 'Figure';
  return numbers.length > 0 ? `Formula (${numbers.join(', ')})` : 'Formula';
}

function nameOf(blockId: string): string {
  return `${blockId}.png`;
}
