import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Alphabet } from '../formulas/glyph-box.ts';
import { alphabetOfFont } from '../glyphs/glyph-alphabets.ts';
import { encodingOf, isComputerModern, withoutTag, type Encoding } from '../glyphs/glyph-encodings.ts';
import { formulaSign, isDoubtful, isUnknown, namedSign, readGlyph, starOf, type ReadGlyph } from '../glyphs/glyphs.ts';
import { signOfName, sizeOfName } from '../glyphs/glyph-names.ts';
import { fontStyle, PLAIN_FONT, type FontStyle } from './font-style.ts';
import { glyphNames, standardCharacters, type NamedFont } from './glyph-names.ts';
import type { FontGeometry, Glyph } from './glyph-strips.ts';
import { glyphOutlines, type BoxOfCode } from './glyph-outlines.ts';
import { isMeasured, withExtent } from './measured-glyphs.ts';
import type { BitmapFont, GlyphUse } from './bitmap-fonts.ts';
import { isByCode, type TexFont } from './nameless-fonts.ts';

/** The properties of a font that are needed to read text. */
export interface PageFont {
  readonly style: FontStyle;
  readonly geometry: FontGeometry;
  /** The formula alphabet of the font's letters. */
  readonly alphabet: Alphabet;
  /** Name of the font without the subset prefix. */
  readonly name: string;
  /** Number of times that each unidentified code was printed. */
  readonly unknown: ReadonlyMap<number, number>;
  /** The glyphs, if the font is a bitmap font. */
  readonly bitmaps?: BitmapFont | undefined;
}

/** The part of pdfjs's fonts that is used here. */
interface LoadedFont extends NamedFont {
  readonly name?: string;
  readonly isType3Font?: boolean;
  readonly vertical?: boolean;
  /** Whether the font's codes are glyph numbers instead of codes of TeX's encodings. */
  readonly composite?: boolean;
  readonly fontMatrix?: ArrayLike<number>;
  readonly bbox?: ArrayLike<number>;
  readonly widths?: Readonly<Record<number, number>>;
}

/** Unit of glyph widths relative to the unit of text. Type 3 fonts have their own unit (ISO 32000-1, 9.2.4). */
const GLYPH_UNIT = 0.001;

/** The font of text whose font is unknown. */
export const PLAIN_PAGE_FONT: PageFont = {
  style: PLAIN_FONT,
  geometry: { widthScale: GLYPH_UNIT, heightScale: 1, isVertical: false, read: ({ unicode }) => ({ text: unicode }) },
  alphabet: 'roman',
  name: '',
  unknown: new Map(),
};

/**
 * Returns a page's font by name. The caller must have read the page's operators, because reading them loads the fonts.
 *
 * @param known the TeX font that this bitmap font is
 */
export async function loadFont(page: PDFPageProxy, name: string, known?: TexFont): Promise<PageFont> {
  const font = await new Promise<unknown>((resolve) => void page.commonObjs.get(name, resolve));
  // If pdfjs cannot read a font, it stores a message in the font's place.
  return typeof font === 'object' && font !== null ? toPageFont(font, known) : PLAIN_PAGE_FONT;
}

function toPageFont(font: LoadedFont, known?: TexFont): PageFont {
  const widthScale = font.fontMatrix?.[0] ?? GLYPH_UNIT;
  const isBitmap = font.isType3Font === true;
  const name = known?.name ?? withoutTag(font.name ?? '');
  const style = fontStyle(name);
  const { encoding, read } = known === undefined ? readerOf(font, name, style) : readerBy(encodingOf(name) ?? 'OT1');
  const unknown = new Map<number, number>();
  const uses = isBitmap ? new Map<number, GlyphUse>() : undefined;
  return {
    style,
    geometry: {
      widthScale,
      heightScale: known?.em ?? (isBitmap ? heightOf(font) : 1),
      isVertical: font.vertical === true,
      read: countUses(font, uses, countUnknown(read, unknown)),
    },
    alphabet: alphabetOfFont(name, encoding, style.mono),
    name,
    unknown,
    bitmaps: uses && { uses, dot: Math.abs(widthScale) },
  };
}

/** Counts the glyphs that a bitmap font prints. */
function countUses(
  font: LoadedFont,
  uses: Map<number, GlyphUse> | undefined,
  read: (glyph: Glyph) => ReadGlyph,
): (glyph: Glyph) => ReadGlyph {
  if (uses === undefined) return read;
  const names = font.differences instanceof Map ? (font.differences as ReadonlyMap<number, string>) : undefined;
  const em = Math.abs(font.fontMatrix?.[0] ?? GLYPH_UNIT);
  return (glyph) => {
    const { originalCharCode: code = -1, unicode, width } = glyph;
    const known = uses.get(code);
    if (known) known.count += 1;
    else
      uses.set(code, {
        count: 1,
        width: width * em,
        ...(isByCode(code, unicode, names?.get(code)) ? {} : { character: unicode }),
      });
    return read(glyph);
  };
}

/** Returns a reader for a font with TeX's codes. The reader ignores the characters that the file names. */
function readerBy(encoding: Encoding) {
  return { encoding, read: (code: number) => ({ ...readGlyph(encoding, code, ''), hangs: false }) };
}

/**
 * Adobe's Symbol and its clones have swapped shapes at some names. TeX takes `\phi` from the glyph called phi, and
 * `\epsilon` from the glyph called epsilon.
 */
