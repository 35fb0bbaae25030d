import type { Extent } from '../formulas/glyph-box.ts';
import { accentOf, INTEGRAL } from '../tex/signs.ts';
import { signOfName } from './glyph-names.ts';
import { glyphOfCode, originalCode, type Encoding } from './glyph-encodings.ts';

export interface ReadGlyph {
  readonly text: string;
  /** The glyph's code in TeX's extensible font. It determines the height. */
  readonly extensible?: number;
  /** Whether the heights of the glyph's font differ from Computer Modern's. */
  readonly hangs?: boolean;
  /** Height and depth of the glyph's outline, in em. */
  readonly extent?: Extent;
}

// Pieces of tall brackets in Adobe's corporate use area (Symbol font), starting at U+F8EB.
const BRACKET_PIECES = '⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭';

// eslint-disable-next-line no-control-regex -- matches control characters on purpose
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad]/g;
/** Private-use codes and noncharacters. Some programs write U+FFFF for a glyph that the font doesn't have. */
const PRIVATE = /[\ue000-\uf8ff\ufffe\uffff]/g;
const BRACKET_PARTS = /[⎛-⎿⏐]/g;

/** Formula accents. In text, they become spacing accents, as in text fonts. */
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

/** Characters that may need repair. Fast path: most words have none. */
const SUSPECT = /[^ -~]|\?/;
// eslint-disable-next-line no-control-regex -- matches control characters on purpose
const UNNAMED = /^[\u0000-\u0020\u007f-\u00a0\u00ad\ufffd\ue000-\uf8ff]*$/;

/** Codes of integrals in TeX's extensible font. */
const TEXT_INTEGRAL = 82;
const DISPLAY_INTEGRAL = 90;

/**
 * Returns what a code prints in one of TeX's encodings.
 *
 * For signs, the code decides, because many files name signs wrongly. If the file names a letter, the name is trusted,
 * because the codes of such a font were changed. Beyond TeX's 128 codes, the glyph's name decides.
 */
export function readGlyph(encoding: Encoding, code: number, unicode: string, name?: string): ReadGlyph {
  // Some text letters have the names of formula signs: `oslash` is both ø and ⊘.
  const isLetter = TEXT_ENCODINGS.has(encoding) && /^\p{L}$/u.test(unicode);
  const named = code > 127 && !isLetter ? glyphBeyond(encoding, unicode, name) : undefined;
  if (named) return named;
  const sign = glyphOfCode(encoding, code);
  // If a file names no character, pdfjs repeats the code. Text fonts named like T1 fonts have other codes above ASCII.
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

/** Returns the glyph at a code beyond TeX's encodings, by the glyph's name. */
function glyphBeyond(encoding: Encoding, unicode: string, name: string | undefined): ReadGlyph | undefined {
  const named = name === undefined ? undefined : signOfName(name);
  if (named && encoding === 'OMX' && INTEGRAL.test(named.text)) return hangingIntegral(named.text, name);
  if (named) return { ...named, text: starOf(encoding, named.text) };
  // Fonts that don't repeat the first codes have accents at these codes.
  return accentOf(unicode) === undefined ? undefined : { text: unicode };
}

/** Corrects the name of the smaller of TeX's two stars. In newtx, this star has the name of the larger star. */
export function starOf(encoding: Encoding | undefined, text: string): string {
  return encoding === 'OML' && text === '★' ? '⋆' : text;
}

/**
 * Returns an integral of newtx. The font has TeX's encoding and integrals at additional codes. These integrals hang
 * down like TeX's.
 */
function hangingIntegral(text: string, name: string | undefined): ReadGlyph {
  return { text, extensible: name?.endsWith('.dsp') === true ? DISPLAY_INTEGRAL : TEXT_INTEGRAL };
}

const UNREAD = '\ufffd';
const TEXT_ENCODINGS: ReadonlySet<Encoding> = new Set(['OT1', 'T1', 'TS1', 'alphabet']);
/** Encodings of fonts that were traced from bitmaps. These fonts name their signs after T1 letters. */
const MISNAMED: ReadonlySet<Encoding> = new Set(['ESINT', 'MATHA', 'MATHB', 'MATHX']);

function nameOf(encoding: Encoding, unicode: string): string {
  return MISNAMED.has(encoding) ? UNREAD : unicode;
}

/**
 * Returns whether the font's codes differ from TeX's. The font then names formula letters as formula letters (newtx).
 * Or it has an ordinary sign where fonts for old drivers repeat the first codes.
 */
function isSurelyNamed(code: number, unicode: string): boolean {
  return /^[\u{1d400}-\u{1d7ff}]$/u.test(unicode) || (code > 127 && /^[!-~]$/.test(unicode));
}

function isOtherLetter(unicode: string, sign: string): boolean {
  // Formula fonts have no accented letters. But Ghostscript 9.56 writes Ã for Latin Modern's sigma and ¹ for theta.
  if (!/^[\p{Script=Latin}\p{Script=Greek}\p{N}]$/u.test(unicode) || /[\u0080-\u00ff]/.test(unicode)) return false;
  const plain = (text: string) => text.normalize('NFKC').replace('∆', 'Δ').replace('Ω', 'Ω').replace('ς', 'ζ');
  return /^[\p{L}\p{N}]$/u.test(sign) && plain(unicode) !== plain(sign) && !ALIKE.has(plain(unicode) + plain(sign));
}

/**
 * Pairs of letters that fonts confuse although TeX distinguishes them, including Ghostscript's letter for `epsilon1`.
 */
const ALIKE = new Set(['ϕφ', 'φϕ', 'εϵ', 'ϵε', 'ǫε', 'ϑθ', 'θϑ', 'ϱρ', 'ϖπ', 'ςσ', 'ωϖ', 'ζσ', 'ℓl', 'lℓ']);

// eslint-disable-next-line no-control-regex -- matches control characters on purpose
const NO_CHARACTER = /^[\u0000-\u0020\u007f-\u009f]$/;
const SPACE = 32;
/** Formula letters that pdfjs truncates to 16 bits: U+1D434 becomes U+D434. */
const TRUNCATED = /^[\ud400-\ud7ff]$/;
// eslint-disable-next-line no-control-regex -- matches control characters on purpose
const UNKNOWN = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\ufffd]|[\ue000-\uf8ea\uf8ff]/;

