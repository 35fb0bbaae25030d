import type { Extent } from '../formulas/glyph-box.ts';
import { accentOf, INTEGRAL } from '../formulas/signs.ts';
import { signOfName } from './glyph-names.ts';
import { glyphOfCode, originalCode, type Encoding } from './glyph-encodings.ts';

/** What a glyph prints. */
export interface ReadGlyph {
  readonly text: string;
  /** Its code in TeX's extensible font, which tells its height. */
  readonly extensible?: number;
  /** Whether its font has other heights than Computer Modern. */
  readonly hangs?: boolean;
  /** Its height and depth by its outline, in sizes. */
  readonly extent?: Extent;
}

// Pieces of tall brackets in Adobe's corporate use area (Symbol font), from U+F8EB on.
const BRACKET_PIECES = '⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭';

// eslint-disable-next-line no-control-regex -- control characters are what is sought
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad]/g;
/** Codes for private use, and those that are no characters: programs write U+FFFF for a glyph that a font does not have. */
const PRIVATE = /[\ue000-\uf8ff\ufffe\uffff]/g;
const BRACKET_PARTS = /[⎛-⎿⏐]/g;

/** Accents of formulas. Within text they stand beside their letter, as the accents of text fonts do. */
const SPACING: Readonly<Record<string, string>> = {
  '\u0300': '`',
  '\u0301': '´',
  '\u0302': 'ˆ',
  '\u0303': '˜',
  '\u0304': '¯',
  '\u0306': '˘',
  '\u0307': '˙',
  '\u0308': '¨',
  '\u030a': '˚',
  '\u030b': '˝',
  '\u030c': 'ˇ',
  '\u0327': '¸',
};

/** Characters that may need repair. Most words have none. */
const SUSPECT = /[^ -~]|\?/;
// eslint-disable-next-line no-control-regex -- control characters are what is sought
const UNNAMED = /^[\u0000-\u0020\u007f-\u00a0\u00ad\ufffd\ue000-\uf8ff]*$/;

/** Codes of integrals in TeX's extensible font. */
const TEXT_INTEGRAL = 82;
const DISPLAY_INTEGRAL = 90;

/**
 * What is printed for a code of a font in one of TeX's encodings.
 *
 * The code decides for signs, because files name many of them wrongly. A letter that the file names is believed: then the
 * font has been given other codes. Beyond TeX's 128 codes, the glyph's name decides.
 */
export function readGlyph(encoding: Encoding, code: number, unicode: string, name?: string): ReadGlyph {
  // Letters of texts share names with signs of formulas: `oslash` is ø, and ⊘.
  const isLetter = TEXT_ENCODINGS.has(encoding) && /^\p{L}$/u.test(unicode);
  const named = code > 127 && !isLetter ? glyphBeyond(encoding, unicode, name) : undefined;
  if (named) return named;
  const sign = glyphOfCode(encoding, code);
  // A file that names no character repeats the code. Fonts of text with the names of T1 have other codes above those of ASCII.
  const isRepeated = unicode === String.fromCharCode(code) && !(code > 127 && TEXT_ENCODINGS.has(encoding));
  const isNamed = !UNNAMED.test(unicode) && !isRepeated;
  if (sign === undefined) return { text: isNamed || TEXT_ENCODINGS.has(encoding) ? nameOf(encoding, unicode) : UNREAD };
  if ((isNamed && TEXT_ENCODINGS.has(encoding)) || isSurelyNamed(code, unicode)) return { text: unicode };
  return encodedGlyph(encoding, code, unicode, sign);
}

function encodedGlyph(encoding: Encoding, code: number, unicode: string, sign: string): ReadGlyph {
  if (encoding === 'ESINT') return { text: sign, extensible: code % 2 === 1 ? TEXT_INTEGRAL : DISPLAY_INTEGRAL };
  if (encoding === 'OMX') return { text: SPACING[sign] ?? sign, extensible: originalCode(code) };
  return { text: isOtherLetter(unicode, sign) ? unicode : (SPACING[sign] ?? sign) };
}

