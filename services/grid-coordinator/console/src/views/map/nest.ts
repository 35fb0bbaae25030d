import type { Box } from './box.ts';
import { cellEdges, fillRow, inkOf, type Inks, type Pixels } from './paint.ts';
import { UNCOUNTED } from './tally.ts';

/** Arranges the points of a box in two dimensions, with two nested axes in each direction. */
export interface Nest {
  readonly box: Box;
  /** The outer and inner horizontal axis, then the outer and inner vertical axis. */
  readonly axes: readonly [number, number, number, number];
  readonly columns: number;
  readonly rows: number;
  /** Returns the index of a point within the box, with the last axis varying fastest. */
  readonly indexOf: (ranks: readonly number[]) => number;
}

function lengthOf(box: Box, axis: number): number {
  const { from = 0, to = -1 } = box[axis] ?? {};
  return to - from + 1;
}

/** Nests the four axes that are not in `pair`, the axes of the open cell. */
export function nestOf(box: Box, pair: readonly [number, number]): Nest {
  const [a = 0, b = 0, c = 0, d = 0] = box.map((_, axis) => axis).filter((axis) => !pair.includes(axis));
  // The first two axes are the outer axes. The last two are nested in them.
  const axes = [a, c, b, d] as const;
  return {
    box,
    axes,
    columns: lengthOf(box, a) * lengthOf(box, c),
    rows: lengthOf(box, b) * lengthOf(box, d),
    indexOf: (ranks) =>
      box.reduce((index, { from }, axis) => index * lengthOf(box, axis) + (ranks[axis] ?? from) - from, 0),
  };
}

/** Returns the ranks of the point in a column and row. Rows count upwards. */
export function placeAt({ box, axes }: Nest, { column, row }: { column: number; row: number }): number[] {
  const ranks = box.map(({ from }) => from);
  const [right, rightInner, up, upInner] = axes;
  const [inColumn, inRow] = [lengthOf(box, rightInner), lengthOf(box, upInner)];
  ranks[right] = (ranks[right] ?? 0) + Math.floor(column / inColumn);
  ranks[rightInner] = (ranks[rightInner] ?? 0) + (column % inColumn);
  ranks[up] = (ranks[up] ?? 0) + Math.floor(row / inRow);
  ranks[upInner] = (ranks[upInner] ?? 0) + (row % inRow);
  return ranks;
}

function clamp(place: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, place));
}

/** Distance from the edge at which a point beyond an axis is drawn, in points. */
const EDGE = 0.1;

/**
 * Returns the position of an extra point in columns and rows from the bottom left. A point between two values of an
 * outer axis is on the line between them.
 */
export function besideAt({ box, axes }: Nest, ranks: readonly number[]): readonly [number, number] {
  const [right, rightInner, up, upInner] = axes;
  const along = (outer: number, inner: number) => {
    const length = lengthOf(box, inner);
    const [from = 0, innerFrom = 0] = [box[outer]?.from, box[inner]?.from];
    const place = clamp((ranks[outer] ?? 0) - from, 0, lengthOf(box, outer) - 1);
    if (!Number.isInteger(place)) return Math.ceil(place) * length;
    return place * length + clamp((ranks[inner] ?? 0) - innerFrom, EDGE - 0.5, length - 0.5 - EDGE) + 0.5;
  };
  return [along(right, rightInner), along(up, upInner)];
}

/** Points of at least this size have a gap between them. Outer values always have one. */
const LEAST_POINT_WITH_GAP = 5;

/** Paints each point in the colour of its category. */
export function paintNest({ data, width, height }: Pixels, nest: Nest, categories: Uint8Array, inks: Inks): void {
  const lefts = cellEdges(width, nest.columns);
  const tops = cellEdges(height, nest.rows);
  const [, rightInner, , upInner] = nest.axes;
  const [inColumn, inRow] = [lengthOf(nest.box, rightInner), lengthOf(nest.box, upInner)];
  const gap = Math.min(width / nest.columns, height / nest.rows) >= LEAST_POINT_WITH_GAP ? 1 : 0;
  for (let column = 0; column < nest.columns; column += 1) {
    const isLast = column % inColumn === inColumn - 1;
    const right = (lefts[column + 1] ?? 0) - gap - (isLast ? 1 : 0);
    for (let row = 0; row < nest.rows; row += 1) {
      const category = categories[nest.indexOf(placeAt(nest, { column, row }))] ?? UNCOUNTED;
      if (category === UNCOUNTED) continue;
      const top = height - (tops[row + 1] ?? 0) + gap + (row % inRow === inRow - 1 ? 1 : 0);
      const bottom = height - (tops[row] ?? 0);
      const left = lefts[column] ?? 0;
      for (let y = top; y < bottom; y += 1) fillRow({ data, width }, { y, left, right }, inkOf(inks, category));
    }
  }
}
