import { PdfObjects } from '../pdf/pdf-objects.ts';
import { metricsOf } from './font-metrics.ts';
import { type1Program } from './type1-program.ts';

/** The codes of a font to print, each on its own line. */
export interface PrintedCodes {
  /** The PostScript name, such as `CMSY10`. */
  readonly font: string;
  readonly codes: readonly number[];
  /** The names of the glyphs, in the font's own program or in the PDF. By default the file contains no names. */
  readonly names?: {
    readonly in: 'program' | 'pdf';
    readonly byCode: ReadonlyMap<number, string>;
    /** The file's table of characters (ToUnicode), which may lack some codes. By default the file has no table. */
    readonly characters?: ReadonlyMap<number, string>;
  };
}

// Points.
const PAGE = { width: 612, height: 792 };
const LEFT = 72;
const TOP = 80;
/** Signs of the extensible font extend 30 points below their line. */
const LEADING = 44;
const LINES = 14;
/** The text above the signs of each page. */
const HEAD = 'the signs of fonts for formulas are printed between two letters here';
const SIZE = 10;
/** The width of every printed sign, relative to the font size. */
const WIDTH = 0.6;

/**
 * Prints each code between two letters of a formula in a sentence: `sign 12 of CMSY is x…y in print`.
 */
export function writeGlyphPdf(fonts: readonly PrintedCodes[]): Buffer {
  const lines = fonts.flatMap(({ font, codes }, number) => codes.map((code) => lineOf(`F${number}`, font, code)));
  const objects = new PdfObjects(undefined);
  const [catalog, tree] = [objects.reserve(), objects.reserve()];
  const named = fonts.map(({ font, names }, number) => `/F${number} ${fontOf(objects, font, names)} 0 R`);
  const own = [`/R ${fontOf(objects, 'CMR10')} 0 R`, `/I ${fontOf(objects, 'CMMI10')} 0 R`];
  const kids: number[] = [];
  for (let at = 0; at < lines.length; at += LINES) {
    const content = objects.addStream('', contentOf([words(HEAD), ...lines.slice(at, at + LINES)]));
    kids.push(
      objects.add(
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
          `/Resources << /Font << ${[...named, ...own].join(' ')} >> >> /Contents ${content} 0 R >>`,
      ),
    );
  }
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  objects.set(tree, `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`);
  return objects.assemble(`/Root ${catalog} 0 R`);
}

type Part = readonly [font: string, codes: readonly number[], width: number];

function lineOf(resource: string, font: string, code: number): Part[] {
  const name = font.replaceAll(/[^A-Za-z]/g, '');
  return [
    ...words(`sign ${code} of ${name} is`),
    ['I', [0x78], 0.57],
    [resource, [code], WIDTH],
    ['I', [0x79], 0.49],
    ['R', [], 0.33],
    ...words('in print and that is all'),
  ];
}

function words(text: string): Part[] {
  return text.split(' ').flatMap((word): Part[] => {
    const codes = word.split('').map((letter) => letter.charCodeAt(0));
    const width = codes.reduce((sum, code) => sum + metricsOf('computer modern', 'OT1', code, SIZE).width / SIZE, 0);
    return [
      ['R', codes, width],
      ['R', [], 0.33],
    ];
  });
}

function contentOf(lines: readonly (readonly Part[])[]): string {
  const texts = lines.map((parts, line) => {
    let x = LEFT;
    const y = PAGE.height - TOP - LEADING * line;
    return parts.map(([font, codes, width]) => {
      const hex = codes.map((code) => code.toString(16).padStart(2, '0')).join('');
      const text = `/${font} ${SIZE} Tf 1 0 0 1 ${Math.round(x * 1000) / 1000} ${y} Tm <${hex}> Tj`;
      x += width * SIZE;
      return codes.length > 0 ? text : '';
    });
  });
  return `BT ${texts
    .flat()
    .filter((text) => text !== '')
    .join('\n')} ET`;
}

function fontOf(objects: PdfObjects, name: string, names?: PrintedCodes['names']): number {
  const encoding = name.startsWith('CMR') ? 'OT1' : 'OML';
  const isText = /^CM(?:R|MI)/.test(name);
  const widths = Array.from({ length: 256 }, (_, code) =>
    isText && code < 128
      ? Math.round((metricsOf('computer modern', encoding, code, SIZE).width / SIZE) * 1000)
      : 1000 * WIDTH,
  );
  const descriptor = objects.add(
    `<< /Type /FontDescriptor /FontName /ABCDEF+${name} /Flags 4 /FontBBox [0 -250 1000 750] /ItalicAngle 0 ` +
      `/Ascent 750 /Descent -250 /CapHeight 683 /StemV 69 ${programOf(objects, name, names)}>>`,
  );
  return objects.add(
    `<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+${name} /FirstChar 0 /LastChar 255 ` +
      `/Widths [${widths.join(' ')}] /FontDescriptor ${descriptor} 0 R ` +
      `${differencesOf(names)}${charactersOf(objects, names?.characters)}>>`,
  );
}

function programOf(objects: PdfObjects, name: string, names: PrintedCodes['names']): string {
  if (names?.in !== 'program') return '';
  const { entries, bytes } = type1Program(name, names.byCode);
  return `/FontFile ${objects.addStream(entries, bytes)} 0 R `;
}

function differencesOf(names: PrintedCodes['names']): string {
  if (names?.in !== 'pdf') return '';
  const entries = [...names.byCode].map(([code, name]) => `${code} /${name}`);
  return `/Encoding << /Type /Encoding /Differences [${entries.join(' ')}] >> `;
}

/** Writes a table of characters (ISO 32000-1, 9.10.3). */
function charactersOf(objects: PdfObjects, characters: ReadonlyMap<number, string> | undefined): string {
  if (characters === undefined) return '';
  const hex = (value: number, digits: number) => `<${value.toString(16).padStart(digits, '0')}>`;
  const entries = [...characters].map(([code, text]) => `${hex(code, 2)} ${hex(text.charCodeAt(0), 4)}`);
  const table = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
${entries.length} beginbfchar
${entries.join('\n')}
endbfchar endcmap end end`;
  return `/ToUnicode ${objects.addStream('', table)} 0 R `;
}