/** What a font has at codes that TeX's encodings do not have, by its name. */
function glyphBeyond(encoding: Encoding, unicode: string, name: string | undefined): ReadGlyph | undefined {
  const named = name === undefined ? undefined : signOfName(name);
  if (named && encoding === 'OMX' && INTEGRAL.test(named.text)) return hangingIntegral(named.text, name);
  if (named) return { ...named, text: starOf(encoding, named.text) };
  // Fonts without a second place for the first codes have accents there.
  return accentOf(unicode) === undefined ? undefined : { text: unicode };
}

/** Newtx names the smaller of TeX's two stars, that of its letters, for the larger one. */
export function starOf(encoding: Encoding | undefined, text: string): string {
  return encoding === 'OML' && text === '★' ? '⋆' : text;
}

/** Newtx has its integrals in a font of TeX's encoding, at places beyond it, where they hang as TeX's do. */
function hangingIntegral(text: string, name: string | undefined): ReadGlyph {
  return { text, extensible: name?.endsWith('.dsp') === true ? DISPLAY_INTEGRAL : TEXT_INTEGRAL };
}

const UNREAD = '\ufffd';
const TEXT_ENCODINGS: ReadonlySet<Encoding> = new Set(['OT1', 'T1', 'TS1', 'alphabet']);
/** Encodings whose fonts were traced from bitmaps with the names of T1 for their signs. */
const MISNAMED: ReadonlySet<Encoding> = new Set(['ESINT', 'MATHA', 'MATHB', 'MATHX']);

function nameOf(encoding: Encoding, unicode: string): string {
  return MISNAMED.has(encoding) ? UNREAD : unicode;
}

/**
 * Whether the font has other codes than TeX's: it names letters of formulas as such (newtx), or has an ordinary sign where
 * drivers for old printers put the first codes a second time.
 */
function isSurelyNamed(code: number, unicode: string): boolean {
  return /^[\u{1d400}-\u{1d7ff}]$/u.test(unicode) || (code > 127 && /^[!-~]$/.test(unicode));
}

function isOtherLetter(unicode: string, sign: string): boolean {
  // Fonts of formulas have no letters with accents: Ghostscript 9.56 writes Ã for the sigma of Latin Modern, and ¹ for theta.
  if (!/^[\p{Script=Latin}\p{Script=Greek}\p{N}]$/u.test(unicode) || /[\u0080-\u00ff]/.test(unicode)) return false;
  const plain = (text: string) => text.normalize('NFKC').replace('∆', 'Δ').replace('Ω', 'Ω').replace('ς', 'ζ');
  return /^[\p{L}\p{N}]$/u.test(sign) && plain(unicode) !== plain(sign) && !ALIKE.has(plain(unicode) + plain(sign));
}

/** Letters that fonts name alike although TeX has two of them, and the one that Ghostscript writes for `epsilon1`. */
const ALIKE = new Set(['ϕφ', 'φϕ', 'εϵ', 'ϵε', 'ǫε', 'ϑθ', 'θϑ', 'ϱρ', 'ϖπ', 'ςσ', 'ωϖ', 'ζσ', 'ℓl', 'lℓ']);

// eslint-disable-next-line no-control-regex -- control characters are what is sought
const NO_CHARACTER = /^[\u0000-\u0020\u007f-\u009f]$/;
const SPACE = 32;
/** Letters of formulas in Unicode of which pdfjs keeps only 16 bits: U+1D434 becomes U+D434. */
const TRUNCATED = /^[\ud400-\ud7ff]$/;
// eslint-disable-next-line no-control-regex -- control characters are what is sought
const UNKNOWN = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\ufffd]|[\ue000-\uf8ea\uf8ff]/;

/**
 * What a file says that a glyph of a font of formulas prints. A code without a character is a sign that nobody knows; for
 * some, pdfjs says that they are spaces.
 */
export function namedSign(code: number, unicode: string): string {
  const isSpace = unicode === ' ' && code === SPACE;
  return !isSpace && NO_CHARACTER.test(unicode) ? '\ufffd' : unicode;
}

