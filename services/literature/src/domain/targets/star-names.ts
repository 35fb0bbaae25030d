import { CONSTELLATION, constellationOfStar } from './constellations.ts';
import { GREEK_NAME, latinLetter } from './greek.ts';
import { END, START, type Designation, type Rule, type Surroundings } from './rule.ts';

/** Matches the letter of a companion or a planet: `alf Cen B`, `ups And d`. */
const LETTER = String.raw`(?:[ -]?(?<letter>[A-D]|[b-h])(?![A-Za-z0-9_]|\.[A-Za-z]| ?[=<>≈±])|${END})`;

/** Constellations whose abbreviations are English words or begin with one. */
const ENGLISH = new Set(['And', 'For', 'Her', 'Men', 'Car', 'Mon', 'Per', 'Sex', 'Com', 'Cap', 'Col']);

/**
 * Matches text that can follow only the English word, such as a capital in a heading, an article, or the "cent" of "per
 * cent".
 */
const ENGLISH_AFTER =
  /^ (?:[A-Z]|(?:an?|the|this|these|those|each|all|any|every|cent|example|instance|which|more|one|our|its)\b)/;

/** Stars that are prototypes of a class. The names of these classes are not targets. */
const PROTOTYPES = new Set(
  'RR Lyr|T Tau|FU Ori|EX Lup|EX Ori|UX Ori|YY Ori|del Sct|bet Cep|del Cep|gam Dor|AM CVn|W UMa|U Gem|Z Cam|SU UMa|ER UMa|WZ Sge|BY Dra|RS CVn|W Vir|BL Her|RV Tau|SX Phe|gam Cas|alf2 CVn|alf CVn|AM Her|DQ Her|VY Scl|SW Sex|V Sge|UV Cet|FK Com|R CrB|S Dor|ZZ Cet|V777 Her|GW Vir|V361 Hya|V1093 Her|Z And|bet Lyr|HW Vir|P Cyg|omi Cet|lam Boo|zet Aur|VV Cep|SX Ari|DO Eri|alf Cyg|lam Eri'.split(
    '|',
  ),
);

const CLASS_AFTER =
  /^(?:'s)?[ -](?:types?|like|class|classification|stars?|variables?|objects?|systems?|pulsators?|pulsations?|binar(?:y|ies)|novae?|phases?|phenomen(?:on|a)|instability|strip|candidates?|population|profiles?|lines?|absorption|features?)\b/;
const TYPE_AFTER = /^[ -](?:type|like)\b/;

/** Returns the star in a constellation, unless the words around it indicate something else. */
function starIn(
  word: string,
  name: string,
  letter: string | undefined,
  { after }: Surroundings,
): { readonly star: string; readonly constellation: string } | undefined {
  const constellation = constellationOfStar(word);
  if (constellation === undefined) return undefined;
  if (ENGLISH.has(word) && letter === undefined && ENGLISH_AFTER.test(after)) return undefined;
  const star = `${name} ${constellation}`;
  const isClass = PROTOTYPES.has(star) ? CLASS_AFTER.test(after) : TYPE_AFTER.test(after);
  if (isClass && letter === undefined) return undefined;
  return { star: letter === undefined ? star : `${star} ${letter}`, constellation };
}

/** Matches `RR Lyr`, `V404 Cygni`, `AU Mic b`. */
const variables: Rule = {
  pattern: new RegExp(
    String.raw`${START}(?<![.'+-])(?<name>(?:[PR-Z]|[A-IK-Z]{2})(?= )|V[1-9]\d{2,3}) ?${CONSTELLATION}${LETTER}`,
    'g',
  ),
  read: (match, surroundings) => {
    const { name = '', letter } = match.groups ?? {};
    const found = isVariable(name) ? starIn(match[2] ?? '', name, letter, surroundings) : undefined;
    // P Cygni is the only star with the single letter P. P Cygni profiles are named after it.
    if (found === undefined || (name === 'P' && found.constellation !== 'Cyg')) return undefined;
    return { designation: found.star, catalog: 'variable' };
  },
};

/**
 * Returns whether a name follows Argelander's scheme. The names are R to Z, then RR to ZZ and AA to QZ in ascending
 * letters without J, then V335 and higher.
 */
function isVariable(name: string): boolean {
  if (name.length === 1) return true;
  if (name.length === 2) return name.charAt(0) <= name.charAt(1);
  return Number(name.slice(1)) >= 335;
}

/** Matches `α Cen`, `tau Sco`, `Epsilon Eridani b`, `θ1 Ori C`. */
const bayer: Rule = {
  pattern: new RegExp(
    String.raw`${START}(?:(?<sign>[α-ω])(?:\^?(?<index>[1-9¹²³]))?[ -]?|(?<name>${GREEK_NAME})\^?(?<number>0?[1-9¹²³])?[ -])${CONSTELLATION}${LETTER}`,
    'g',
  ),
  read: (match, surroundings): Designation | undefined => {
    const { sign, name = '', index, number, letter } = match.groups ?? {};
    const short = latinLetter(sign ?? name);
    const word = match[5] ?? '';
    const digit = (index ?? number ?? '')
      .replace('0', '')
      .replace(/[¹²³]/, (raised) => String('¹²³'.indexOf(raised) + 1));
    const found = starIn(word, `${short}${digit}`, letter, surroundings);
    return found && { designation: found.star, catalog: 'Bayer' };
  },
};

/** The constellations in which Flamsteed numbered stars. All are visible from Greenwich. */
const FLAMSTEED = new Set(
  'And Aqr Aql Ari Aur Boo Cam Cnc CVn CMa CMi Cap Cas Cen Cep Cet Com CrB Crv Crt Cyg Del Dra Equ Eri Gem Her Hya Lac Leo LMi Lep Lib Lup Lyn Lyr Mon Oph Ori Peg Per Psc PsA Sge Sgr Sco Sct Ser Sex Tau Tri UMa UMi Vir Vul'.split(
    ' ',
  ),
);
const LARGEST_NUMBER = 140;

/** Names with numbers from the lists of Bode and others. These objects have no other common name. */
const LIKE_FLAMSTEED = new Set(['47 Tuc', '30 Dor']);

/** Matches `51 Peg b`, `61 Cygni`, `47 Tuc`. */
const flamsteed: Rule = {
  pattern: new RegExp(String.raw`${START}(?<![.,+/-])(?<number>[1-9]\d{0,2}) ${CONSTELLATION}${LETTER}`, 'g'),
  read: (match, surroundings) => {
    const { number = '', letter } = match.groups ?? {};
    const found = starIn(match[2] ?? '', number, letter, surroundings);
    if (found === undefined) return undefined;
    const isNumbered = FLAMSTEED.has(found.constellation) && Number(number) <= LARGEST_NUMBER;
    if (!isNumbered && !LIKE_FLAMSTEED.has(`${number} ${found.constellation}`)) return undefined;
    return { designation: found.star, catalog: 'Flamsteed' };
  },
};

export const starNames: readonly Rule[] = [variables, bayer, flamsteed];
