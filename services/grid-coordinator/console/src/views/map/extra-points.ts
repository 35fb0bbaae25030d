import type { GridMap, GridPointParams } from '@almagest/contracts/grid';
import { isWhole, limitsOf, type Box } from './box.ts';
import { AXES, shapeOf, type Shape } from './shape.ts';

/** How far beyond the ends of an axis a point is drawn, in ranks. */
const BEYOND = 0.4;

/** Returns the rank of a value on an axis, interpolated between two ranks if the axis lacks the value. */
export function rankOf(values: readonly number[], value: number): number {
  const above = values.findIndex((other) => other >= value);
  if (above < 0) return values.length - 1 + BEYOND;
  const [high = value, low = value] = [values[above], values[above - 1]];
  if (high === value) return above;
  return above === 0 ? -BEYOND : above - (high - value) / (high - low);
}

/** The extra points. Their places follow the grid points. */
export class ExtraPoints {
  readonly points: readonly GridPointParams[];
  readonly #axes: GridMap['axes'];
  readonly #shape: Shape;

  constructor(points: readonly GridPointParams[], axes: GridMap['axes']) {
    this.points = points;
    this.#axes = axes;
    this.#shape = shapeOf(AXES.map((axis) => axes[axis].length));
  }

  /** Returns the ranks of an extra point. At least one of them is fractional or outside the axis. */
  ranksOf(index: number): readonly number[] {
    const point = this.points[index];
    return AXES.map((axis) => (point === undefined ? 0 : rankOf(this.#axes[axis], point[axis])));
  }

  /**
   * Returns the points within a box, with the API's filter rules: a fully selected axis has no limits. `open`
   * names axes whose ranges are ignored.
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
