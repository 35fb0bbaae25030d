import { degrees, PDFDocument, type PDFEmbeddedPage, type PDFFont, rgb, StandardFonts } from 'pdf-lib';
import type { Plot } from '../article/article.ts';
import type { Document } from '../article/document.ts';
import { COLOURS, fractionsOf } from '../article/plot-geometry.ts';

/** Height of a drawing as a share of its width. */
export const DRAWING_SHAPE = 0.62;

/** The figures of a paper by their numbers, each an object of its own with fonts of its own, as plotting programs make them. */
export async function embedDrawings(
  pdf: PDFDocument,
  document: Document,
  width: number,
): Promise<Map<number, PDFEmbeddedPage>> {
  const drawings = new Map<number, PDFEmbeddedPage>();
  for (const block of document.blocks) {
    if (block.kind === 'figure') drawings.set(block.number, await embedPlot(pdf, block.plot, width));
  }
  return drawings;
}

async function embedPlot(pdf: PDFDocument, plot: Plot, width: number): Promise<PDFEmbeddedPage> {
  const drawing = await PDFDocument.create({ updateMetadata: false });
  const height = width * DRAWING_SHAPE;
  const page = drawing.addPage([width, height]);
  const font = await drawing.embedFont(StandardFonts.Helvetica);
  const box = { x: 34, y: 26, width: width - 44, height: height - 32 };
  page.drawRectangle({ ...box, borderWidth: 0.6, borderColor: rgb(0, 0, 0) });
  plot.curves.forEach(({ name, points }, index) => {
    const [red, green, blue] = COLOURS[index % COLOURS.length] ?? [0, 0, 0];
    const color = rgb(red / 255, green / 255, blue / 255);
    const path = fractionsOf(points, plot).map(
      ([x, y]) => `${(x * box.width).toFixed(1)} ${(-y * box.height).toFixed(1)}`,
    );
    page.drawSvgPath(`M ${path.join(' L ')}`, { x: box.x, y: box.y, borderColor: color, borderWidth: 0.8 });
    const at = rightAligned(name, box.x + box.width - 4, font);
    page.drawText(name, { x: at, y: box.y + box.height - 10 - 9 * index, size: LABEL_PT, font, color });
  });
  const write = (text: string, x: number, y: number) => page.drawText(text, { x, y, size: LABEL_PT, font });
  write(String(plot.x.from), box.x - 2, box.y - 9);
  write(String(plot.x.to), box.x + box.width - 6, box.y - 9);
  write(String(plot.y.from), rightAligned(String(plot.y.from), box.x - 3, font), box.y);
  write(String(plot.y.to), rightAligned(String(plot.y.to), box.x - 3, font), box.y + box.height - 6);
  write(plot.x.label, box.x + (box.width - font.widthOfTextAtSize(plot.x.label, LABEL_PT)) / 2, box.y - 19);
  const up = box.y + (box.height - font.widthOfTextAtSize(plot.y.label, LABEL_PT)) / 2;
  page.drawText(plot.y.label, { x: 9, y: up, size: LABEL_PT, font, rotate: degrees(90) });
  const [embedded] = await pdf.embedPdf(await drawing.save());
  if (embedded === undefined) throw new Error('a drawing has one page');
  return embedded;
}

const LABEL_PT = 7;

function rightAligned(text: string, right: number, font: PDFFont): number {
  return right - font.widthOfTextAtSize(text, LABEL_PT);
}
