import { CONSTELLATION, constellationOfSource } from './constellations.ts';
import { END, START, withoutZeros, type Rule } from './rule.ts';

/** Returns whether the digits are a date in the form `YYMMDD` or `YYYYMMDD`. */
function isDay(digits: string): boolean {
  const [month, day] = [Number(digits.slice(-4, -2)), Number(digits.slice(-2))];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/** Creates a rule for events named by their date: `GRB 080319B`. */
function dayRule(catalog: string, pattern: string): Rule {
  return {
    pattern: new RegExp(`${START}${pattern}${END}`, 'g'),
    read: ([, day = '', more = '']) => (isDay(day) ? { designation: `${catalog} ${day}${more}`, catalog } : undefined),
  };
}

/** Years of supernovae that were seen before names of supernovae had letters. */
const HISTORICAL = '185|1006|1054|1181|1572|1604';

const supernovae: Rule = {
  pattern: new RegExp(`${START}SN ?(?:((?:18|19|20)\\d\\d)([A-Z]|[a-z]{2,4})|(${HISTORICAL}))${END}`, 'g'),
  read: ([, year = '', letters = '', historical]) => ({
    designation: `SN ${historical ?? year + letters}`,
    catalog: 'SN',
  }),
};

const transientsOfYear: Rule = {
  pattern: new RegExp(`${START}AT ?(20\\d\\d[a-z]{2,4})${END}`, 'g'),
  read: ([, name = '']) => ({ designation: `AT ${name}`, catalog: 'AT' }),
};

/**
 * Matches names that a survey assigns by year. The normal form is the name as written: `ASASSN-14li`, `ZTF18abcdefg`,
 * `iPTF14hls`.
 */
const surveyEvents: Rule = {
  pattern: new RegExp(
    `${START}(?:(ASASSN)-\\d\\d[a-z]{1,3}|(ZTF)\\d\\d[a-z]{7}|(ATLAS)\\d\\d[a-z]{3,4}|(i?PTF)\\d\\d[a-z]{1,4}|(Gaia)\\d\\d[a-z]{3}|(PS1)-\\d\\d[a-z]{1,4})${END}`,
    'g',
  ),
  read: ([designation, ...catalogs]) => ({
    designation,
    catalog: catalogs.find((catalog) => catalog !== undefined) ?? '',
  }),
};

/** Matches `Cyg X-1`, `LMC X-3`, `NGC 300 X-1`. */
const xRaySources: Rule = {
  pattern: new RegExp(`${START}(?:(LMC|SMC)|(M|NGC|IC) ?(\\d{1,4})|${CONSTELLATION}) X-(\\d{1,2})${END}`, 'g'),
  read([, cloud, list, entry = '', word = '', number = '']) {
    const host = cloud ?? (list === undefined ? constellationOfSource(word) : `${list} ${withoutZeros(entry)}`);
    return host === undefined ? undefined : { designation: `${host} X-${number}`, catalog: 'X-ray source' };
  },
};

/** Constellations whose brightest radio source has the letter A. */
const RADIO = new Set(['Cas', 'Cen', 'Cyg', 'For', 'Her', 'Hya', 'Per', 'Pic', 'Tau', 'Vir']);

/** Matches `Cyg A`, `Cassiopeia A`. */
const radioSources: Rule = {
  pattern: new RegExp(`${START}${CONSTELLATION} A${END}(?!['*-])`, 'g'),
  read([, word = ''], { before }) {
    const constellation = constellationOfSource(word);
    // After the name of a star (`α Cen A`), the letter A names a component of the system.
    const isStar = /(?:[α-ω]\d?|\b(?:[A-Z]{1,2}|V\d+|\d+|alf|alpha|bet|beta))[ -]?$/i.test(before);
    return constellation === undefined || !RADIO.has(constellation) || isStar
      ? undefined
      : { designation: `${constellation} A`, catalog: 'radio source' };
  },
};

/** `Sgr A*` is the black hole. The name of the region around the black hole has no asterisk. */
const galacticCentre: Rule = {
  pattern: new RegExp(`${START}(?:Sgr|Sagittarius) ?(?:A ?\\^?\\*|(A|B1|B2)${END})`, 'g'),
  read: ([, region]) => ({ designation: `Sgr ${region ?? 'A*'}`, catalog: 'Galactic centre' }),
};

export const transients: readonly Rule[] = [
  supernovae,
  transientsOfYear,
  dayRule('GRB', 'GRBs? ?(\\d{6})([A-Z]?)'),
  dayRule('GW', 'GW ?(\\d{6})((?:_\\d{6})?)'),
  dayRule('FRB', 'FRBs? ?(\\d{6}|20\\d{6})([A-Z]?)'),
  dayRule('XRF', 'XRF ?(\\d{6})([A-Z]?)'),
  surveyEvents,
];

export const brightSources: readonly Rule[] = [xRaySources, radioSources, galacticCentre];
