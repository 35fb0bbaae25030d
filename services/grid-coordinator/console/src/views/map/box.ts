import type { Shape } from './shape.ts';

/** The first and last rank of a range. A range between two values has no rank: `to` is `from - 1`. */
export interface Range {
  readonly from: number;
  readonly to: number;
  /**
   * The limits in units of the axis, if ranks cannot express them: extra points can lie between or beyond the
   * values. Infinite without a limit.
   */
  readonly low?: number;
  readonly high?: number;
}

/** A range for each axis. */
export type Box = readonly Range[];

export function fullBox({ sizes }: Shape): Box {
  return sizes.map((size) => ({ from: 0, to: size - 1 }));
}

export function withRange(box: Box, axis: number, range: Range): Box {
  return box.map((other, index) => (index === axis ? range : other));
}

export function isWhole(box: Box, { sizes }: Shape, axis: number): boolean {
  const { from, to, low, high } = box[axis] ?? {};
  return from === 0 && to === (sizes[axis] ?? 0) - 1 && low === undefined && high === undefined;
}

/** Returns the limits of a range in units of its axis. */
export function limitsOf(values: readonly number[], { from, to, low, high }: Range): { low: number; high: number } {
  return { low: low ?? values[from] ?? -Infinity, high: high ?? values[to] ?? Infinity };
}

export function sizeOf(box: Box): number {
  return box.reduce((size, { from, to }) => size * Math.max(0, to - from + 1), 1);
}

export function hasPlace(box: Box, { sizes, strides }: Shape, place: number): boolean {
  return box.every(({ from, to }, axis) => {
    const rank = Math.floor(place / (strides[axis] ?? 1)) % (sizes[axis] ?? 1);
    return rank >= from && rank <= to;
  });
}

/** A box to add to the counts or to subtract from them. */
export interface Step {
  readonly box: Box;
  readonly sign: 1 | -1;
}

/**
 * Returns the boxes to add and subtract that turn the counts of one box into the counts of another. Undefined if counting
 * the new box from scratch is cheaper.
 */
export function stepsBetween(before: Box, after: Box): Step[] | undefined {
  const steps: Step[] = [];
  let box = before;
  for (const [axis, range] of after.entries()) {
    const old = box[axis] ?? range;
    for (const part of missingFrom(range, old)) steps.push({ box: withRange(box, axis, part), sign: 1 });
    for (const part of missingFrom(old, range)) steps.push({ box: withRange(box, axis, part), sign: -1 });
    box = withRange(box, axis, range);
  }
  const work = steps.reduce((sum, step) => sum + sizeOf(step.box), 0);
  return work < sizeOf(after) ? steps : undefined;
}

/** Returns the parts of a range that another range lacks. */
function missingFrom(range: Range, other: Range): Range[] {
  if (other.to < range.from || other.from > range.to) return [range];
  return [
    { from: range.from, to: other.from - 1 },
    { from: other.to + 1, to: range.to },
  ].filter(({ from, to }) => from <= to);
}