const SYMBOL = /^(?:StandardSym|Symbol)/;
const SYMBOLS: Readonly<Record<string, string>> = { φ: 'ϕ', ϕ: 'φ', ε: 'ϵ' };

/** Returns how a font's glyphs are read: by TeX's encodings, by the glyphs' names, or by the file's characters. */
function readerOf(font: LoadedFont, name: string, style: FontStyle) {
  let outlines: BoxOfCode | undefined;
  const measured = (code: number, glyph: ReadGlyph) =>
    isMeasured(glyph) ? withExtent(glyph, (outlines ??= glyphOutlines(font))(code)) : glyph;
  if (font.composite === true) {
    // Codes of composite fonts are glyph numbers. pdfjs names all spaces correctly in such fonts.
    const textOf = style.math ? formulaSign : (text: string) => text;
    return { encoding: undefined, read: (code: number, unicode: string) => measured(code, { text: textOf(unicode) }) };
  }
  const isTexs = isComputerModern(name);
  let known: ReadonlyMap<number, string> | undefined;
  const names = () => (known ??= glyphNames(font));
  let standard: ReadonlyMap<number, string> | undefined;
  // If the file's character table has gaps, pdfjs repeats the code.
  const characterOf = (code: number, unicode: string) =>
    unicode === String.fromCharCode(code) && (code < 32 || code > 126)
      ? ((standard ??= standardCharacters(font)).get(code) ?? unicode)
      : unicode;
  const encoding = encodingOf(name);
  if (encoding && (isTexs || !hasOwnCodes(names()))) {
    const read = (code: number, unicode: string): ReadGlyph => {
      if (isTexs) return { ...readGlyph(encoding, code, unicode), hangs: false };
      const character = code > 127 ? characterOf(code, unicode) : unicode;
      return measured(code, { ...readGlyph(encoding, code, character, names().get(code)), hangs: true });
    };
    return { encoding, read };
  }
  const isSymbol = SYMBOL.test(name);
  const letterOf = (text: string) => (isSymbol ? (SYMBOLS[text] ?? text) : text);
  const read = (code: number, named: string): ReadGlyph => {
    const unicode = characterOf(code, named);
    const isInDoubt = isDoubtful(code, unicode, style.math);
    const glyphName = isInDoubt || style.math ? names().get(code) : undefined;
    if (glyphName === undefined) return { text: style.math ? namedSign(code, letterOf(unicode)) : letterOf(unicode) };
    const sign = isInDoubt ? signOfName(glyphName) : { text: unicode };
    // All other names are meaningless, such as `_a177_`.
    if (!sign) return { text: font.differences?.has(code) === true ? namedSign(code, unicode) : '\ufffd' };
    const text = starOf(encoding, letterOfCode(code, letterOf(sign.text)));
    const extensible = sizeOfName(glyphName, text);
    return measured(code, { ...sign, text, ...(extensible !== undefined && { extensible }), hangs: true });
  };
  return { encoding: undefined, read };
}

/**
 * Returns the letter of a code. STIX has calligraphic letters in Unicode's private use area, at their ASCII codes in
 * the font.
 */
function letterOfCode(code: number, text: string): string {
  return /^[\ue000-\uf8ff]$/.test(text) && code >= 65 && code <= 90 ? String.fromCharCode(code) : text;
}

/**
 * Returns whether the font's codes differ from the TeX font in the font's name. They differ if the font names formula
 * letters as formula letters.
 */
function hasOwnCodes(names: ReadonlyMap<number, string>): boolean {
  return [...names.values()].some((name) => /^u1D[4-7]/.test(name));
}

/** Reads each glyph once and counts the unknown glyphs. One code may stand for glyphs with several names. */
function countUnknown(
  read: (code: number, unicode: string) => ReadGlyph,
  unknown: Map<number, number>,
): (glyph: Glyph) => ReadGlyph {
  const known = new Map<number, { readonly unicode: string; readonly glyph: ReadGlyph; readonly isUnknown: boolean }>();
  return ({ originalCharCode: code = -1, unicode }) => {
    let entry = known.get(code);
    if (entry?.unicode !== unicode) {
      const glyph = read(code, unicode);
      entry = { unicode, glyph, isUnknown: isUnknown(glyph.text) };
      known.set(code, entry);
    }
    if (entry.isUnknown) unknown.set(code, (unknown.get(code) ?? 0) + 1);
    return entry.glyph;
  };
}

/**
 * Returns the factor from font size to glyph height. Type 3 fonts have their own glyph units. The height of their
 * glyphs is more reliable than the font size.
 */
function heightOf({ fontMatrix, bbox, widths }: LoadedFont): number {
  const scale = Math.abs(fontMatrix?.[3] ?? GLYPH_UNIT);
  const height = (bbox?.[3] ?? 0) - (bbox?.[1] ?? 0);
  if (scale === GLYPH_UNIT || height <= 0) return 1;
  // If the file contains no font box, pdfjs invents one.
  const widest = Math.max(0, ...Object.values(widths ?? {}).filter(Number.isFinite));
  return scale * (widest > 0 && height > HIGHEST * widest ? widest : height);
}

/**
 * Maximum ratio between the height of a font box and the width of the widest glyph. That glyph is about one em wide.
 */
const HIGHEST = 4;
