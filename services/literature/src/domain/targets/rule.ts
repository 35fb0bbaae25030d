/**
 * A designation in its normal form. The acronym has its usual spelling, one blank follows it, and numbers have no
 * leading zeros.
 */
export interface Designation {
  readonly designation: string;
  /** The catalogue's acronym. For names without a catalogue, the kind of name: `HD`, `Bayer`, `comet`. */
  readonly catalog: string;
}

export interface Surroundings {
  readonly before: string;
  readonly after: string;
}

/** A rule that recognises one form of designations. */
export interface Rule {
  /** A global regular expression. Its repetitions are bounded, so that every text takes linear time. */
  readonly pattern: RegExp;
  /** Returns the designation of a match, or undefined for a false alarm. */
  read(match: RegExpExecArray, surroundings: Surroundings): Designation | undefined;
}

/** The number of characters before and after a match that rules receive. */
const REACH = 60;

export function surroundingsOf(text: string, at: number, length: number): Surroundings {
  const end = at + length;
  return { before: text.slice(Math.max(0, at - REACH), at), after: text.slice(end, end + REACH) };
}

/** Prevents a designation from beginning within a word or a number. */
export const START = '(?<![A-Za-z0-9_])';

/** Prevents a designation from ending within a word or a number. */
export const END = '(?![A-Za-z0-9_])';

export const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');
