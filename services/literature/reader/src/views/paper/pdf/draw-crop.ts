import type { BlockPlace } from '@almagest/contracts/literature';
import { openDocument } from './open-document.ts';

/** Pixels per point. At this scale, small print is legible. */
const SCALE = 2.5;
/** Space around the region, in points. */
const MARGIN = 6;

/** Draws a region of a page of the PDF. */
export async function drawCrop(
  canvas: HTMLCanvasElement,
  bibcode: string,
  { page: number, left, top, right, bottom }: BlockPlace,
): Promise<void> {
  const { document, close } = await openDocument(bibcode);
  try {
    const page = await document.getPage(number);
    canvas.width = Math.ceil((right - left + 2 * MARGIN) * SCALE);
    canvas.height = Math.ceil((bottom - top + 2 * MARGIN) * SCALE);
    const viewport = page.getViewport({
      scale: SCALE,
      offsetX: (MARGIN - left) * SCALE,
      offsetY: (MARGIN - top) * SCALE,
    });
    await page.render({ canvas, viewport }).promise;
  } finally {
    await close();
  }
}
