import { createHash } from 'node:crypto';

/** The standard fonts that the tests write with; every reader knows their widths. */
export type FontName =
  | 'Times-Roman'
  | 'Times-Bold'
  | 'Times-Italic'
  | 'Helvetica'
  | 'Helvetica-Bold'
  | 'Courier'
  | 'Symbol';

/** Text at a place, in points from the page's upper left corner to the baseline's start. */
export interface Text {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly font?: FontName;
  readonly size?: number;
  /** Quarter turns clockwise. */
  readonly turns?: number;
  /** Added to every space, points. */
  readonly spacing?: number;
}

/** A line or a filled rectangle, from the upper left corner. */
export interface Shape {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Page {
  readonly texts?: readonly Text[];
  readonly shapes?: readonly Shape[];
  readonly width?: number;
  readonly height?: number;
}

const FONTS: readonly FontName[] = [
  'Times-Roman',
  'Times-Bold',
  'Times-Italic',
  'Helvetica',
  'Helvetica-Bold',
  'Courier',
  'Symbol',
];

/** Cosine and sine of the quarter turns. */
const DIRECTIONS = [
  [1, 0],
  [0, -1],
  [-1, 0],
  [0, 1],
] as const;
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const DOCUMENT_ID = Buffer.from('0123456789abcdef0123456789abcdef', 'hex');

/**
 * Writes a PDF of these pages, with `password` encrypted: `''` is what readers try by themselves.
 */
export function writePdf(pages: readonly Page[], { password }: { readonly password?: string } = {}): Buffer {
  const lock = password === undefined ? undefined : lockOf(password);
  const firstPage = 3 + FONTS.length;
  const kids = pages.map((_, i) => `${firstPage + 2 * i} 0 R`).join(' ');
  const fonts = FONTS.map((_, i) => `/F${i} ${3 + i} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...FONTS.map(fontObject),
    ...pages.flatMap((page, i) => pageObjects(page, firstPage + 2 * i + 1, fonts, lock)),
  ];
  return assemble(objects, lock?.entries ?? '');
}

function fontObject(font: FontName): string {
  const encoding = font === 'Symbol' ? '' : ' /Encoding /WinAnsiEncoding';
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${font}${encoding} >>`;
}

function pageObjects(page: Page, contentNumber: number, fonts: string, lock: Lock | undefined): [string, string] {
  const { width = 612, height = 792 } = page;
  const plain = contentOf(page, height);
  const content = lock ? lock.encrypt(contentNumber, plain) : plain;
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << ${fonts} >> >> /Contents ${contentNumber} 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
}

function contentOf(page: Page, height: number): string {
  const texts = (page.texts ?? []).map(({ text, x, y, font = 'Times-Roman', size = 10, turns = 0, spacing = 0 }) => {
    const [cos = 1, sin = 0] = DIRECTIONS[turns] ?? [];
    const shown = text.replaceAll(/[\\()]/g, (sign) => `\\${sign}`);
    const matrix = [cos, sin, -sin, cos, x, height - y].join(' ');
    return `BT /F${FONTS.indexOf(font)} ${size} Tf ${spacing} Tw ${matrix} Tm (${shown}) Tj ET`;
  });
  const shapes = (page.shapes ?? []).map(
    ({ left, top, width, height: tall }) => `${left} ${height - top - tall} ${width} ${tall} re f`,
  );
  return [...texts, ...shapes].join('\n');
}

function assemble(objects: readonly string[], entries: string): Buffer {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((content, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${content}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${entries} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

interface Lock {
  /** Of the trailer. */
  readonly entries: string;
  readonly encrypt: (objectNumber: number, content: string) => string;
}

// 40-bit RC4, revision 2: algorithms 3.1 to 3.4 of the PDF reference 1.4.
function lockOf(password: string): Lock {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(-4);
  const key = md5(Buffer.concat([padded, owner, permissions, DOCUMENT_ID])).subarray(0, 5);
  const id = `<${DOCUMENT_ID.toString('hex')}>`;
  const [o, u] = [owner, rc4(key, PADDING)].map((bytes) => bytes.toString('hex'));
  return {
    entries: ` /Encrypt << /Filter /Standard /V 1 /R 2 /O <${o}> /U <${u}> /P -4 >> /ID [${id} ${id}]`,
    encrypt: (objectNumber, content) => {
      const salt = Buffer.from([objectNumber & 255, objectNumber >> 8, 0, 0, 0]);
      const own = md5(Buffer.concat([key, salt])).subarray(0, 10);
      return rc4(own, Buffer.from(content, 'latin1')).toString('latin1');
    },
  };
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest();
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, i) => i);
  const at = (i: number) => state[i & 255] ?? 0;
  const swap = (i: number, j: number) => {
    const kept = at(i);
    state[i & 255] = at(j);
    state[j & 255] = kept;
  };
  let j = 0;
  for (let i = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let i = 0;
  j = 0;
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) & 255;
      j = (j + at(i)) & 255;
      swap(i, j);
      return byte ^ at(at(i) + at(j));
    }),
  );
}
