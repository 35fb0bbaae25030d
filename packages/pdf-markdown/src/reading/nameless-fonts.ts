import { nameBitmapFonts, type BitmapFont, type GlyphUse, type NamedFont } from './bitmap-fonts.ts';
import type { PageContent } from './page-content.ts';

/**
 * Old drivers of printers put bitmaps into a PDF (Type 3 fonts) and name them by numbers. What such a glyph prints is known
 * only if its code is that of TeX, whose letters are those of ASCII.
 */

/** Names that say no more than the code: `a65`, `G41`, `char12`. */
const BY_NUMBER = /^(?:[A-Za-z]{0,5}_?\d{1,4}|[Gg][\dA-Fa-f]{2}|\.notdef)$/;

/** Whether nobody but the code says what a glyph prints. */
export function isByCode(code: number, unicode: string, name: string | undefined): boolean {
  const isRepeated = unicode === String.fromCharCode(code) || unicode === '' || code < FIRST_LETTER;
  return isRepeated && (name === undefined || BY_NUMBER.test(name));
}

/** Codes below are no characters of ASCII. */
const FIRST_LETTER = 33;

/** With fewer glyphs, letters may have the frequencies of a language by accident. */
const MIN_GLYPHS = 100;
/** Shares of lower-case letters in text, and among them of vowels, of e, and of the rarest letters in English and its neighbours. */
const SHARES = { letters: 0.5, vowels: [0.28, 0.5], e: 0.07, rare: 0.05 } as const;

/** A font of TeX's that a document has as bitmaps, and its size if that is known. */
export type TexFont = Pick<NamedFont, 'name'> & Partial<NamedFont>;

/** TeX's fonts of a document, by key: those whose widths are known, and else those whose codes are the letters of a text. */
export function findTexFonts(fonts: ReadonlyMap<string, BitmapFont>): ReadonlyMap<string, TexFont> {
  const names = nameBitmapFonts(fonts);
  const found = new Map<string, TexFont>();
  for (const [key, font] of fonts) {
    const named = names.get(key);
    if (named) found.set(key, named);
    else if (isNameless(font) && isText(font)) found.set(key, { name: PLAIN_TEXT });
  }
  return found;
}

/** A font of text with the codes of TeX's first encoding, OT1. */
const PLAIN_TEXT = 'CMR10';

/** Whether fonts of which the file names no glyphs print letters by their codes: those of small ones only together. */
export function areLetters(fonts: Iterable<BitmapFont>): boolean {
  const sum = new Map<number, GlyphUse>();
  for (const { uses } of fonts)
    for (const [code, use] of uses) sum.set(code, { ...use, count: use.count + (sum.get(code)?.count ?? 0) });
  return isText({ uses: sum });
}

/** Whether the file does not say what most of a font's glyphs print. */
export function isNameless({ uses }: BitmapFont): boolean {
  return [...uses.values()].filter(({ character }) => character === undefined).length > uses.size / 2;
}

/** Whether the codes of a font are letters of a text in ASCII. */
function isText({ uses }: Pick<BitmapFont, 'uses'>): boolean {
  const share = (letters: RegExp, of: number) => countOf(uses, letters) / Math.max(1, of);
  const all = countOf(uses, /[^]/);
  const small = countOf(uses, /[a-z]/);
  const vowels = share(/[aeiou]/, small);
  return (
    all >= MIN_GLYPHS &&
    small >= SHARES.letters * all &&
    vowels >= SHARES.vowels[0] &&
    vowels <= SHARES.vowels[1] &&
    share(/e/, small) >= SHARES.e &&
    share(/[jqxz]/, small) <= SHARES.rare
  );
}

function countOf(uses: BitmapFont['uses'], letters: RegExp): number {
  let sum = 0;
  for (const [code, { count }] of uses) if (letters.test(String.fromCharCode(code))) sum += count;
  return sum;
}

/** The numbers of the pages of which most letters are in these fonts. */
export function pagesIn(pages: readonly PageContent[], isFont: (fontKey: string) => boolean): number[] {
  const own = pages.filter((page) => isMostlyIn([page], isFont));
  return [...new Set(own.map(({ number }) => Math.floor(number)))];
}

/** Whether most letters are in these fonts. */
export function isMostlyIn(pages: readonly PageContent[], isFont: (fontKey: string) => boolean): boolean {
  let [all, own] = [0, 0];
  for (const { text, fontKey } of pages.flatMap(({ runs }) => runs)) {
    all += text.length;
    if (isFont(fontKey)) own += text.length;
  }
  return own > all / 2;
}
