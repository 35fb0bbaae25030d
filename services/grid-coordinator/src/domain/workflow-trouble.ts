import { hoeffdingEvidence } from './hoeffding.ts';

/** What a running workflow has done lately. */
export interface WorkflowActivity {
  /** Points that have neither converged nor failed. */
  readonly open: number;
  readonly running: number;
  /**
   * Seconds since an attempt ended, or since the workflow was started, its configuration saved or the pause of all claims
   * ended, if that was later: a workflow that is paused cannot make progress.
   */
  readonly idleSec: number;
  /** The mean time of its attempts in seconds; null if none has ended. */
  readonly meanSec: number | null;
  /** Whether any node would get a task: it is online, not paused, and its quota is not 0. */
  readonly hasNodes: boolean;
}

export type StuckReason = 'no_attempt_ends' | 'no_node';

/**
 * How much longer than the mean of its workflow an attempt may take before the workflow counts as stuck. Hard points
 * take longer, but they also have neighbours whose attempts end meanwhile.
 */
const MEANS = 4;

/** How long there may be no node, in seconds: a fleet that restarts is no trouble. */
const NO_NODE_SEC = 900;

/**
 * Why a workflow has work and makes no progress; undefined if it is not stuck. `stuckSec`: how long no attempt may end,
 * in seconds; at least so long where attempts take longer than that.
 */
export function stuckReason(activity: WorkflowActivity, stuckSec: number): StuckReason | undefined {
  const { open, running, idleSec, meanSec, hasNodes } = activity;
  if (open === 0) return undefined;
  if (!hasNodes && running === 0 && idleSec >= Math.min(NO_NODE_SEC, stuckSec)) return 'no_node';
  return idleSec >= Math.max(stuckSec, MEANS * (meanSec ?? 0)) ? 'no_attempt_ends' : undefined;
}

/** How many of the last attempts are looked at. */
export const LAST_ATTEMPTS = 100;

/** At half of the attempts failing, the hard part of a grid, a workflow counts as failing once in this many looks. */
const ONCE_IN = 10_000;

/** The part of the attempts that may fail without being trouble: hard points fail, and have a strategy chain for it. */
const TOLERATED = 0.5;

export interface LastAttempts {
  readonly ended: number;
  readonly failed: number;
}

/**
 * Whether so many of the last attempts failed that it can hardly be chance if half of them usually fail: all of 14, 40 of
 * 50, or 72 of 100 (Hoeffding 1963, theorem 1).
 */
export function isFailing({ ended, failed }: LastAttempts): boolean {
  return hoeffdingEvidence(ended, failed, TOLERATED) >= Math.log(ONCE_IN);
}

/** Whether a workflow that was failing has recovered: no more than half fail, so that the state does not flap. */
export function hasRecovered({ ended, failed }: LastAttempts): boolean {
  return failed <= TOLERATED * ended;
}
