import { PdfObjects } from '../pdf/pdf-objects.ts';
import { metricsOf, type Encoding } from './font-metrics.ts';
import { shifted, type MathBox, type SetGlyph } from './math-box.ts';

const PAGE = { width: 612, height: 792 }; // points
const MODERN: Readonly<Record<Encoding, string>> = { OT1: 'CMR', OML: 'CMMI', OMS: 'CMSY', OMX: 'CMEX' };
const TIMES: Readonly<Record<Encoding, string>> = { OT1: 'rtxr', OML: 'rtxmi', OMS: 'txsys', OMX: 'txexs' };
/** The text fonts that the formula fonts for Times use. */
const TIMES_TEXT = { OT1: 'NimbusRomNo9L-Regu', OML: 'NimbusRomNo9L-ReguItal' } as const;
const GREEK = ['Gamma', 'Delta', 'Theta', 'Lambda', 'Xi', 'Pi', 'Sigma', 'Upsilon', 'Phi', 'Psi', 'Omega'];
/** Glyph names of upright fonts by code. Files with other fonts than Knuth's contain these names. */
const NAMES: Readonly<Record<number, string>> = {
  ...Object.fromEntries(GREEK.map((name, code) => [code, name])),
  18: 'grave',
  19: 'acute',
  20: 'caron',
  21: 'breve',
  22: 'macron',
  94: 'circumflex',
  95: 'dotaccent',
  126: 'tilde',
  127: 'dieresis',
};

/** A box on a page, in points from the upper left corner. */
export interface PlacedBox {
  readonly box: MathBox;
  readonly x: number;
  readonly baseline: number;
}

/**
 * Writes pages with fonts named and numbered as in TeX.
 *
 * @param dotsPerInch if given, the fonts are bitmaps for a printer of this resolution, and have no names
 */
export function writePages(pages: readonly (readonly PlacedBox[])[], dotsPerInch: number | undefined): Buffer {
  const objects = new PdfObjects(undefined);
  const [catalog, tree] = [objects.reserve(), objects.reserve()];
  const fonts = new Map<string, number>();
  const kids = pages.map((placed) => {
    const content = objects.addStream(
      '',
      contentOf(placed, (glyph) => fontOf(objects, fonts, glyph, dotsPerInch)),
    );
    const used = [...fonts]
      .map(([name, font], i) => `/${dotsPerInch === undefined ? name : `F${i}`} ${font} 0 R`)
      .join(' ');
    return objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
        `/Resources << /Font << ${used} >> >> /Contents ${content} 0 R >>`,
    );
  });
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  objects.set(tree, `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`);
  return objects.assemble(`/Root ${catalog} 0 R`);
}

/** Returns the name of a glyph's font in the file. */
function fontNameOf({ family, encoding, code }: SetGlyph): string {
  if (family === 'computer modern') return MODERN[encoding];
  const isText =
    encoding === 'OT1' ? !(code in NAMES) : encoding === 'OML' && /[A-Za-z]/.test(String.fromCharCode(code));
  return isText ? TIMES_TEXT[encoding as keyof typeof TIMES_TEXT] : TIMES[encoding];
}

/** Returns the name of a glyph's font on the pages. */
function fontOf(objects: PdfObjects, fonts: Map<string, number>, glyph: SetGlyph, dotsPerInch?: number): string {
  const fontName = fontNameOf(glyph);
  const key = `${fontName}-${glyph.size}`.replace('.', '_');
  if (!fonts.has(key))
    fonts.set(
      key,
      dotsPerInch === undefined ? addOutlines(objects, fontName, glyph) : addBitmaps(objects, glyph, dotsPerInch),
    );
  return dotsPerInch === undefined ? key : `F${[...fonts.keys()].indexOf(key)}`;
}

function addOutlines(objects: PdfObjects, fontName: string, { family, encoding, size }: SetGlyph): number {
  const widths = Array.from({ length: 128 }, (_, code) =>
    number((metricsOf(family, encoding, code, size).width / size) * 1000),
  );
  const psName = `ABCDEF+${fontName}${family === 'times' ? '' : Math.round(size)}`;
  const isUpright = encoding === 'OT1';
  const descriptor = objects.add(
    `<< /Type /FontDescriptor /FontName /${psName} /Flags 4 /FontBBox [0 -250 1000 750] /ItalicAngle 0 ` +
      '/Ascent 750 /Descent -250 /CapHeight 683 /StemV 69 >>',
  );
  const names = Object.entries(NAMES).map(([code, name]) => `${code} /${name}`);
  const encodings =
    family === 'times' && isUpright ? `/Encoding << /Type /Encoding /Differences [${names.join(' ')}] >> ` : '';
  return objects.add(
    `<< /Type /Font /Subtype /Type1 /BaseFont /${psName} /FirstChar 0 /LastChar 127 ${encodings}` +
      `/Widths [${widths.join(' ')}] /FontDescriptor ${descriptor} 0 R >>`,
  );
}

/** Adds a Type 3 font. Its glyphs are named by their codes, and their widths are whole dots. */
function addBitmaps(objects: PdfObjects, { family, encoding, size }: SetGlyph, dotsPerInch: number): number {
  const dot = 72 / dotsPerInch / size;
  const codes = Array.from({ length: 128 }, (_, code) => code);
  const widths = codes.map((code) => Math.round(metricsOf(family, encoding, code, size).width / size / dot));
  const bitmap = objects.addStream('', `${widths[97] ?? 0} 0 0 0 10 10 d1 0 0 10 10 re f`);
  return objects.add(
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 10 10] /FontMatrix [${dot} 0 0 ${dot} 0 0] ` +
      `/FirstChar 0 /LastChar 127 /Widths [${widths.join(' ')}] /Resources << >> ` +
      `/CharProcs << ${codes.map((code) => `/a${code} ${bitmap} 0 R`).join(' ')} >> ` +
      `/Encoding << /Type /Encoding /Differences [0 ${codes.map((code) => `/a${code}`).join(' ')}] >> >>`,
  );
}

function contentOf(placed: readonly PlacedBox[], fontName: (glyph: SetGlyph) => string): string {
  return placed
    .map(({ box, x, baseline }) => {
      const { glyphs, rules } = shifted(box, x, PAGE.height - baseline);
      const texts = glyphs.map((glyph) => {
        const { code, size, x: left, y } = glyph;
        const hex = code.toString(16).padStart(2, '0');
        return `/${fontName(glyph)} ${size} Tf 1 0 0 1 ${number(left)} ${number(y)} Tm <${hex}> Tj`;
      });
      const bars = rules.map(
        ({ x: left, y, width, height }) => `${number(left)} ${number(y)} ${number(width)} ${number(height)} re f`,
      );
      return [`BT ${texts.join('\n')} ET`, ...bars].join('\n');
    })
    .join('\n');
}

function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
