/** What was odd in a formula. Each kind lowers the confidence in what was read. */
const WEIGHTS = {
  /** A glyph whose character is unknown. */
  unknown: 0.5,
  /** A bar with nothing above or below it. */
  bar: 0.3,
  /** A delimiter without its partner. */
  unbalanced: 0.2,
  /** A line below something only: mostly the bar of a fraction whose other part was not found. */
  line: 0.3,
  /** A row of several without a relation: mostly a part of another row. */
  loose: 0.26,
  /** Two signs printed over each other. */
  overlap: 0.3,
  /** A part of a bracket, root or arrow that fits nowhere. */
  part: 0.3,
  /** A script without a base. */
  baseless: 0.26,
  /** A relation or operator at the end. */
  dangling: 0.2,
  /** A relation or an operator at the start. */
  start: 0.26,
  /** A bracket of the usual height without its partner. */
  bracket: 0.26,
  /** Signs side by side of which one needs something between them. */
  grammar: 0.26,
  /** Scripts beside a base that has scripts. */
  stacked: 0.26,
  /** A script that is too large or too small for what it stands on. */
  size: 0.3,
  /** A script too far to the right. */
  far: 0.26,
  /** A script above or below what it stands on. */
  over: 0.26,
  /** A script higher or lower than TeX puts it. */
  shift: 0.3,
  /** A letter almost on the baseline, or a fraction beside the axis. */
  offline: 0.26,
  /** A relation without space. */
  tight: 0.05,
  /** The bar of a fraction or root longer or shorter than its parts. */
  length: 0.15,
  /** A part of a fraction that is not centred. */
  uncentred: 0.26,
  /** Neither an indent nor a number: mostly a line of a paragraph. */
  unindented: 0.15,
  /** More words than a formula has. */
  prose: 0.3,
} as const;

/** A formula that was read with less confidence is shown as it is printed (decision 63). */
export const SURE_FORMULA = 0.75;

export type Doubt = keyof typeof WEIGHTS;

/** Collects the doubts of one formula. */
export class Doubts {
  /** The size of its letters that are no scripts, points. */
  readonly size: number;
  #confidence = 1;

  constructor(size: number) {
    this.size = size;
  }

  add(doubt: Doubt): void {
    this.#confidence *= 1 - WEIGHTS[doubt];
  }

  /** From 0 to 1. */
  get confidence(): number {
    return Math.round(this.#confidence * 100) / 100;
  }
}
