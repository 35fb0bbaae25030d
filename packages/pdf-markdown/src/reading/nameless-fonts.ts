import { nameBitmapFonts, type BitmapFont, type GlyphUse, type NamedFont } from './bitmap-fonts.ts';
import type { PageContent } from './page-content.ts';

/**
 * Old printer drivers store bitmaps (Type 3 fonts) and name glyphs by numbers. A glyph is known only if its code is
 * TeX's. In TeX's encodings, letters have their ASCII codes.
 */

/** Names that only repeat the code: `a65`, `G41`, `char12`. */
const BY_NUMBER = /^(?:[A-Za-z]{0,5}_?\d{1,4}|[Gg][\dA-Fa-f]{2}|\.notdef)$/;

/** Returns whether only the code identifies a glyph. */
export function isByCode(code: number, unicode: string, name: string | undefined): boolean {
  const isRepeated = unicode === String.fromCharCode(code) || unicode === '' || code < FIRST_LETTER;
  return isRepeated && (name === undefined || BY_NUMBER.test(name));
}

/** The first code of a printable ASCII character. */
const FIRST_LETTER = 33;

/** Minimum number of glyphs. In fewer glyphs, the letters may have a language's frequencies by chance. */
const MIN_GLYPHS = 100;
/**
 * Limits for text in English and similar languages: the share of lower-case letters, and the shares of vowels, of e,
 * and of the rarest letters among the lower-case letters.
 */
const SHARES = { letters: 0.5, vowels: [0.28, 0.5], e: 0.07, rare: 0.05 } as const;

/** A TeX font that a document contains as bitmaps. The size is set if it is known. */
export type TexFont = Pick<NamedFont, 'name'> & Partial<NamedFont>;

/** Finds a document's TeX fonts, by key. These are fonts with known widths, or fonts whose codes spell text. */
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

/** A text font with OT1 codes, TeX's first encoding. */
const PLAIN_TEXT = 'CMR10';

/**
 * Returns whether fonts without glyph names print letters at the codes of the letters. The fonts are combined, because
 * a small font has too few glyphs.
 */
export function areLetters(fonts: Iterable<BitmapFont>): boolean {
  const sum = new Map<number, GlyphUse>();
  for (const { uses } of fonts)
    for (const [code, use] of uses) sum.set(code, { ...use, count: use.count + (sum.get(code)?.count ?? 0) });
  return isText({ uses: sum });
}

/** Returns whether the file does not name most of a font's glyphs. */
export function isNameless({ uses }: BitmapFont): boolean {
  return [...uses.values()].filter(({ character }) => character === undefined).length > uses.size / 2;
}

/** Returns whether a font's codes are the ASCII letters of a text. */
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

/** Returns the numbers of pages on which most letters are in these fonts. */
export function pagesIn(pages: readonly PageContent[], isFont: (fontKey: string) => boolean): number[] {
  const own = pages.filter((page) => isMostlyIn([page], isFont));
  return [...new Set(own.map(({ number }) => Math.floor(number)))];
}

/** Returns whether most letters are in these fonts. */
export function isMostlyIn(pages: readonly PageContent[], isFont: (fontKey: string) => boolean): boolean {
  let [all, own] = [0, 0];
  for (const { text, fontKey } of pages.flatMap(({ runs }) => runs)) {
    all += text.length;
    if (isFont(fontKey)) own += text.length;
  }
  return own > all / 2;
}
