import { contentOf, type Drawing, type Image, type Page } from './page-content.ts';
import { PdfObjects } from './pdf-objects.ts';
import { FONTS } from './standard-fonts.ts';

export type { Drawing, Image, Page, Path, Shape, Text } from './page-content.ts';
export { widthOfText, type FontName } from './standard-fonts.ts';

interface Options {
  /** Encrypts the file. Readers try the password `''` automatically. */
  readonly password?: string;
  /** The title is not encrypted, so it cannot be combined with a password. */
  readonly title?: string;
  readonly date?: Date;
}

/** Writes a PDF with these pages. The same pages always give the same bytes. */
export function writePdf(pages: readonly Page[], { password, title, date }: Options = {}): Buffer {
  const objects = new PdfObjects(password);
  const catalog = objects.reserve();
  const tree = objects.reserve();
  const fonts = fontsOf(objects);
  const drawings = new Map<Drawing, number>();
  const images = new Map<Image, number>();
  const kids = pages.map((page) => {
    const { width = 612, height = 792 } = page;
    const used = [
      ...(page.drawings ?? []).map(({ drawing }) => once(drawings, drawing, () => addDrawing(objects, drawing))),
      ...(page.images ?? []).map(({ image }) => once(images, image, () => addImage(objects, image))),
    ];
    const graphics = used.map((number, index) => `/X${index} ${number} 0 R`).join(' ');
    const content = objects.addStream('', contentOf(page, height));
    return objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${width} ${height}] ` +
        `/Resources << /Font << ${fonts} >> /XObject << ${graphics} >> >> /Contents ${content} 0 R >>`,
    );
  });
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  objects.set(tree, `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${pages.length} >>`);
  const entries = [
    ...(title === undefined ? [] : [`/Title <feff${Buffer.from(title, 'utf16le').swap16().toString('hex')}>`]),
    ...(date === undefined ? [] : [`/CreationDate (${dateText(date)})`, `/ModDate (${dateText(date)})`]),
  ];
  const info = entries.length === 0 ? '' : ` /Info ${objects.add(`<< ${entries.join(' ')} >>`)} 0 R`;
  return objects.assemble(`/Root ${catalog} 0 R${info}`);
}

/** Adds font objects. Every drawing has its own fonts, as in files of plotting programs. */
function fontsOf(objects: PdfObjects): string {
  return FONTS.map((font, index) => {
    const encoding = font === 'Symbol' ? '' : ' /Encoding /WinAnsiEncoding';
    return `/F${index} ${objects.add(`<< /Type /Font /Subtype /Type1 /BaseFont /${font}${encoding} >>`)} 0 R`;
  }).join(' ');
}

function addDrawing(objects: PdfObjects, drawing: Drawing): number {
  const { width, height } = drawing;
  const resources = `/Resources << /Font << ${fontsOf(objects)} >> >>`;
  return objects.addStream(
    `/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}] ${resources} `,
    contentOf(drawing, height),
  );
}

function addImage(objects: PdfObjects, { width, height, deflatedRgb }: Image): number {
  return objects.addStream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode `,
    Buffer.from(deflatedRgb).toString('latin1'),
  );
}

function once<Key>(known: Map<Key, number>, key: Key, add: () => number): number {
  const number = known.get(key) ?? add();
  known.set(key, number);
  return number;
}

/** Formats a date as `D:20160407000000Z`. */
function dateText(date: Date): string {
  return `D:${date.toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`;
}
