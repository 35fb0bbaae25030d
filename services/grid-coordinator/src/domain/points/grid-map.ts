import { AXES, type GridPointParams, type PointStatus, type TaskType } from '@almagest/contracts/grid';
import { paramsOf } from './extra-points.ts';
import type { PointSet } from './lattice.ts';

/** A state of a point as one character. */
export interface MapCode {
  readonly code: string;
  /** Null for a place without a point. */
  readonly status: PointStatus | null;
  /** The type of the attempt that converged, or null if the point has not converged. */
  readonly method: TaskType | null;
}

export const NO_POINT = '.';

/** The characters are lower-case letters, so that the text is readable. */
export const MAP_CODES: readonly MapCode[] = [
  { code: NO_POINT, status: null, method: null },
  { code: 'p', status: 'pending', method: null },
  { code: 'q', status: 'queued', method: null },
  { code: 'r', status: 'running', method: null },
  { code: 'f', status: 'failed', method: null },
  { code: 'i', status: 'converged', method: null },
  { code: 'c', status: 'converged', method: 'cold_run' },
  { code: 's', status: 'converged', method: 'seed_step' },
  { code: 'o', status: 'converged', method: 'continue' },
];

/**
 * Assigns places to points. A point on the axes has the mixed-radix number of its value ranks, with the last axis
 * fastest. The extra points follow in the order of the configuration.
 */
export class GridPlaces {
  /** The values of each axis in ascending order. */
  readonly axes: readonly (readonly number[])[];
  /** The number of places that the axes span. */
  readonly gridSize: number;
  readonly extra: readonly GridPointParams[];
  /** The number of all places. */
  readonly size: number;
  readonly #offsets: readonly ReadonlyMap<number, number>[];
  readonly #extraPlaces: ReadonlyMap<string, number>;

  constructor({ grid, extraPoints }: PointSet) {
    this.axes = AXES.map((axis) => [...new Set(grid[axis].map(({ value }) => value))].toSorted((a, b) => a - b));
    let stride = 1;
    const offsets: ReadonlyMap<number, number>[] = [];
    for (const values of this.axes.toReversed()) {
      const step = stride;
      offsets.unshift(new Map(values.map((value, rank) => [value, rank * step])));
      stride *= values.length;
    }
    this.#offsets = offsets;
    this.gridSize = stride;
    this.extra = extraPoints.map(paramsOf);
    this.size = stride + this.extra.length;
    const keys = this.extra.map((params, index) => [keyOf(AXES.map((axis) => params[axis])), stride + index] as const);
    this.#extraPlaces = new Map(keys);
  }

  /**
   * Returns the number that a value of an axis adds to the places of its points. Returns undefined if the axis does not
   * have the value.
   */
  offsetOf(axis: number, value: number): number | undefined {
    return this.#offsets[axis]?.get(value);
  }

  /** Returns the place of the point with these values, in axis order, or undefined if the grid has no such point. */
  placeOf(values: readonly number[] | Float64Array): number | undefined {
    let place = 0;
    for (let axis = 0; axis < this.#offsets.length; axis += 1) {
      const offset = this.#offsets[axis]?.get(values[axis] ?? Number.NaN);
      if (offset === undefined) return this.extra.length === 0 ? undefined : this.#extraPlaces.get(keyOf(values));
      place += offset;
    }
    return place;
  }
}

/** Returns a key that is equal for equal numbers. -0 is written as 0. */
function keyOf(values: readonly number[] | Float64Array): string {
  return values.join(' ');
}

/** The character for 0 in a plane of numbers. The next character stands for 1, and so on. */
const ZERO = 48;

/** The largest number that has a character. In UTF-16, the following code units are surrogates. */
const MOST = 0xd7ff - ZERO;

export const NO_NUMBER = -1;

/** Writes numbers as one character each: `0` is 0, `9` is 9, `:` is 10 and so on. `.` means no number. */
export function numberText(numbers: ArrayLike<number>, step: number): string {
  const codes = new Uint16Array(numbers.length);
  const none = NO_POINT.charCodeAt(0);
  for (let index = 0; index < codes.length; index += 1) {
    const number = numbers[index] ?? NO_NUMBER;
    codes[index] = number === NO_NUMBER ? none : ZERO + Math.min(MOST, Math.floor(number / step));
  }
  return new TextDecoder('utf-16le').decode(codes);
}

/** The maximum number of steps in a plane of times: more than a slider on a screen can show. */
const MOST_STEPS = 1_024;

/**
 * Returns the length of a time step, in seconds. The length is a power of two, so it stays the same until the age of
 * the workflow doubles.
 */
export function timeStepSec(ageSec: number): number {
  return 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, ageSec) / MOST_STEPS)) + 1);
}
