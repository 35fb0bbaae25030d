import { hoeffdingEvidence } from './hoeffding.ts';

/** Attempts of a node, or of several together; older ones may count less, so these need not be whole numbers. */
export interface Outcomes {
  readonly tried: number;
  readonly converged: number;
}

/**
 * The factor by which each attempt reduces the weight of earlier ones, which keeps a memory of about thirty attempts.
 */
export const OUTCOME_DECAY = 1 - 1 / 30;

/** A healthy node is suspected at most once in this many attempts. */
const ONCE_IN = 10_000;

/**
 * Whether a node fails far more often than the others in the same workflow.
 *
 * The chance that a node as good as the others fails so often is at most exp(-n D(f || q)), where n is the number of
 * its attempts, f the part of them that failed, q the part that fails elsewhere, and D(f || q) = f ln(f/q) + (1-f)
 * ln((1-f)/(1-q)) (Hoeffding 1963, theorem 1). To what the others have reported one success and one failure are added
 * (rule of succession). So a node that fails everything is suspected after 3 attempts where many of the others all
 * converged, after 10 where one did, and never where none has converged.
 */
export function isSuspect(own: Outcomes, others: Outcomes): boolean {
  return evidence(own, others) >= Math.log(ONCE_IN);
}

function evidence(own: Outcomes, others: Outcomes): number {
  // Until another node has converged a point, the failures may be due to the grid.
  if (own.tried <= 0 || others.converged <= 0) return 0;
  const converges = (others.converged + 1) / (others.tried + 2);
  return hoeffdingEvidence(own.tried, own.tried - own.converged, 1 - converges);
}

const FIRST_PAUSE_SEC = 60;
const LONGEST_PAUSE_SEC = 3_600;

/** How long a suspect node gets no task after this many pauses in a row: a minute, then twice as long each time. */
export function pauseSec(pauses: number): number {
  return Math.min(LONGEST_PAUSE_SEC, FIRST_PAUSE_SEC * 2 ** Math.max(0, Math.min(pauses, 30) - 1));
}

/** What an attempt reveals about its node. */
export type NodeObservation =
  /** It failed and fails far more often than others; or it is on trial and failed again. */
  | 'failed'
  | 'converged'
  /** Another node has also failed the point that this one had failed. */
  | 'confirmed';

/**
 * How often in a row a node counts as paused. Each failure on trial adds a pause; each success or confirmed failure
 * takes one away. Failures of tasks that it held when its pause began are not counted again.
 */
export function pausesAfter(observation: NodeObservation, pauses: number, isPaused: boolean): number {
  if (observation === 'failed') return isPaused ? pauses : pauses + 1;
  return Math.max(0, pauses - 1);
}
