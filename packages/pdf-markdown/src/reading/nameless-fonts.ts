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

/** Whether the codes of glyphs, with their counts, are letters of a text in ASCII. */
export function isText(counts: ReadonlyMap<number, number>): boolean {
  const share = (letters: RegExp, of: number) => countOf(counts, letters) / Math.max(1, of);
  const all = countOf(counts, /[^]/);
  const small = countOf(counts, /[a-z]/);
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

function countOf(counts: ReadonlyMap<number, number>, letters: RegExp): number {
  let sum = 0;
  for (const [code, count] of counts) if (letters.test(String.fromCharCode(code))) sum += count;
  return sum;
}

/** The counts of several fonts together. */
export function sumOfCounts(fonts: readonly ReadonlyMap<number, number>[]): Map<number, number> {
  const sum = new Map<number, number>();
  for (const counts of fonts) for (const [code, count] of counts) sum.set(code, (sum.get(code) ?? 0) + count);
  return sum;
}

/** The numbers of the pages of which most letters are in these fonts. */
export function pagesIn(pages: readonly PageContent[], isFont: (fontKey: string) => boolean): number[] {
  const found = new Set<number>();
  for (const { number, runs } of pages) {
    let [all, own] = [0, 0];
    for (const { text, fontKey } of runs) {
      all += text.length;
      if (isFont(fontKey)) own += text.length;
    }
    if (own > all / 2) found.add(Math.floor(number));
  }
  return [...found];
}
