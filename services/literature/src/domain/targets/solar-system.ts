import { END, START, type Rule } from './rule.ts';

/** Matches `1I/'Oumuamua`, `3I/ATLAS`. The first name begins with an apostrophe, which many authors omit. */
const interstellar: Rule = {
  pattern: new RegExp(`${START}([1-9]\\d?)I/('?[A-Z][a-z]{2,20}|[A-Z]{3,12})(?![a-z])`, 'g'),
  read: ([, number = '', name = '']) => ({
    designation: `${number}I/${name === 'Oumuamua' ? "'Oumuamua" : name}`,
    catalog: 'interstellar object',
  }),
};

/** Matches `C/2025 N1`, `P/2010 A2`. */
const comets: Rule = {
  pattern: new RegExp(`${START}([CPDXA]/(?:1[0-9]|20)\\d\\d) ?([A-HJ-Y][A-Z]?\\d{1,3}(?:-[A-Z])?)${END}`, 'g'),
  read: ([, year = '', name = '']) => ({ designation: `${year} ${name}`, catalog: 'comet' }),
};

/** Matches `67P/Churyumov-Gerasimenko`, `73P/Schwassmann-Wachmann 3`. */
const periodicComets: Rule = {
  pattern: new RegExp(
    `${START}([1-9]\\d{0,2}[PD]/[A-Z][a-z]{2,20}(?:-[A-Z][a-z]{2,20}){0,2}(?: [1-9](?![\\d.]))?)${END}`,
    'g',
  ),
  read: ([designation]) => ({ designation, catalog: 'comet' }),
};

const MINOR_BODIES =
  /\b(?:asteroids?|minor planets?|dwarf planets?|planetoids?|near-Earth|NEAs?|NEOs?|TNOs?|KBOs?|trans-Neptunian|Kuiper|[Cc]entaurs?|Trojans?|main[- ]belt|flyby|Hilda|Apollo)\b/;

/** Matches words that begin a sentence after a number in parentheses. */
const SENTENCE =
  /^(?:The|This|These|Those|That|There|In|We|Our|For|From|With|When|Where|While|Which|Here|It|Its|At|As|An?|And|Are|Is|By|On|Or|Of|To|If|All|Any|Both|Each|Eq|Equation|Fig|Figure|Table|Section|See|Note|First|Second|Third|Finally|However|Then|Using|One|Two|Three|No|Not|Some|What|How|Does|Do|Can|Data|Model|Models|Star|Stars|Planet|Observations?)$/;

/**
 * Returns whether a number is likely to belong to an enumeration, an equation or a year. Other numbers need no further
 * evidence.
 */
const isCommon = (number: number): boolean => number < 1_000 || (number >= 1_800 && number < 2_100);

/** Matches `(433) Eros`, `(3200) Phaethon`. */
const minorPlanets: Rule = {
  pattern: /(?<![A-Za-z0-9_)\]])\(([1-9]\d{0,5})\) ([A-Z][a-z]{2,20})(?![A-Za-z0-9_])/g,
  read([, number = '', name = ''], { before, after }) {
    if (SENTENCE.test(name) || /\bal\.? ?$/.test(before)) return undefined;
    const isSaid = MINOR_BODIES.test(before) || MINOR_BODIES.test(after);
    if (isCommon(Number(number)) && !isSaid) return undefined;
    return { designation: `(${number}) ${name}`, catalog: 'minor planet' };
  },
};

export const solarSystem: readonly Rule[] = [interstellar, comets, periodicComets, minorPlanets];
