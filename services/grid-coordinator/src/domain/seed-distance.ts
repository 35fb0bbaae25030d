import { AXES, type Axis, type GridPointParams } from '@almagest/contracts/grid';
import { hardness, type Difficulty } from './difficulty.ts';
import type { Grid } from './lattice.ts';
import type { SeedFactors } from './seed-learning.ts';

/**
 * How much one grid step along an axis weighs: abundances of metals change a structure less than gravity does.
 *
 * Gravity weighs more than teff: in two runs of 36 points with a stellar engine, seeds of the same gravity and one step
 * cooler (1.1 with what a step of teff costs) won 8 of 9, seeds across one step of gravity none of 8.
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

/** Added per step of teff, so that of two seeds equally far the one of the same temperature is taken. */
export const TEFF_STEP_COST = 0.1;

/** Steps for an axis of a single value, where the grid itself has none: teff 10 %, the others half a dex. */
const LONE_STEP: Readonly<Record<Axis, number>> = {
  teff: Math.log10(1.1),
  logg: 0.5,
  loghe: 0.5,
  logc: 0.5,
  logn: 0.5,
  logo: 0.5,
};

/** The measure of a workflow: its grid steps (teff in dex) and what counts as harder. */
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

/** The coordinate of a value on its axis. That of teff is its log10, so that steps are ratios. */
export function coordinate(axis: Axis, value: number): number {
  return axis === 'teff' ? Math.log10(value) : value;
}

/**
 * The distance from a seed to the point it would start, in grid steps.
 *
 * d = sqrt(sum (k_a delta_a)^2) + sum lambda_a k_a max(0, hardness_a(seed) - hardness_a(point)) + 0.1 |delta_teff|.
 * Works for seeds off the lattice too. `factors`: what the attempts so far have taught, by which the weights are
 * multiplied.
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
 * A box in axis values that contains all seeds within `radius` of the point, for a search by index.
 *
 * The harder side of a monotone axis is narrower, because each step there has the penalty. The box does not extend
 * beyond the edges of the compatibility class.
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

/** Covers the rounding of log10 and of axis texts such as -4.35 in binary. */
const TOLERANCE = 1e-6;

/** How far below and above the point the box reaches: helium has no hard side, it is hard at both ends. */
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

/** The largest double below a value (IEEE 754: the integers of the bits have the order of the numbers of one sign). */
function nextBelow(value: number): number {
  if (value === 0) return -Number.MIN_VALUE;
  const double = new Float64Array([value]);
  const bits = new BigInt64Array(double.buffer);
  bits[0] = (bits[0] ?? 0n) + (value > 0 ? -1n : 1n);
  return double[0] ?? value;
}

/** Whether two points are in the same compatibility class, that is, on the same side of every edge. */
export function sameClass(a: GridPointParams, b: GridPointParams, { classEdges }: Difficulty): boolean {
  return AXES.every((axis) => (classEdges[axis] ?? []).every((edge) => edge <= a[axis] === edge <= b[axis]));
}
