import { PDFDocument } from 'pdf-lib';
import { encodePng } from '../article/plot-png.ts';

const WIDTH = 300;
const HEIGHT = 420;

/** A scan: pages that are one grey image each, without any text. */
export async function scannedPdf(pages: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const image = await pdf.embedPng(encodePng(rasterOfLines(), WIDTH, HEIGHT));
  for (let page = 0; page < pages; page += 1)
    pdf.addPage([WIDTH * 2, HEIGHT * 2]).drawImage(image, { x: 0, y: 0, width: WIDTH * 2, height: HEIGHT * 2 });
  return pdf.save();
}

/** Dark bars where lines of print would be. */
function rasterOfLines(): Uint8Array {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3, 0xf0);
  for (let row = 30; row < HEIGHT - 30; row += 1) {
    if (row % 8 > 3) continue;
    const words = 30 + ((row * 7) % 40);
    for (let column = 30; column < WIDTH - words; column += 1)
      if (column % 17 > 2) pixels.fill(0x30, (row * WIDTH + column) * 3, (row * WIDTH + column) * 3 + 3);
  }
  return pixels;
}
