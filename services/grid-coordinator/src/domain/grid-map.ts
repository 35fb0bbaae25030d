import { AXES, type GridPointParams, type PointStatus, type TaskType } from '@almagest/contracts/grid';
import { paramsOf } from './extra-points.ts';
import type { PointSet } from './lattice.ts';

/** A state of a point as one character. */
export interface MapCode {
  readonly code: string;
  /** Null: there is no point. */
  readonly status: PointStatus | null;
  /** The attempt that converged it; null if none did. */
  readonly method: TaskType | null;
}

export const NO_POINT = '.';

/** Small letters that a text of points can be read by. */
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
 * The places of points: of those that the axes span, a mixed-radix number of the ranks of their values, the last axis
 * fastest; then the points beside the axes, in the order of the configuration.
 */
export class GridPlaces {
  /** The values of each axis, rising. */
  readonly axes: readonly (readonly number[])[];
  /** How many places the axes span. */
  readonly gridSize: number;
  readonly extra: readonly GridPointParams[];
  /** All places. */
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

  /** What a value of an axis adds to the places of its points; undefined if the axis does not have it. */
  offsetOf(axis: number, value: number): number | undefined {
    return this.#offsets[axis]?.get(value);
  }

  /** The place of the point with these values, in the order of the axes; undefined if there is none. */
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

/** Equal numbers have equal keys; -0 is written as 0. */
function keyOf(values: readonly number[] | Float64Array): string {
  return values.join(' ');
}

/** The character of the number 0 in a plane of numbers; that of 1 is the next one. */
const ZERO = 48;

/** The greatest number that has a character: those behind it are halves of characters in UTF-16. */
const MOST = 0xd7ff - ZERO;

export const NO_NUMBER = -1;

/** Numbers as a text of one character each: `0` is 0, `9` is 9, `:` is 10 and so on; `.` is none. */
export function numberText(numbers: ArrayLike<number>, step: number): string {
  const codes = new Uint16Array(numbers.length);
  const none = NO_POINT.charCodeAt(0);
  for (let index = 0; index < codes.length; index += 1) {
    const number = numbers[index] ?? NO_NUMBER;
    codes[index] = number === NO_NUMBER ? none : ZERO + Math.min(MOST, Math.floor(number / step));
  }
  return new TextDecoder('utf-16le').decode(codes);
}

/** How many steps of time a plane of times distinguishes at most: more than a slider on a screen has. */
const MOST_STEPS = 1_024;

/**
 * The length of a step of time, in seconds: a power of two, so that it stays the same while the age of the workflow
 * does not double.
 */
export function timeStepSec(ageSec: number): number {
  return 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, ageSec) / MOST_STEPS)) + 1);
}
