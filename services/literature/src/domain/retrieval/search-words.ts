const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon phi chi psi omega';

const ALPHA = 0x3b1;

/**
 * Maps Greek letters to their names, including the final sigma. The letters have no accents, because NFD separates
 * accents.
 */
const NAMES = new Map(
  GREEK.split(' ').flatMap((name, place): [string, string][] => {
    const letter = String.fromCodePoint(ALPHA + place);
    return [
      [letter, name],
      [letter.toUpperCase(), name],
    ];
  }),
);

/** Matches TeX commands that change only the appearance. */
const LOOKS =
  /\\(?:(?:math|text)?(?:rm|it|bf|sf|tt|cal|normal|frak|bb|scr)|text|mbox|hbox|operatorname|(?:big|Big)g?[lr]?|left|right|(?:display|text|script)style|limits|nonumber|quad|qquad)(?![A-Za-z])\s*|\\[;:!]|~/g;

/** Letters that people type without their accent or stroke, but that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Ħ: 'H',
  Ŧ: 'T',
  Æ: 'AE',
  Œ: 'OE',
  Þ: 'TH',
};

/** Matches characters of scripts that have no blanks between words. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

/**
 * Normalises passages and questions for the search by words. `Teff` finds `$T_{\rm eff}$`, and 'H alpha' finds `Hα` and
 * `$H\alpha$`. The grouping of digits in numbers is ignored. Names match without accents and apostrophes. Chinese and
 * Japanese are indexed as pairs of neighbouring characters.
 */
export function searchWords(text: string): string {
  return foldWords(text).replaceAll(UNSPACED, (run) => ` ${pairsOf(run).join(' ')} `);
}

/** Returns the normal form of `searchWords` before scripts without blanks are split into pairs. */
export function foldWords(text: string): string {
  return text
    .replaceAll(/(?<=\d)(?:\\,|\{,\}|[\u2009\u202f])(?=\d{3}(?!\d))/g, '')
    .replaceAll(LOOKS, '')
    .replaceAll(/\\[,> ]/g, ' ')
    .replaceAll(/[{}$]|(?<=\S)_(?=\S)/g, '')
    .replaceAll(/\\([A-Za-z]+)/g, ' $1 ')
    .normalize('NFKD')
    .replaceAll(/\p{M}|(?<=\p{L})['‘’ʼʹ´](?=\p{L})/gu, '')
    .replaceAll(/[øłđðıħŧßẞæœþØŁĐÐĦŦÆŒÞ]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/(?<=\p{L})-(?=\d)/gu, ' ')
    .replaceAll(/\p{Script=Greek}/gu, (letter) => ` ${NAMES.get(letter) ?? letter} `)
    .replaceAll(/[^\p{L}\p{N}\p{ASCII}]/gu, ' ');
}

/**
 * Returns the pairs of neighbouring characters in a run. Adds the first and the last character for searches for single
 * characters.
 */
function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return [characters[0] ?? '', ...adjacentPairs(characters), characters.at(-1) ?? ''];
}

export function adjacentPairs(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, place) => `${characters[place]}${character}`);
}
