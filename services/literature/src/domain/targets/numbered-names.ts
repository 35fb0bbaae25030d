import { NUMBERED_CATALOGUES, type NumberedCatalogue } from './numbered-catalogues.ts';
import { END, START, withoutZeros, type Designation, type Rule, type Surroundings } from './rule.ts';

const BY_SPELLING = new Map(
  NUMBERED_CATALOGUES.flatMap((catalogue) => catalogue.spellings.map((spelling) => [spelling, catalogue])),
);

/** The spellings, longest first, so that `HAT-P` comes before shorter names with the same beginning. */
const SPELLINGS = [...BY_SPELLING.keys()].toSorted((a, b) => b.length - a.length).join('|');

/**
 * Matches a component (`NGC 3314A`, `HD 93129Aa`) or a planet (`TOI 837b`) attached to the number. After a blank,
 * matches only a planet. A component after a blank ('HD 144548 A') belongs to the named system anyway, and a capital
 * may begin a sentence.
 */
const LETTER = String.raw`(?:(?<attached>[A-E]{1,2}[a-d]?|[a-h])| (?<apart>[b-g])(?![A-Za-z0-9_]|\.[A-Za-z]| ?[=<>≈±]))?`;

/** Matches names with a number: `HD 209458`, `NGC-104`, `TOI837b`, `Kepler-16`, `3C 273`. */
export const numberedNames: Rule = {
  pattern: new RegExp(
    String.raw`${START}(?<spelling>${SPELLINGS})(?<separator>[ -]?)(?<number>\d{1,11})(?<decimals>\.\d{1,2})?${LETTER}(?!\.\d)${END}`,
    'g',
  ),
  read(match, surroundings) {
    const { spelling = '', separator = '', number = '', decimals = '', attached, apart } = match.groups ?? {};
    const catalogue = BY_SPELLING.get(spelling);
    if (catalogue === undefined) return undefined;
    const value = Number(number);
    const isEntry =
      value >= catalogue.min &&
      value <= catalogue.max &&
      (decimals === '' || decimals.length <= catalogue.decimals + 1) &&
      isJoined(catalogue, separator, attached ?? apart) &&
      !isFalseAlarm(catalogue.name, { number, separator, whole: match[0] }, surroundings);
    return isEntry ? designationOf(catalogue, { number, decimals, attached, apart }) : undefined;
  },
};

function isJoined({ separator }: NumberedCatalogue, written: string, letter: string | undefined): boolean {
  if (separator === ' ') return true;
  if (separator === '=') return written === '-' || (written === ' ' && letter !== undefined && /^[b-h]$/.test(letter));
  return written !== '';
}

function designationOf(
  { name, separator, hasPlanets }: NumberedCatalogue,
  written: { number: string; decimals: string; attached: string | undefined; apart: string | undefined },
): Designation {
  const joint = separator === '-' || separator === '=' ? '-' : ' ';
  const letter = written.attached ?? (hasPlanets ? written.apart : undefined) ?? '';
  return { designation: `${name}${joint}${withoutZeros(written.number)}${written.decimals}${letter}`, catalog: name };
}

interface Written {
  readonly number: string;
  readonly separator: string;
  readonly whole: string;
}

/** For each catalogue, recognises other meanings of the same letters and numbers. */
const FALSE_ALARMS: Readonly<Record<string, (written: Written, surroundings: Surroundings) => boolean>> = {
  // Television formats.
  HD: ({ number, whole }, { before, after }) =>
    /^(?:480|576|720|1080|1440|2160|4320)$/.test(number) && TELEVISION.test(before + whole + after),
  // Hardness ratios of X-ray sources.
  HR: ({ separator }) => separator === '-',
  // Numbers of grants without a label.
  PGC: ({ number, separator }, { after }) => separator === '' && (/^(?:19|20)\d\d$/.test(number) || /^-\d/.test(after)),
  // Spectral types.
  K2: ({ number, separator }, { before, after }) =>
    separator !== '-' ||
    before.endsWith('-') ||
    (number.length === 1 && (SPECTRAL_TYPE.test(before) || /^ (?:dwarf|giant|star)/.test(after))),
  // Temperatures.
  '3C': (_written, { before }) => /[-.]$/.test(before),
  // Diameters of telescopes.
  Palomar: (_written, { after }) => /^[ -]?(?:m\b|inch|in\b|foot|ft\b|["″'])/.test(after),
  // An author and a year.
  Abell: ({ number }, { before, after }) =>
    /^19(?:5[5-9]|[678]\d)$/.test(number) && (/^[);]/.test(after) || /(?:[(;&]|et al\.?,?|and) ?$/.test(before)),
  // The hours of a right ascension.
  HH: (_written, { after }) => /^:\d/.test(after),
};
const TELEVISION = /\b(?:video|television|TV|displays?|screens?|monitors?|cameras?|movies?|streams?|full)\b/i;
const SPECTRAL_TYPE = /\b(?:types?|spectral|class(?:es)?|dwarfs?|between|from)\W{1,3}$/i;

function isFalseAlarm(name: string, written: Written, surroundings: Surroundings): boolean {
  return FALSE_ALARMS[name]?.(written, surroundings) === true;
}
