import { AXES, type PointStatus, type TaskType } from '@almagest/contracts/grid';
import type { Grid } from './lattice.ts';

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

/** The places of a grid's points: a mixed-radix number of the ranks of their values, the last axis fastest. */
export class GridPlaces {
  /** The values of each axis, rising. */
  readonly axes: readonly (readonly number[])[];
  readonly size: number;
  readonly #offsets: readonly ReadonlyMap<number, number>[];

  constructor(grid: Grid) {
    this.axes = AXES.map((axis) => [...new Set(grid[axis].map(({ value }) => value))].toSorted((a, b) => a - b));
    let stride = 1;
    const offsets: ReadonlyMap<number, number>[] = [];
    for (const values of this.axes.toReversed()) {
      const step = stride;
      offsets.unshift(new Map(values.map((value, rank) => [value, rank * step])));
      stride *= values.length;
    }
    this.size = stride;
    this.#offsets = offsets;
  }

  /** The place of the point with these values, in the order of the axes; undefined if the grid does not have it. */
  placeOf(values: readonly number[] | Float64Array): number | undefined {
    let place = 0;
    for (let axis = 0; axis < this.#offsets.length; axis += 1) {
      const offset = this.#offsets[axis]?.get(values[axis] ?? Number.NaN);
      if (offset === undefined) return undefined;
      place += offset;
    }
    return place;
  }
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
