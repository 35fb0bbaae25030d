const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon phi chi psi omega';

const ALPHA = 0x3b1;

/** By letter, without accents, which NFD has separated. The final sigma is included. */
const NAMES = new Map(
  GREEK.split(' ').flatMap((name, place): [string, string][] => {
    const letter = String.fromCodePoint(ALPHA + place);
    return [
      [letter, name],
      [letter.toUpperCase(), name],
    ];
  }),
);

/** TeX commands that change only the appearance. */
const LOOKS =
  /\\(?:(?:math|text)?(?:rm|it|bf|sf|tt|cal|normal|frak|bb|scr)|text|mbox|hbox|operatorname|(?:big|Big)g?[lr]?|left|right|(?:display|text|script)style|limits|nonumber|quad|qquad)(?![A-Za-z])\s*|\\[;:!]|~/g;

/**
 * Normalises a text for the search by words, for passages and questions alike: `$T_{\rm eff}$` is found by Teff, `Hα`
 * and `$H\alpha$` by 'H alpha', and numbers by their digits, however these are grouped.
 */
export function searchWords(text: string): string {
  return text
    .replaceAll(/(?<=\d)(?:\\,|\{,\}|[\u2009\u202f])(?=\d{3}(?!\d))/g, '')
    .replaceAll(LOOKS, '')
    .replaceAll(/\\[,> ]/g, ' ')
    .replaceAll(/[{}$]|(?<=\S)_(?=\S)/g, '')
    .replaceAll(/\\([A-Za-z]+)/g, ' $1 ')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\p{Script=Greek}/gu, (letter) => ` ${NAMES.get(letter) ?? letter} `);
}
