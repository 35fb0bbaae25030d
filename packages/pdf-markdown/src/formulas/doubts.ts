/** Deductions from the confidence, by kind of irregularity. */
const WEIGHTS = {
  /** A glyph of unknown character. */
  unknown: 0.5,
  /** A bar without print above or below it. */
  bar: 0.3,
  /** A delimiter without its partner. */
  unbalanced: 0.2,
  /** A line with print only below it, usually a fraction bar whose numerator was not found. */
  line: 0.3,
  /** A row of several items without a relation, usually a part of another row. */
  loose: 0.26,
  /** Two signs printed over each other. */
  overlap: 0.3,
  /** A stray part of a bracket, root or arrow. */
  part: 0.3,
  /** A script without a base in its row. */
  baseless: 0.26,
  /** A relation or operator at the end of a formula. */
  dangling: 0.2,
  /** A relation or operator at the start of a formula. */
  start: 0.26,
  /** A bracket of normal height without its partner. */
  bracket: 0.26,
  /** Two adjacent signs that cannot follow each other directly. */
  grammar: 0.26,
  /** Scripts next to a base that already has scripts. */
  stacked: 0.26,
  /** A script that is too large or too small for its base. */
  size: 0.3,
  /** A script too far to the right of its base. */
  far: 0.26,
  /** A script directly above or below its base. */
  over: 0.26,
  /** A script higher or lower than TeX's position. */
  shift: 0.3,
  /** A letter almost on the baseline, or a fraction off the axis. */
  offline: 0.26,
  /** A relation without space around it. */
  tight: 0.05,
  /** A fraction or root bar longer or shorter than its parts. */
  length: 0.15,
  /** A part of a fraction that is not centred on the bar. */
  uncentred: 0.26,
  /** A formula that is neither indented nor numbered, so usually a line of a paragraph. */
  unindented: 0.15,
  /** More words than usual in a formula. */
  prose: 0.3,
} as const;

/** Formulas with a lower confidence are shown as images (docs/pdf-formulas.md). */
export const SURE_FORMULA = 0.75;

export type Doubt = keyof typeof WEIGHTS;

export class Doubts {
  /** Size in points of the formula's letters that are not scripts. */
  readonly size: number;
  #confidence = 1;

  constructor(size: number) {
    this.size = size;
  }

  add(doubt: Doubt): void {
    this.#confidence *= 1 - WEIGHTS[doubt];
  }

  /** Returns the confidence from 0 to 1. */
  get confidence(): number {
    return Math.round(this.#confidence * 100) / 100;
  }
}
