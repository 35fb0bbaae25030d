import { createCanvas } from '@napi-rs/canvas';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Box } from './block.ts';
import { withDocument, type PdfLimits } from './reading/open-document.ts';
import { pageOf } from './reading/read-document.ts';

export interface Region {
  /** Page number, counted from 1. */
  readonly page: number;
  readonly box: Box;
}

const POINTS_PER_INCH = 72;
const MARGIN = 3; // points; half of a frame's strokes is outside its region
/** Maximum number of pixels in an image. A4 at 200 dpi has 3.9 million pixels. */
const MOST_PIXELS = 16e6;

/**
 * Draws regions of a PDF as PNG images, in the given order.
 *
 * @param dpi maximum resolution. Very large regions are drawn at a lower resolution
 * @throws {PdfError}
 */
export async function renderRegions(
  bytes: Uint8Array,
  regions: readonly Region[],
  { dpi = 200, ...limits }: PdfLimits & { readonly dpi?: number | undefined } = {},
): Promise<Buffer[]> {
  return await withDocument(bytes, 'drawing', limits, async (document) => {
    const images: Buffer[] = [];
    for (const region of regions) images.push(await renderRegion(document, region, dpi));
    return images;
  });
}

export interface DrawnPage {
  readonly image: Buffer;
  /** Size of the page in points. */
  readonly width: number;
  readonly height: number;
  /** Resolution in pixels per inch. */
  readonly dpi: number;
}

/**
 * Draws whole pages of a PDF as PNG images, in the given order.
 *
 * @param dpi maximum resolution. Very large pages are drawn at a lower resolution
 * @throws {PdfError}
 */
export async function renderPages(
  bytes: Uint8Array,
  numbers: readonly number[],
  { dpi, ...limits }: PdfLimits & { readonly dpi: number },
): Promise<DrawnPage[]> {
  return await withDocument(bytes, 'drawing', limits, async (document) => {
    const drawn: DrawnPage[] = [];
    for (const number of numbers) {
      const page = await pageOf(document, number);
      const { width, height } = page.getViewport({ scale: 1 });
      const frame = { left: 0, top: 0, width, height };
      const scale = scaleOf(frame, dpi);
      drawn.push({ image: await draw(page, frame, scale), width, height, dpi: scale * POINTS_PER_INCH });
    }
    return drawn;
  });
}

async function renderRegion(document: PDFDocumentProxy, { page: number, box }: Region, dpi: number): Promise<Buffer> {
  const page = await pageOf(document, number);
  const frame = {
    left: box.left - MARGIN,
    top: box.top - MARGIN,
    width: box.right - box.left + 2 * MARGIN,
    height: box.bottom - box.top + 2 * MARGIN,
  };
  return await draw(page, frame, scaleOf(frame, dpi));
}

/** A region in points from the upper left corner of the page. */
interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function scaleOf({ width, height }: Frame, dpi: number): number {
  return Math.min(dpi / POINTS_PER_INCH, Math.sqrt(MOST_PIXELS / (width * height)));
}

async function draw(page: PDFPageProxy, { left, top, width, height }: Frame, scale: number): Promise<Buffer> {
  // Draws only the region: the page is shifted relative to a small canvas.
  const viewport = page.getViewport({ scale, offsetX: -left * scale, offsetY: -top * scale });
  const canvas = createCanvas(Math.max(1, Math.ceil(width * scale)), Math.max(1, Math.ceil(height * scale)));
  try {
    await page.render({
      // This canvas has the methods of a browser canvas, but not the types.
      canvas: canvas as never,
      canvasContext: canvas.getContext('2d') as never,
      viewport,
      background: 'white',
    }).promise;
    return await canvas.encode('png');
  } finally {
    page.cleanup();
  }
}
