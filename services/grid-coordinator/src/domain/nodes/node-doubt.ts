import { hoeffdingEvidence } from './hoeffding.ts';

/** Attempts of one or more nodes. Older attempts may count less, so the counts can be fractions. */
export interface Outcomes {
  readonly tried: number;
  readonly converged: number;
}

/** The factor by which each attempt reduces the weight of earlier attempts. About the last thirty attempts count. */
export const OUTCOME_DECAY = 1 - 1 / 30;

/** On average, a healthy node becomes suspect at most once in this many attempts. */
const ONCE_IN = 10_000;

/**
 * Returns whether a node fails far more often than the other nodes in the same workflow.
 *
 * The chance that a node as good as the other nodes fails so often is at most exp(-n D(f || q)) (Hoeffding 1963,
 * theorem 1). Here n is the number of the node's attempts, f is the fraction that failed, q is the fraction that fails
 * on other nodes, and D(f || q) = f ln(f/q) + (1-f) ln((1-f)/(1-q)). One success and one failure are added to the
 * results of the other nodes (rule of succession). So a node that always fails becomes suspect after 3 attempts if
 * other nodes made many attempts that all converged. The node becomes suspect after 10 attempts if one attempt of
 * another node converged, and never if no such attempt converged.
 */
export function isSuspect(own: Outcomes, others: Outcomes): boolean {
  return evidence(own, others) >= Math.log(ONCE_IN);
}

function evidence(own: Outcomes, others: Outcomes): number {
  // Until an attempt on another node converges, the grid may be the cause of the failures.
  if (own.tried <= 0 || others.converged <= 0) return 0;
  const converges = (others.converged + 1) / (others.tried + 2);
  return hoeffdingEvidence(own.tried, own.tried - own.converged, 1 - converges);
}

const FIRST_PAUSE_SEC = 60;
const LONGEST_PAUSE_SEC = 3_600;

/**
 * Returns how long a suspect node gets no task after this many successive pauses, in seconds: a minute after the first
 * pause, then twice as long each time.
 */
export function pauseSec(pauses: number): number {
  return Math.min(LONGEST_PAUSE_SEC, FIRST_PAUSE_SEC * 2 ** Math.max(0, Math.min(pauses, 30) - 1));
}

/** The conclusion about a node from one of its attempts. */
export type NodeObservation =
  /** The node failed and fails far more often than other nodes, or it failed again on trial. */
  | 'failed'
  | 'converged'
  /** Another node has also failed the same point. */
  | 'confirmed';

/**
 * Returns the number of successive pauses that is recorded for a node after an attempt. Each failure on trial adds a
 * pause, and each success or confirmed failure removes one. Failures of tasks that the node already held when its pause
 * began don't add a pause.
 */
export function pausesAfter(observation: NodeObservation, pauses: number, isPaused: boolean): number {
  if (observation === 'failed') return isPaused ? pauses : pauses + 1;
  return Math.max(0, pauses - 1);
}
