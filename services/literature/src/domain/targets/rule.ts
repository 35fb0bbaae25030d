/**
 * A designation in its normal form: one blank after the acronym, the acronym in its usual spelling, no leading zeros.
 */
export interface Designation {
  readonly designation: string;
  /** The catalogue's acronym, or the kind of name for names without a catalogue: `HD`, `Bayer`, `comet`. */
  readonly catalog: string;
}

/** The text before and after a candidate, for rules that need it. */
export interface Surroundings {
  readonly before: string;
  readonly after: string;
}

/** A rule that recognises one form of designations. */
export interface Rule {
  /** A global expression. Its repetitions are bounded, so that any text takes linear time. */
  readonly pattern: RegExp;
  /** Returns the designation of a match, or undefined for a false alarm. */
  read(match: RegExpExecArray, surroundings: Surroundings): Designation | undefined;
}

/** Number of characters on each side of a match that rules receive. */
const REACH = 60;

export function surroundingsOf(text: string, at: number, length: number): Surroundings {
  const end = at + length;
  return { before: text.slice(Math.max(0, at - REACH), at), after: text.slice(end, end + REACH) };
}

/** A designation may not begin within a word or a number. */
export const START = '(?<![A-Za-z0-9_])';

/** A designation may not end within a word or a number. */
export const END = '(?![A-Za-z0-9_])';

export const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');
