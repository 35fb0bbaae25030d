import { PdfObjects } from './pdf-objects.ts';

/** The options for writing TeX's bitmaps into a PDF, as printer drivers do. */
export interface BitmapOptions {
  /** Returns the code of a letter in the font. Default: TeX's code. */
  readonly codeOf?: (texCode: number) => number;
  /** Returns the name that the file gives to a code. Default: `a65` for code 65. */
  readonly nameOf?: (code: number) => string;
  /** Returns the width of a glyph, relative to the font size. Default: 0.5. */
  readonly widthOf?: (texCode: number) => number;
}

// Points.
const PAGE = { width: 612, height: 792 };
const SIZE = 10;
const LEADING = 12;
const WIDTH = 0.5; // sizes
/** TeX's ligatures in its text fonts (OT1). */
const LIGATURES: readonly (readonly [letters: string, code: number])[] = [
  ['ffi', 14],
  ['ffl', 15],
  ['ff', 11],
  ['fi', 12],
  ['fl', 13],
];

/** Prints pages of lines in one Type 3 bitmap font, with ligatures and without a table of characters. */
export function writeBitmapPdf(
  pages: readonly (readonly string[])[],
  { codeOf = (code) => code, nameOf = (code) => `a${code}`, widthOf = () => WIDTH }: BitmapOptions = {},
): Buffer {
  const objects = new PdfObjects(undefined);
  const [catalog, tree] = [objects.reserve(), objects.reserve()];
  const widths = new Map<number, number>();
  const texts = pages.map((lines) =>
    lines.map((line) =>
      codesOf(line).map((texCode) => {
        if (texCode < 0) return texCode;
        widths.set(codeOf(texCode), widthOf(texCode));
        return codeOf(texCode);
      }),
    ),
  );
  const font = fontOf(objects, widths, nameOf);
  const kids = texts.map((lines) => {
    const content = objects.addStream('', lines.map((codes, line) => setLine(codes, line, widths)).join('\n'));
    return objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
        `/Resources << /Font << /F ${font} 0 R >> >> /Contents ${content} 0 R >>`,
    );
  });
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  objects.set(tree, `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`);
  return objects.assemble(`/Root ${catalog} 0 R`);
}

/** Returns the codes of a line. A space has no glyph and becomes -1. */
function codesOf(line: string): number[] {
  const codes: number[] = [];
  let rest = line;
  while (rest !== '') {
    const [letters, code] = LIGATURES.find(([ligature]) => rest.startsWith(ligature)) ?? [
      rest.slice(0, 1),
      rest.startsWith(' ') ? -1 : rest.charCodeAt(0),
    ];
    codes.push(code);
    rest = rest.slice(letters.length);
  }
  return codes;
}

/** Returns the operators that print a line. They move each word to its position, as TeX does. */
function setLine(codes: readonly number[], line: number, widths: ReadonlyMap<number, number>): string {
  const y = PAGE.height - 80 - LEADING * line;
  let x = 60;
  let [word, width] = ['', 0];
  const shown: string[] = [];
  const end = () => {
    if (word !== '') shown.push(`/F ${SIZE} Tf 1 0 0 1 ${x.toFixed(3)} ${y} Tm <${word}> Tj`);
    x += width + 0.3 * SIZE;
    [word, width] = ['', 0];
  };
  for (const code of codes) {
    if (code < 0) end();
    else {
      word += code.toString(16).padStart(2, '0');
      width += (widths.get(code) ?? 0) * SIZE;
    }
  }
  end();
  return `BT ${shown.join('\n')} ET`;
}

function fontOf(
  objects: PdfObjects,
  widthOfCode: ReadonlyMap<number, number>,
  nameOf: (code: number) => string,
): number {
  const codes = [...widthOfCode.keys()].toSorted((a, b) => a - b);
  const glyph = objects.addStream('', '500 0 0 0 450 700 d1 0 0 450 700 re f');
  const procedures = codes.map((code) => `/${nameOf(code)} ${glyph} 0 R`).join(' ');
  const differences = codes.map((code) => `${code} /${nameOf(code)}`).join(' ');
  const widths = Array.from({ length: 256 }, (_, code) => 1000 * (widthOfCode.get(code) ?? 0)).join(' ');
  return objects.add(
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 -250 1000 750] /FontMatrix [0.001 0 0 0.001 0 0] ` +
      `/FirstChar 0 /LastChar 255 /Widths [${widths}] /CharProcs << ${procedures} >> ` +
      `/Encoding << /Type /Encoding /Differences [${differences}] >> /Resources << >> >>`,
  );
}
