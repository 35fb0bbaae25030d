import { hasPlace, stepsBetween, type Box, type Step } from './box.ts';
import { PAIRS, ranksOf, type Shape } from './shape.ts';

/** The category of a place that is not counted. */
export const UNCOUNTED = 255;

/** Where the table of each pair of axes begins in the counts, and the total length of all tables. */
export interface TableLayout {
  readonly offsets: readonly number[];
  readonly length: number;
}

export function layoutOf({ sizes }: Shape, categories: number): TableLayout {
  const offsets: number[] = [];
  let length = 0;
  for (const [a, b] of PAIRS) {
    offsets.push(length);
    length += (sizes[a] ?? 0) * (sizes[b] ?? 0) * categories;
  }
  return { offsets, length };
}

/**
 * Counts the points of a box by category for every pair of axes. The counts of cell `(i, j)` of the pair `(a, b)` start
 * at `offset + (i * sizes[b] + j) * categories`. When the box changes, counts only the points it gains and loses.
 */
export class PairTally {
  readonly counts: Int32Array;
  readonly layout: TableLayout;
  readonly #shape: Shape;
  readonly #categoryCount: number;
  #box: Box | undefined;

  constructor(shape: Shape, categoryCount: number) {
    this.#shape = shape;
    this.#categoryCount = categoryCount;
    this.layout = layoutOf(shape, categoryCount);
    this.counts = new Int32Array(this.layout.length);
  }

  /**
   * Counts the points of a box. Since the last call, `categories` may have changed only in places reported to `move`.
   */
  count(categories: Uint8Array, box: Box): void {
    const steps = this.#box === undefined ? undefined : stepsBetween(this.#box, box);
    if (steps === undefined) this.counts.fill(0);
    for (const step of steps ?? [{ box, sign: 1 } as const]) this.#add(categories, step);
    this.#box = box;
  }

