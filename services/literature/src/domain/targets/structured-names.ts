import { END, START, withoutZeros, type Rule } from './rule.ts';

/**
 * Creates a rule for a catalogue whose numbers have their own form. `write` builds the designation from the groups of
 * the pattern.
 */
function form(catalog: string, pattern: string, write: (...groups: string[]) => string | undefined): Rule {
  return {
    pattern: new RegExp(`${START}${pattern}${END}`, 'g'),
    read: ([, ...groups]) => {
      const designation = write(...groups.map((group) => group ?? ''));
      return designation === undefined ? undefined : { designation, catalog };
    },
  };
}

const between = (text: string, min: number, max: number): boolean => Number(text) >= min && Number(text) <= max;

/**
 * Creates a rule for names such as `BD+75 325` and `BD +75° 325`. `min` and `max` are the declinations that limit the
 * catalogue. Zones have two digits.
 */
function zones(name: string, spelling: string, min: number, max: number): Rule {
  const pattern = `${spelling} ?([+-]) ?(\\d{1,2})(?: ?° ?| )(\\d{1,5})([a-eA-D]?)(?!\\.\\d)`;
  return form(name, pattern, (sign = '', zone = '', number = '', letter = '') =>
    between(sign + zone, min, max) && Number(number) > 0
      ? `${name}${sign}${zone.padStart(2, '0')} ${withoutZeros(number)}${letter}`
      : undefined,
  );
}

export const structuredNames: readonly Rule[] = [
  zones('BD', 'BD', -23, 89),
  zones('CD', 'Co?D', -89, -22),
  zones('CPD', 'CPD', -89, -18),
  form('TYC', 'TYC ?(\\d{1,4})-(\\d{1,5})-([1-4])', (region = '', number = '', component = '') =>
    between(region, 1, 9_537) ? `TYC ${withoutZeros(region)}-${withoutZeros(number)}-${component}` : undefined,
  ),
  form('LP', 'LP ?(\\d{1,3})-(\\d{1,4})([AB]?)', (plate = '', number = '', letter = '') =>
    Number(plate) > 0 ? `LP ${withoutZeros(plate)}-${withoutZeros(number)}${letter}` : undefined,
  ),
  // Other names of the observatory do not match: its programmes have a dot and letters, and its telescopes have a unit.
  form('ESO', 'ESO ?(\\d{1,3})-(?:(?:IG|SC|PN|EN|[GNS])[ -]?)?(\\d{1,3})(?! ?m(?![a-z]))', (field = '', number = '') =>
    between(field, 1, 606) ? `ESO ${withoutZeros(field)}-${withoutZeros(number)}` : undefined,
  ),
  form(
    'MCG',
    'MCG ?([+-]) ?(\\d{1,2})-(\\d{1,2})-(\\d{1,3})',
    (sign = '', zone = '', field = '', number = '') =>
      `MCG${sign}${zone.padStart(2, '0')}-${field.padStart(2, '0')}-${number.padStart(3, '0')}`,
  ),
  form('Sh', 'Sh ?2[ -](\\d{1,3})', (number = '') =>
    between(number, 1, 313) ? `Sh 2-${withoutZeros(number)}` : undefined,
  ),
  form('Zw', '(I{1,3}|I?V|VI{1,2}) ?Zw ?(\\d{1,3})', (list, number = '') => `${list} Zw ${withoutZeros(number)}`),
  form('Haro', 'Haro ([1-9]\\d?-\\d{1,2})', (number) => `Haro ${number}`),
  form('Hen', 'Hen? ([23]-\\d{1,4})', (number) => `Hen ${number}`),
  form('Giclas', 'G ?191-B2B', () => 'G 191-B2B'),
  form('BPS', '(?:BPS )?(CS|BS) ?(\\d{5}-\\d{3,4})', (list, number) => `BPS ${list} ${number}`),
  form(
    'LS',
    'LS (I{1,3}|I?V|VI) ?([+-]\\d{1,2})(?: ?° ?| )(\\d{1,4})',
    (region, zone, number = '') => `LS ${region} ${zone} ${withoutZeros(number)}`,
  ),
  form('LS', 'LS (\\d{2,4})', (number = '') => (between(number, 10, 5_140) ? `LS ${number}` : undefined)),
  form('SMC AB', 'SMC[ -]?AB[ -]?(\\d{1,2})', (number = '') =>
    between(number, 1, 12) ? `SMC AB ${withoutZeros(number)}` : undefined,
  ),
  // Names of planets end in a lower-case letter: OGLE-TR-56b, OGLE-2005-BLG-390Lb. A final L without this letter is
  // dropped.
  form(
    'OGLE',
    'OGLE-(TR-\\d{1,4}|(?:LMC|SMC|BLG|GD|GAL)-[A-Z0-9]{2,7}-\\d{2,6})([b-d]?)',
    (name, planet) => `OGLE-${name}${planet}`,
  ),
  form(
    'microlensing event',
    '((?:OGLE|MOA|KMT)-20\\d\\d-BLG-\\d{1,4})(?:L([a-d]?))?',
    (name, planet) => `${name}${planet === '' ? '' : `L${planet}`}`,
  ),
];
