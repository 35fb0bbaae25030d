/** Also as Fortran prints: with D for E, or without a letter before an exponent of three digits. */
const REAL = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(?:[EeDd]([+-]?\d{1,3})|([+-]\d{3}))?$/;

/** Longer tokens are words: no engine prints a number of so many digits. */
const LONGEST_NUMBER = 40;

/** The number that a token spells, infinite if it is beyond the range of a double; undefined for a word. */
export function realNumber(token: string): number | undefined {
  if (token.length > LONGEST_NUMBER) return undefined;
  const match = REAL.exec(token);
  if (match === null) return undefined;
  const exponent = match[2] ?? match[3];
  return Number(exponent === undefined ? match[1] : `${match[1]}e${exponent}`);
}
