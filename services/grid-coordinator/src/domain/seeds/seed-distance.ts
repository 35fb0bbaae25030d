import { AXES, type Axis, type GridPointParams } from '@almagest/contracts/grid';
import { hardness, type Difficulty } from '../points/difficulty.ts';
import type { Grid } from '../points/lattice.ts';

/** The factor of a step along each axis, towards a lower and a higher value. */
export type SeedFactors = Readonly<Record<Axis, { readonly lower: number; readonly higher: number }>>;

/**
 * The weight of one grid step along an axis. Metal abundances change a structure less than gravity does.
 *
 * Gravity weighs more than teff. In two runs of 36 points with a stellar engine, seeds with the same gravity that were
 * one step cooler (distance 1.1 including `TEFF_STEP_COST`) converged in 8 of 9 attempts. Seeds one step away in
 * gravity converged in 0 of 8 attempts.
 */
export const STEP_WEIGHTS: Readonly<Record<Axis, number>> = {
  teff: 1,
  logg: 1.25,
  loghe: 0.7,
  logc: 0.35,
  logn: 0.35,
  logo: 0.35,
};

/**
 * The additional distance of a step from a harder seed: seeds should lead from easy to hard points, and never against
 * gravity.
 */
export const HARDER_SEED_PENALTY: Readonly<Record<Axis, number>> = {
  teff: 1,
  logg: 10,
  loghe: 1,
  logc: 1,
  logn: 1,
  logo: 1,
};

/**
 * The distance that is added per step of teff, so that a seed with the same temperature wins over another seed at the
 * same distance.
 */
export const TEFF_STEP_COST = 0.1;

/** The step of an axis with a single value: 10 % for teff, half a dex for the other axes. */
const LONE_STEP: Readonly<Record<Axis, number>> = {
  teff: Math.log10(1.1),
  logg: 0.5,
  loghe: 0.5,
  logc: 0.5,
  logn: 0.5,
  logo: 0.5,
};

/** A workflow's distance measure: its grid steps (teff in dex), and the settings that say which values are harder. */
export interface SeedMetric {
  readonly steps: Readonly<Record<Axis, number>>;
  readonly difficulty: Difficulty;
}

export function seedMetric(grid: Grid, difficulty: Difficulty): SeedMetric {
  const steps = AXES.map((axis) => [axis, medianStep(axis, grid)] as const);
  return { steps: Object.fromEntries(steps) as Record<Axis, number>, difficulty };
}

function medianStep(axis: Axis, grid: Grid): number {
  const places = grid[axis].map(({ value }) => coordinate(axis, value)).toSorted((a, b) => a - b);
  const steps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
  const sorted = steps.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? LONE_STEP[axis];
}

/** Returns the coordinate of a value on its axis: log10 for teff, because the steps of teff are ratios. */
export function coordinate(axis: Axis, value: number): number {
  return axis === 'teff' ? Math.log10(value) : value;
}

/**
 * Returns the distance, in grid steps, from a seed to the point that would start from it.
 *
 * d = sqrt(sum (k_a delta_a)^2) + sum lambda_a k_a max(0, hardness_a(seed) - hardness_a(point)) + 0.1 |delta_teff|.
 * Also works for seeds off the lattice. `factors` multiply the weights and reflect the results of attempts so far.
 */
export function seedDistance(
  seed: GridPointParams,
  point: GridPointParams,
  { steps, difficulty }: SeedMetric,
  factors?: SeedFactors,
): number {
  let squares = 0;
  let penalties = 0;
  for (const axis of AXES) {
    const delta = (coordinate(axis, seed[axis]) - coordinate(axis, point[axis])) / steps[axis];
    const order = difficulty.order[axis];
    const harder = (hardness(axis, seed[axis], order) - hardness(axis, point[axis], order)) / steps[axis];
    const factor = factors === undefined ? 1 : delta < 0 ? factors[axis].lower : factors[axis].higher;
    squares += (factor * STEP_WEIGHTS[axis] * delta) ** 2;
    penalties += factor * HARDER_SEED_PENALTY[axis] * STEP_WEIGHTS[axis] * Math.max(0, harder);
    if (axis === 'teff') penalties += factor * TEFF_STEP_COST * Math.abs(delta);
  }
  return Math.sqrt(squares) + penalties;
}

export interface AxisRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns a box of axis values that contains all seeds within `radius` of the point, for an index search.
 *
 * On an axis with an easy and a hard side, the harder side of the box is narrower, because each step there has a
 * penalty. The box does not extend beyond the edges of the compatibility class.
 */
export function seedBox(point: GridPointParams, radius: number, metric: SeedMetric): Record<Axis, AxisRange> {
  const entries = AXES.map((axis) => {
    const k = STEP_WEIGHTS[axis];
    const perStep = k + (axis === 'teff' ? TEFF_STEP_COST : 0);
    const easyReach = ((radius + TOLERANCE) / perStep) * metric.steps[axis];
    const hardReach = ((radius + TOLERANCE) / (perStep + HARDER_SEED_PENALTY[axis] * k)) * metric.steps[axis];
    const [below, above] = reaches(axis, easyReach, hardReach, metric.difficulty);
    const place = coordinate(axis, point[axis]);
    return [axis, withinClass(axis, point, { from: place - below, to: place + above }, metric.difficulty)] as const;
  });
  return Object.fromEntries(entries) as Record<Axis, AxisRange>;
}

/** Allows for rounding errors of log10 and of axis texts such as -4.35 in binary. */
const TOLERANCE = 1e-6;

/**
 * Returns how far below and above the point the box extends. The helium axis has no easy side, because both of its ends
 * are hard.
 */
function reaches(axis: Axis, easy: number, hard: number, { order }: Difficulty): [number, number] {
  const explicit = order[axis];
  if (explicit === undefined && axis === 'loghe') return [easy, easy];
  const hardIsAbove = explicit === undefined ? axis !== 'logg' : explicit === 'asc';
  return hardIsAbove ? [easy, hard] : [hard, easy];
}

function withinClass(axis: Axis, point: GridPointParams, range: AxisRange, difficulty: Difficulty): AxisRange {
  const inValues = axis === 'teff' ? { from: 10 ** range.from, to: 10 ** range.to } : range;
  let { from, to } = inValues;
  for (const edge of difficulty.classEdges[axis] ?? []) {
    // An edge belongs to the class above it.
    if (edge <= point[axis]) from = Math.max(from, edge);
    else to = Math.min(to, nextBelow(edge));
  }
  return { from, to };
}

/**
 * Returns the largest double below a value. In IEEE 754, the bits of numbers with one sign, as integers, have the same
 * order.
 */
function nextBelow(value: number): number {
  if (value === 0) return -Number.MIN_VALUE;
  const double = new Float64Array([value]);
  const bits = new BigInt64Array(double.buffer);
  bits[0] = (bits[0] ?? 0n) + (value > 0 ? -1n : 1n);
  return double[0] ?? value;
}

/** Returns whether two points are in the same compatibility class, that is, on the same side of every edge. */
export function sameClass(a: GridPointParams, b: GridPointParams, { classEdges }: Difficulty): boolean {
  return AXES.every((axis) => (classEdges[axis] ?? []).every((edge) => edge <= a[axis] === edge <= b[axis]));
}