/**
 * Returns the file's character for a glyph in a formula font. A code without a character is an unknown sign. pdfjs
 * reports some of these codes as spaces.
 */
export function namedSign(code: number, unicode: string): string {
  const isSpace = unicode === ' ' && code === SPACE;
  return !isSpace && NO_CHARACTER.test(unicode) ? '\ufffd' : unicode;
}

/** Capitals that Greek and Latin have in common. TeX has no Greek commands for them. */
const SHARED = { greek: 'ΑΒΕΖΗΙΚΜΝΟΡΤΧ', latin: 'ABEZHIKMNOPTX' } as const;
const ITALIC_A = 0x1d434;
const ITALIC_GREEK = /^[\u{1d6e2}-\u{1d6fa}]$/u;
/**
 * Brackets that fonts name `parenleft` with a size. Programs mistake these names for list signs. Also the script u of
 * STIX Two Math, whose name LuaTeX truncates to four digits.
 */
const NAMED_OTHERWISE: Readonly<Record<string, string>> = { '⒧': '(', '⒭': ')', ᵆ: '𝑢' };

/**
 * Corrects the character of a glyph in an OpenType formula font. If an italic letter is common to Greek and Latin, some
 * programs name the Greek letter.
 */
export function formulaSign(unicode: string): string {
  const plain = ITALIC_GREEK.test(unicode) ? unicode.normalize('NFKC') : unicode;
  const at = plain.length === 1 ? SHARED.greek.indexOf(plain) : -1;
  const letter = SHARED.latin.charCodeAt(at);
  return at < 0 ? (NAMED_OTHERWISE[unicode] ?? unicode) : String.fromCodePoint(ITALIC_A + letter - 65);
}

/**
 * Returns whether the file may have named the glyph wrongly. If pdfjs doesn't know a glyph's name, it repeats the code.
 * The code is a letter only in text fonts.
 */
export function isDoubtful(code: number, unicode: string, isMathFont: boolean): boolean {
  return (isMathFont && unicode === String.fromCharCode(code)) || UNNAMED.test(unicode) || TRUNCATED.test(unicode);
}

export function isUnknown(text: string): boolean {
  return UNKNOWN.test(text);
}

/** Calibri's ligatures. Letters of other alphabets have the same glyph names, so many programs write these letters. */
const WORD_LIGATURES: Readonly<Record<string, string>> = { Ɵ: 'ti', Ʃ: 'tt', ƫ: 'tti', ƞ: 'tf', Ō: 'ft' };
const LIGATURE_IN_WORD = /Ɵ(?=\p{Ll})|(?<=\p{Ll})[ƟƩƫƞŌ]/gu;

/** Replaces codes without a character by the printed sign. Unknown signs become U+FFFD. */
export function repairGlyphs(text: string, isMathFont: boolean): string {
  if (!SUSPECT.test(text)) return text;
  const kept = text.endsWith('\u00ad') ? `${text.slice(0, -1)}-` : text;
  return (
    kept
      .replace(CONTROL, '')
      // Computer Modern's math italic has a star at the code of the question mark.
      .replaceAll('?', isMathFont ? '⋆' : '?')
      // Unicode has a separate colon for relations in formulas.
      .replaceAll('∶', isMathFont ? ':' : '∶')
      .replace(PRIVATE, (code) => BRACKET_PIECES[code.charCodeAt(0) - 0xf8eb] ?? '\ufffd')
      .replaceAll(/[\ufb00-\ufb06\u00b5\u2126]/g, (sign) => sign.normalize('NFKC'))
      .replaceAll(LIGATURE_IN_WORD, (sign) => WORD_LIGATURES[sign] ?? sign)
  );
}

/** Signs for the parts of tall brackets in plain text, one sign per bracket. */
const BRACKET_HEADS: Readonly<Record<string, string>> = {
  '⎛': '(',
  '⎞': ')',
  '⎡': '[',
  '⎤': ']',
  '⎧': '{',
  '⎫': '}',
  '⎷': '√',
};

/** Replaces the parts of each tall bracket by one sign. */
export function joinBrackets(text: string): string {
  return text.replace(BRACKET_PARTS, (part) => BRACKET_HEADS[part] ?? '');
}