/** Capitals that Greek and Latin have in common, and for which TeX has no Greek command. */
const SHARED = { greek: 'ΑΒΕΖΗΙΚΜΝΟΡΤΧ', latin: 'ABEZHIKMNOPTX' } as const;
const ITALIC_A = 0x1d434;
const ITALIC_GREEK = /^[\u{1d6e2}-\u{1d6fa}]$/u;
/**
 * Brackets that fonts name `parenleft` and a size, which programs take for signs of lists, and the u of scripts in STIX Two
 * Math, of whose name LuaTeX takes four digits.
 */
const NAMED_OTHERWISE: Readonly<Record<string, string>> = { '⒧': '(', '⒭': ')', ᵆ: '𝑢' };

/**
 * What an OpenType font of formulas prints where its file has another character: some programs name the italic letters that
 * Greek and Latin have in common as Greek.
 */
export function formulaSign(unicode: string): string {
  const plain = ITALIC_GREEK.test(unicode) ? unicode.normalize('NFKC') : unicode;
  const at = plain.length === 1 ? SHARED.greek.indexOf(plain) : -1;
  const letter = SHARED.latin.charCodeAt(at);
  return at < 0 ? (NAMED_OTHERWISE[unicode] ?? unicode) : String.fromCodePoint(ITALIC_A + letter - 65);
}

/**
 * Whether the file may not have named the glyph rightly. Where pdfjs does not know a glyph's name it repeats the code, which
 * only in fonts of text is a letter all the same.
 */
export function isDoubtful(code: number, unicode: string, isMathFont: boolean): boolean {
  return (isMathFont && unicode === String.fromCharCode(code)) || UNNAMED.test(unicode) || TRUNCATED.test(unicode);
}

/** Whether it is unknown what a glyph prints. */
export function isUnknown(text: string): boolean {
  return UNKNOWN.test(text);
}

/** Calibri's ligatures, which many programs name by the letters of other alphabets that share their glyphs' names. */
const WORD_LIGATURES: Readonly<Record<string, string>> = { Ɵ: 'ti', Ʃ: 'tt', ƫ: 'tti', ƞ: 'tf', Ō: 'ft' };
const LIGATURE_IN_WORD = /Ɵ(?=\p{Ll})|(?<=\p{Ll})[ƟƩƫƞŌ]/gu;

/** Replaces codes that represent no character by what is printed; U+FFFD if nobody knows. */
export function repairGlyphs(text: string, isMathFont: boolean): string {
  if (!SUSPECT.test(text)) return text;
  const kept = text.endsWith('\u00ad') ? `${text.slice(0, -1)}-` : text;
  return (
    kept
      .replace(CONTROL, '')
      // Computer Modern's math italic has a star at the code of the question mark.
      .replaceAll('?', isMathFont ? '⋆' : '?')
      // Unicode's sets of letters for formulas have the colon of relations as a sign of its own.
      .replaceAll('∶', isMathFont ? ':' : '∶')
      .replace(PRIVATE, (code) => BRACKET_PIECES[code.charCodeAt(0) - 0xf8eb] ?? '\ufffd')
      .replaceAll(/[\ufb00-\ufb06\u00b5\u2126]/g, (sign) => sign.normalize('NFKC'))
      .replaceAll(LIGATURE_IN_WORD, (sign) => WORD_LIGATURES[sign] ?? sign)
  );
}

/** What is left of tall brackets in plain text: one sign for each. */
const BRACKET_HEADS: Readonly<Record<string, string>> = {
  '⎛': '(',
  '⎞': ')',
  '⎡': '[',
  '⎤': ']',
  '⎧': '{',
  '⎫': '}',
  '⎷': '√',
};

/** The text with one sign for each tall bracket, not one for each of its parts. */
export function joinBrackets(text: string): string {
  return text.replace(BRACKET_PARTS, (part) => BRACKET_HEADS[part] ?? '');
}
