/** Also matches Fortran's output: D instead of E, or no letter before a three-digit exponent. */
const REAL = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(?:[EeDd]([+-]?\d{1,3})|([+-]\d{3}))?$/;

/** Longer tokens are words, because no engine prints that many digits. */
const LONGEST_NUMBER = 40;

/** Parses a token as a number. Returns infinity beyond the range of a double, and undefined for a word. */
export function realNumber(token: string): number | undefined {
  if (token.length > LONGEST_NUMBER) return undefined;
  const match = REAL.exec(token);
  if (match === null) return undefined;
  const exponent = match[2] ?? match[3];
  return Number(exponent === undefined ? match[1] : `${match[1]}e${exponent}`);
}
