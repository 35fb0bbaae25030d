import { AXES, type Axis } from '@almagest/contracts/grid';
import { INTERPOLATED, SAME_PARAMETERS } from './seed-direction.ts';

/** How attempts from seeds of one direction went, as `seedDirection` writes it. */
export interface DirectionOutcomes {
  readonly direction: string;
  readonly tried: number;
  /** Attempts whose atmosphere converged. */
  readonly converged: number;
}

/** The factors of a step along each axis: to a seed with a lower value of the axis, and with a higher one. */
export type SeedFactors = Readonly<Record<Axis, { readonly lower: number; readonly higher: number }>>;

/** The weight of the distance's own constants, in attempts: they count like two successes and two failures. */
const PRIOR_ATTEMPTS = 4;

/** No direction becomes nearer or farther than by this factor, however many attempts there were. */
export const LARGEST_FACTOR = 1.5;

/**
 * What the attempts so far teach about the distance of seeds (`seedDistance`).
 *
 * For each axis and direction the success rate is p = (converged + 2) / (tried + 4), and a step that way is
 * LARGEST_FACTOR^(1 - 2p) times as far: 1 without attempts. A seed that differs in several axes counts for each of
 * them in equal parts.
 */
export function learnedFactors(outcomes: readonly DirectionOutcomes[]): SeedFactors {
  const sums = new Map<string, { tried: number; converged: number }>();
  // In a fixed order, so that equal counts give equal factors to the last bit.
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

/** The smallest factor: no seed is nearer than this times its distance. */
export function smallestFactor(factors: SeedFactors): number {
  return Math.min(...AXES.flatMap((axis) => [factors[axis].lower, factors[axis].higher]));
}
