import type { Alphabet } from '../formulas/glyph-box.ts';
import { withoutTag, type Encoding } from './glyph-encodings.ts';

const ALPHABET_FONTS: readonly (readonly [RegExp, Alphabet])[] = [
  [/calligraph/i, 'calligraphic'],
  [/^euf|^(?:tx|px)b?mia(?!st)|^stix-?mathfrak/i, 'fraktur'],
  [/^(?:eus|rsfs)|^[sn]txscr|^stix-?math(?:scr|cal)/i, 'script'],
  [/^(?:bbm|dsrom|dsss|bbold)|stbb$|^(?:tx|px)b?sym(?![a-z])|^stix-?mathbb|blackboard/i, 'blackboard'],
];
const BOLD = /bx|mib|bold|medi(?!um)|black|heavy|demi/i;
const ITALIC = /ital|obli|slant/i;
const TEXT_ITALIC = /^(?:cm|lm|sf|ec|pl)(?:ti|bxti|sl|bxsl|roman\w*-(?:slant|obli|ital))/i;
const SANS = /^(?:cm|lm|sf|ec)ss|sans|helv|arial|gill/i;

/** Returns the formula alphabet of the letters in a font. The alphabet follows from the font's name. */
export function alphabetOfFont(fontName: string, encoding: Encoding | undefined, isMono: boolean): Alphabet {
  const name = withoutTag(fontName);
  return alphabetOfMathFont(name, encoding) ?? alphabetOfTextFont(name, isMono);
}

function alphabetOfMathFont(name: string, encoding: Encoding | undefined): Alphabet | undefined {
  if (encoding === 'OML') return BOLD.test(name) || /bmi/i.test(name) ? 'boldItalic' : 'italic';
  if (encoding === 'OMS') return 'calligraphic';
  if (encoding === 'MSB' || encoding === 'TXSYB') return 'blackboard';
  return ALPHABET_FONTS.find(([pattern]) => pattern.test(name))?.[1];
}

function alphabetOfTextFont(name: string, isMono: boolean): Alphabet {
  if (isMono) return 'typewriter';
  if (TEXT_ITALIC.test(name)) return 'textItalic';
  if (SANS.test(name)) return 'sans';
  if (ITALIC.test(name) || /-i$|-it$|ti$|rmi/i.test(name)) return BOLD.test(name) ? 'boldItalic' : 'italic';
  return BOLD.test(name) ? 'bold' : 'roman';
}

/** Unicode's mathematical letters and digits (block U+1D400): the first character and the alphabet of each series. */
const SERIES: readonly (readonly [first: number, alphabet: Alphabet])[] = [
  [0x1d400, 'bold'],
  [0x1d434, 'italic'],
  [0x1d468, 'boldItalic'],
  [0x1d49c, 'script'],
  [0x1d504, 'fraktur'],
  [0x1d538, 'blackboard'],
  [0x1d56c, 'fraktur'],
  [0x1d5a0, 'sans'],
  [0x1d670, 'typewriter'],
  [0x1d6a4, 'italic'],
  [0x1d6a8, 'bold'],
  [0x1d6e2, 'italic'],
  [0x1d71c, 'boldItalic'],
  [0x1d756, 'sans'],
  [0x1d7ce, 'bold'],
  [0x1d7d8, 'blackboard'],
  [0x1d7e2, 'sans'],
  [0x1d7f6, 'typewriter'],
];

/** Letters of these alphabets that are elsewhere in Unicode. TeX has ℜ, ℑ and ℓ as signs. */
const LETTERLIKE: readonly (readonly [signs: string, alphabet: Alphabet])[] = [
  ['ℎ', 'italic'],
  ['ℂℍℕℙℚℝℤ', 'blackboard'],
  ['ℬℰℱℋℐℒℳℛℯℊℴ', 'script'],
  ['ℭℌℨ', 'fraktur'],
];

const FIRST_LETTERLIKE = 0x2102;

/**
 * Returns the alphabet of a Unicode mathematical letter, with or without accents. Returns undefined for other
 * characters.
 */
export function alphabetOfLetter(sign: string): Alphabet | undefined {
  const code = sign.codePointAt(0) ?? 0;
  if (code < FIRST_LETTERLIKE) return undefined;
  const letterlike =
    /^[\u2102-\u2133]\p{M}*$/u.test(sign) && LETTERLIKE.find(([signs]) => signs.includes(sign.charAt(0)));
  if (letterlike) return letterlike[1];
  if (code < 0x1d400 || code > 0x1d7ff) return undefined;
  return SERIES.findLast(([first]) => code >= first)?.[1];
}

/**
 * Unicode's Greek formula alphabets: the first and last letter, the length of each alphabet, and the position and forms
 * of the variants.
 */
const GREEK = { first: 0x1d6a8, last: 0x1d7c9, length: 58, variants: 52, letters: 'ϵϑϰϕϱϖ' };

/**
 * Returns the plain letter for a mathematical letter, with its accents. Normalisation would turn ϵ into ε, but TeX
 * distinguishes the two.
 */
export function letterOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const place = code < GREEK.first || code > GREEK.last ? -1 : ((code - GREEK.first) % GREEK.length) - GREEK.variants;
  const variant = sign.startsWith(SCRIPT_L) ? 'ℓ' : GREEK.letters[place];
  return variant === undefined ? sign.normalize('NFKC') : variant + sign.replace(/^./u, '');
}

/** STIX prints this character for `\ell`. */
const SCRIPT_L = '𝓁';
