/** What was odd in a formula. Each kind lowers the confidence in what was read. */
const WEIGHTS = {
  /** A glyph whose character is unknown. */
  unknown: 0.5,
  /** A bar with nothing above or below it. */
  bar: 0.15,
  /** A delimiter without its partner. */
  unbalanced: 0.12,
  /** A line below something only: mostly the bar of a fraction whose other part was not found. */
  line: 0.3,
  /** A row of several without a relation: mostly a part of another row. */
  loose: 0.2,
  /** Two signs printed over each other. */
  overlap: 0.15,
  /** A part of a bracket, root or arrow that fits nowhere. */
  part: 0.3,
  /** A script without a base. */
  baseless: 0.12,
  /** A relation or operator at the end. */
  dangling: 0.08,
  /** More words than a formula has. */
  prose: 0.3,
} as const;

export type Doubt = keyof typeof WEIGHTS;

/** Collects the doubts of one formula. */
export class Doubts {
  #confidence = 1;

  add(doubt: Doubt): void {
    this.#confidence *= 1 - WEIGHTS[doubt];
  }

  /** From 0 to 1. */
  get confidence(): number {
    return Math.round(this.#confidence * 100) / 100;
  }
}
