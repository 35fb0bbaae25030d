import { AXES, type Axis } from '@almagest/contracts/grid';
import { INTERPOLATED, SAME_PARAMETERS } from './seed-direction.ts';
import type { SeedFactors } from './seed-distance.ts';

/** The results of attempts from seeds in one direction, as `seedDirection` writes it. */
export interface DirectionOutcomes {
  readonly direction: string;
  readonly tried: number;
  /** Attempts whose atmosphere converged. */
  readonly converged: number;
}

/** The weight of the distance constants, as a number of attempts: two successes and two failures. */
const PRIOR_ATTEMPTS = 4;

/** The largest factor by which a direction can become nearer or more distant, however many attempts were made. */
export const LARGEST_FACTOR = 1.5;

/**
 * Returns the factors for `seedDistance` that follow from attempts so far.
 *
 * For each axis and direction, the success rate is p = (converged + 2) / (tried + 4), and a step in this direction is
 * LARGEST_FACTOR^(1 - 2p) times as far. Without attempts, this factor is 1. If a seed differs in several axes, its
 * attempts are divided equally among them.
 */
export function learnedFactors(outcomes: readonly DirectionOutcomes[]): SeedFactors {
  const sums = new Map<string, { tried: number; converged: number }>();
  // Because of the fixed order, equal counts give bit-identical factors.
  const ordered = outcomes.toSorted((a, b) => (a.direction < b.direction ? -1 : 1));
  for (const { direction, tried, converged } of ordered) {
    const parts = direction === SAME_PARAMETERS || direction === INTERPOLATED ? [] : direction.split(' ');
    for (const part of parts) {
      const sum = sums.get(part) ?? { tried: 0, converged: 0 };
      sums.set(part, { tried: sum.tried + tried / parts.length, converged: sum.converged + converged / parts.length });
    }
  }
  const entries = AXES.map((axis) => {
    return [axis, { lower: factorOf(sums.get(`${axis}-`)), higher: factorOf(sums.get(`${axis}+`)) }] as const;
  });
  return Object.fromEntries(entries) as Record<Axis, { lower: number; higher: number }>;
}

function factorOf(sum: { readonly tried: number; readonly converged: number } | undefined): number {
  if (sum === undefined) return 1;
  const rate = (sum.converged + PRIOR_ATTEMPTS / 2) / (sum.tried + PRIOR_ATTEMPTS);
  return LARGEST_FACTOR ** (1 - 2 * rate);
}

/** Returns the smallest factor, so that the scaled distance of every seed has a lower bound. */
export function smallestFactor(factors: SeedFactors): number {
  return Math.min(...AXES.flatMap((axis) => [factors[axis].lower, factors[axis].higher]));
}
