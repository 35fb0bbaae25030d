import { END, START, type Rule } from './rule.ts';

/** Surveys whose names of objects contain a position with the letter of the equinox. */
const WITH_LETTER = `
2MASS 2MASX 2MASSI WISE WISEA WISEP WISEPA WISEPC CWISE CWISEP AllWISE SDSS DES DELS DENIS DENIS-P Gaia ROSAT 1RXS 2RXS
1RXP RX RXC RXS 1XMM 2XMM 3XMM 4XMM XMMU CXO CXOU CXOGC CXOONC XTE IGR Swift MAXI SRG SRGA SRGE SRGt eRASSU eRASS
eRASSt 1eRASS FIRST NVSS VVV PSO ULAS UGPS VIK VDES GRO AX HESS MAGIC VER TeV 1FGL 2FGL 3FGL 4FGL 1FHL 2FHL 3FHL HAWC
1HWC 2HWC 3HWC LHAASO 1LHAASO GLEAM LAMOST SMSS NuSTAR SAX MACS SPT-CL ACT-CL Cl ClG XLSS RGB PMN VLASS RACS SMM VLA APMPM
SCR SIPS SSTc2d ASAS GALEX USco EP`;

/** Older surveys whose positions may lack the letter of the equinox. */
const WITHOUT_LETTER = `
IRAS PSR WD PG PKS HE HS EC KUV KPD PB SBSS GRS EXO MS TXS B2 B3 S4 S5 1E 1ES 2E 4U 3U 2S 2A 1H 1WGA GS A AM KS HESS MXB
XB Cl QSO 87GB LB RE EUVE MCT FBS CBS LBQS`;

const words = (text: string): Set<string> => new Set(text.trim().split(/\s+/));
const BARE = words(WITHOUT_LETTER);

const SPELLED = new Map([
  ['H.E.S.S.', 'HESS'],
  ['H.E.S.S', 'HESS'],
  ['SWIFT', 'Swift'],
]);

const ALL = [...words(WITH_LETTER), ...BARE, ...SPELLED.keys()].toSorted((a, b) => b.length - a.length);
const ACRONYMS = ALL.map((acronym) => acronym.replaceAll('.', '\\.')).join('|');

/** Matches `2MASS J23062928-0502285`, `PSR B1919+21`, `Swift J1644+57`, `PKS 2155-304`. */
const equatorial: Rule = {
  pattern: new RegExp(
    String.raw`${START}(?<![-.+])(${ACRONYMS})[ -]?([JB]?)(\d{3,9})(\.\d{1,4})?([+-])(\d{2,8})(\.\d{1,4})?([A-Za-z]{0,2})${END}`,
    'g',
  ),
  read([, written = '', equinox = '', ...place]) {
    const acronym = SPELLED.get(written) ?? written;
    const [ra = '', raPart = '', sign = '', dec = '', ...rest] = place.map((part) => part ?? '');
    if (equinox === '' && (!BARE.has(acronym) || isYears(ra, sign, dec))) return undefined;
    if (!isRightAscension(acronym, ra, raPart) || Number(dec.slice(0, 2)) > 90) return undefined;
    return {
      designation: `${acronym} ${equinox}${ra}${raPart}${sign}${dec}${rest.join('')}`,
      catalog: acronym,
    };
  },
};

/**
 * Returns whether the digits are hours and minutes. For the one survey that uses degrees, returns whether they are
 * degrees.
 */
function isRightAscension(acronym: string, digits: string, decimals: string): boolean {
  if (digits.length === 3) return acronym === 'PSO' && decimals !== '' && Number(digits) < 360;
  return Number(digits.slice(0, 2)) < 24 && Number(digits.slice(2, 4)) < 60;
}

/** Returns whether the text is a range of years, such as 2010-2015 or 2010-15. */
function isYears(from: string, sign: string, to: string): boolean {
  if (sign !== '-' || !/^(?:19|20)\d\d$/.test(from)) return false;
  const years = Number(to.length === 2 ? from.slice(0, 2) + to : to) - Number(from);
  return years > 0 && years <= 30;
}

/** Matches `G1.9+0.3`, `GX 339-4`, `PSZ2 G045.32-38.46`. */
const galactic: Rule = {
  pattern: new RegExp(
    String.raw`${START}(?<![-.+])(?:(PSZ[12]|AGAL|PLCKESZ) )?(GX ?|G)(\d{1,3})(\.\d{1,4})?([+-])(\d{1,2})(\.\d{1,4})?${END}`,
    'g',
  ),
  read([, survey, letters = '', lon = '', lonPart = '', sign = '', lat = '', latPart = '']) {
    const isX = letters.startsWith('GX');
    // Without decimals, such texts are spectral types or lists of numbers.
    if (Number(lon) > 359 || Number(lat) > 90 || (!isX && (lonPart === '' || latPart === ''))) return undefined;
    const position = `${lon}${lonPart}${sign}${lat}${latPart}`;
    if (survey !== undefined) return { designation: `${survey} G${position}`, catalog: survey };
    return isX ? { designation: `GX ${position}`, catalog: 'GX' } : { designation: `G${position}`, catalog: 'G' };
  },
};

/** Matches `4C +37.11`. The digits are the declination and a number. */
const fourthCambridge: Rule = {
  pattern: new RegExp(String.raw`${START}(?<![-.+])4C ?([+-]?)(\d{2})\.(\d{2})([A-D]?)${END}`, 'g'),
  read([, sign = '', zone = '', number = '', letter = '']) {
    if (Number(zone) > 80) return undefined;
    return { designation: `4C ${sign === '-' ? '-' : '+'}${zone}.${number}${letter}`, catalog: '4C' };
  },
};

/** Matches `Gaia DR2 5251470948229949568`. */
const gaia: Rule = {
  pattern: new RegExp(String.raw`${START}Gaia[ -]?(E?DR[1-4])[ -]?(?:source[ _]?(?:id)? ?)?(\d{16,19})${END}`, 'gi'),
  read: ([, release = '', id = '']) => ({
    designation: `Gaia ${release.toUpperCase()} ${id}`,
    catalog: `Gaia ${release.toUpperCase()}`,
  }),
};

export const positionNames: readonly Rule[] = [equatorial, galactic, fourthCambridge, gaia];
