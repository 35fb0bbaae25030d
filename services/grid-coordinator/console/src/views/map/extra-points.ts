import type { GridMap, GridPointParams } from '@almagest/contracts/grid';
import { isWhole, limitsOf, type Box } from './box.ts';
import { AXES, shapeOf, type Shape } from './shape.ts';

/** How far beyond the first or the last value of an axis a point is drawn, in steps of ranks. */
const BEYOND = 0.4;

/** Where a value stands among those of an axis: between two of them for a value that the axis lacks. */
export function rankOf(values: readonly number[], value: number): number {
  const above = values.findIndex((other) => other >= value);
  if (above < 0) return values.length - 1 + BEYOND;
  const [high = value, low = value] = [values[above], values[above - 1]];
  if (high === value) return above;
  return above === 0 ? -BEYOND : above - (high - value) / (high - low);
}

/** The points beside the axes. They have places behind those that the axes span, in the same order. */
export class ExtraPoints {
  readonly points: readonly GridPointParams[];
  readonly #axes: GridMap['axes'];
  readonly #shape: Shape;

  constructor(points: readonly GridPointParams[], axes: GridMap['axes']) {
    this.points = points;
    this.#axes = axes;
    this.#shape = shapeOf(AXES.map((axis) => axes[axis].length));
  }

  /** The ranks of each point, of which at least one is no whole number or lies outside. */
  ranksOf(index: number): readonly number[] {
    const point = this.points[index];
    return AXES.map((axis) => (point === undefined ? 0 : rankOf(this.#axes[axis], point[axis])));
  }

  /**
   * The points within the values of a box, as the filters of the API understand it: an axis that is selected as a whole
   * has no limits. `open`: axes whose ranges do not count.
   */
  within(box: Box, open: readonly number[] = []): number[] {
    const limits = AXES.flatMap((axis, index) => {
      if (open.includes(index) || isWhole(box, this.#shape, index)) return [];
      const range = box[index];
      return range === undefined ? [] : [{ axis, ...limitsOf(this.#axes[axis], range) }];
    });
    return [...this.points.keys()].filter((index) => {
      const point = this.points[index];
      return point !== undefined && limits.every(({ axis, low, high }) => point[axis] >= low && point[axis] <= high);
    });
  }
}
