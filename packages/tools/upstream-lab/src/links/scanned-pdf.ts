import { deflateSync } from 'node:zlib';
import { writePdf } from '../pdf/pdf-writer.ts';

const WIDTH = 300;
const HEIGHT = 420;

/** Returns a scan: pages that consist of one grey image each, without text. */
export function scannedPdf(pages: number): Uint8Array {
  const image = { width: WIDTH, height: HEIGHT, deflatedRgb: deflateSync(rasterOfLines()) };
  return writePdf(Array.from({ length: pages }, () => ({ width: WIDTH * 2, height: HEIGHT * 2, images: [{ image }] })));
}

/** Draws dark bars in the place of printed lines. */
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
