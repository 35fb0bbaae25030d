import { openPdf } from '../paper/pdf/open-document.ts';

/** Draws the first page of a PDF on a canvas `MOST_PX` wide. */
export async function drawFirstPage(canvas: HTMLCanvasElement, file: File): Promise<void> {
  const { document, close } = await openPdf({ data: new Uint8Array(await file.arrayBuffer()) });
  try {
    const page = await document.getPage(1);
    const scale = (MOST_PX / page.getViewport({ scale: 1 }).width) * devicePixelRatio;
    const viewport = page.getViewport({ scale });
    canvas.width = Math.ceil(viewport.width);
    canvas.height = Math.ceil(viewport.height);
    await page.render({ canvas, viewport }).promise;
  } finally {
    await close();
  }
}

const MOST_PX = 620;
