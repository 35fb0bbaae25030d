import { crc32, deflateSync } from 'node:zlib';
import type { Plot } from './article.ts';
import { COLOURS, fractionsOf, type Rgb } from './plot-geometry.ts';

const WIDTH = 480;
const HEIGHT = 320;
const BOX = { left: 40, right: 464, top: 16, bottom: 288 };
const BLACK: Rgb = [0, 0, 0];

/** Draws the plot as a raster of lines without text. */
export function plotPng(plot: Plot): Uint8Array {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3, 0xff);
  const at = (fx: number, fy: number) =>
    [BOX.left + fx * (BOX.right - BOX.left), BOX.bottom - fy * (BOX.bottom - BOX.top)] as const;
  const polyline = (points: readonly (readonly [number, number])[], colour: Rgb) => {
    for (const [index, point] of points.entries()) {
      const next = points[index + 1];
      if (next !== undefined) line(pixels, at(...point), at(...next), colour);
    }
  };
  const box = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ] as const;
  polyline(box, BLACK);
  for (const tick of [0.25, 0.5, 0.75]) {
    polyline(
      [
        [tick, 0],
        [tick, 0.03],
      ],
      BLACK,
    );
    polyline(
      [
        [0, tick],
        [0.02, tick],
      ],
      BLACK,
    );
  }
  plot.curves.forEach(({ points }, index) =>
    polyline(fractionsOf(points, plot), COLOURS[index % COLOURS.length] ?? BLACK),
  );
  return encodePng(pixels, WIDTH, HEIGHT);
}

function line(
  pixels: Buffer,
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  colour: Rgb,
): void {
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1))));
  for (let step = 0; step <= steps; step += 1) {
    const x = Math.round(x1 + ((x2 - x1) * step) / steps);
    const y = Math.round(y1 + ((y2 - y1) * step) / steps);
    // Lines are two pixels thick.
    for (const row of [y, y + 1]) pixels.set(colour, (row * WIDTH + x) * 3);
  }
}

/** Encodes 8-bit RGB rows as a PNG (W3C PNG, filter 0). */
function encodePng(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Bit depth 8, colour type 2 (RGB), standard compression and filter, no interlace.
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let row = 0; row < height; row += 1) {
    rows.set(pixels.subarray(row * width * 3, (row + 1) * width * 3), row * (width * 3 + 1) + 1);
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.byteLength);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