  /** Moves a point to another category. */
  move(place: number, from: number, to: number): void {
    if (this.#box === undefined || from === to || !hasPlace(this.#box, this.#shape, place)) return;
    const ranks = ranksOf(this.#shape, place);
    for (const [table, [a, b]] of PAIRS.entries()) {
      const cell = (ranks[a] ?? 0) * (this.#shape.sizes[b] ?? 0) + (ranks[b] ?? 0);
      const base = (this.layout.offsets[table] ?? 0) + cell * this.#categoryCount;
      if (from !== UNCOUNTED) this.counts[base + from] = (this.counts[base + from] ?? 0) - 1;
      if (to !== UNCOUNTED) this.counts[base + to] = (this.counts[base + to] ?? 0) + 1;
    }
  }

  #add(categories: Uint8Array, { box, sign }: Step): void {
    const { counts } = this;
    const inner = innerAxis(this.#shape);
    const across = PAIRS.flatMap(([a, b], table) => (a === inner || b === inner ? [table] : []));
    const along = PAIRS.flatMap(([a, b], table) => (a === inner || b === inner ? [] : [table]));
    const acrossBases = new Int32Array(across.length);
    const acrossSteps = Int32Array.from(across, (table) => this.#stepAlong(table, inner));
    const alongBases = new Int32Array(along.length);
    eachRow(this.#shape, box, inner, (start, length, ranks) => {
      for (let k = 0; k < across.length; k += 1) acrossBases[k] = this.#base(across[k] ?? 0, ranks);
      for (let k = 0; k < along.length; k += 1) alongBases[k] = this.#base(along[k] ?? 0, ranks);
      let place = start;
      const end = start + length;
      while (place < end) {
        const category = categories[place] ?? UNCOUNTED;
        let next = place + 1;
        while (next < end && categories[next] === category) next += 1;
        if (category !== UNCOUNTED) {
          for (let k = 0; k < alongBases.length; k += 1) counts[alongBases[k]! + category]! += sign * (next - place);
          for (let k = 0; k < acrossBases.length; k += 1) {
            const distance = acrossSteps[k]!;
            const first = acrossBases[k]! + (place - start) * distance + category;
            addRun(counts, { first, length: next - place, distance, sign });
          }
        }
        place = next;
      }
    });
  }

  #base(table: number, ranks: Int32Array): number {
    const [a = 0, b = 0] = PAIRS[table] ?? [];
    const cell = (ranks[a] ?? 0) * (this.#shape.sizes[b] ?? 0) + (ranks[b] ?? 0);
    return (this.layout.offsets[table] ?? 0) + cell * this.#categoryCount;
  }

  /** Returns the distance in a table between neighbouring cells along an axis. */
  #stepAlong(table: number, axis: number): number {
    const [a, b = 0] = PAIRS[table] ?? [];
    return this.#categoryCount * (a === axis ? (this.#shape.sizes[b] ?? 0) : 1);
  }
}

/** Counts the points of a run, each in its own cell. */
function addRun(
  counts: Int32Array,
  { first, length, distance, sign }: { first: number; length: number; distance: number; sign: number },
): void {
  const end = first + length * distance;
  for (let at = first; at < end; at += distance) counts[at]! += sign;
}

/** Returns the last axis with more than one value. The places along this axis are adjacent in memory. */
function innerAxis({ sizes }: Shape): number {
  return Math.max(
    0,
    sizes.findLastIndex((size) => size > 1),
  );
}

/** Calls `take` for each row of a box along an axis of stride 1, with the row's first place, length and ranks. */
function eachRow(
  { strides }: Shape,
  box: Box,
  inner: number,
  take: (start: number, length: number, ranks: Int32Array) => void,
): void {
  if (box.some(({ from, to }) => to < from)) return;
  const ranks = Int32Array.from(box, ({ from }) => from);
  const { from: first = 0, to: last = 0 } = box[inner] ?? {};
  const length = last - first + 1;
  const outer = box.flatMap((_, axis) => (axis === inner ? [] : [axis])).toReversed();
  for (;;) {
    let start = 0;
    for (let axis = 0; axis < strides.length; axis += 1) start += (ranks[axis] ?? 0) * (strides[axis] ?? 0);
    take(start, length, ranks);
    // Moves to the next row, like an odometer.
    const turned = outer.find((axis) => {
      const { from = 0, to = 0 } = box[axis] ?? {};
      if ((ranks[axis] ?? 0) < to) {
        ranks[axis]! += 1;
        return true;
      }
      ranks[axis] = from;
      return false;
    });
    if (turned === undefined) return;
  }
}

/** Counts the points of a box by the ranks of one axis and by category: `rank * categoryCount + category`. */
export function countAlong(
  shape: Shape,
  categories: Uint8Array,
  box: Box,
  { axis, categoryCount }: { readonly axis: number; readonly categoryCount: number },
): Int32Array {
  const counts = new Int32Array((shape.sizes[axis] ?? 0) * categoryCount);
  const inner = innerAxis(shape);
  eachRow(shape, box, inner, (start, length, ranks) => {
    let base = (ranks[axis] ?? 0) * categoryCount;
    for (let index = 0; index < length; index += 1) {
      const category = categories[start + index] ?? UNCOUNTED;
      if (category !== UNCOUNTED) counts[base + category]! += 1;
      if (axis === inner) base += categoryCount;
    }
  });
  return counts;
}

/** Counts the points of a box by number, starting at 0. Skips uncounted points. */
export function countNumbers(
  shape: Shape,
  categories: Uint8Array,
  box: Box,
  { numbers, length }: { readonly numbers: ArrayLike<number>; readonly length: number },
): Int32Array {
  const counts = new Int32Array(length);
  eachRow(shape, box, innerAxis(shape), (start, rowLength) => {
    for (let place = start; place < start + rowLength; place += 1) {
      const number = numbers[place] ?? -1;
      if (categories[place] !== UNCOUNTED && number >= 0 && number < length) counts[number]! += 1;
    }
  });
  return counts;
}

/** Returns the category of each place of a box, with the last axis varying fastest. */
export function categoriesIn(shape: Shape, categories: Uint8Array, box: Box): Uint8Array {
  const found = new Uint8Array(box.reduce((size, { from, to }) => size * Math.max(0, to - from + 1), 1));
  let at = 0;
  eachRow(shape, box, innerAxis(shape), (start, length) => {
    found.set(categories.subarray(start, start + length), at);
    at += length;
  });
  return found;
}
