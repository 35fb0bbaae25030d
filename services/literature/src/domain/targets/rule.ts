/** A designation in its normal form: one blank after the acronym, the acronym as the field writes it, no leading zeros. */
export interface Designation {
  readonly designation: string;
  /** The catalogue's acronym, or the kind of name where it comes from none: `HD`, `Bayer`, `comet`. */
  readonly catalog: string;
}

/** The text before and after a candidate, for rules that need it. */
export interface Surroundings {
  readonly before: string;
  readonly after: string;
}

/** One way to write designations. */
export interface Rule {
  /** Global. Its repetitions are bounded, so that a text takes time in proportion to its length, whatever it holds. */
  readonly pattern: RegExp;
  /** What a match designates; undefined for a false alarm. */
  read(match: RegExpExecArray, surroundings: Surroundings): Designation | undefined;
}

/** Characters of the surroundings that a rule is given on each side. */
const REACH = 60;

export function surroundingsOf(text: string, at: number, length: number): Surroundings {
  const end = at + length;
  return { before: text.slice(Math.max(0, at - REACH), at), after: text.slice(end, end + REACH) };
}

/** Where a designation may begin: not within a word or a number. */
export const START = '(?<![A-Za-z0-9_])';

/** Where it may end. */
export const END = '(?![A-Za-z0-9_])';

export const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');
