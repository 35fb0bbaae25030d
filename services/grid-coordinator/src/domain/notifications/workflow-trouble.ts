import { hoeffdingEvidence } from '../nodes/hoeffding.ts';

export interface WorkflowActivity {
  /** Points that have neither converged nor failed. */
  readonly open: number;
  readonly running: number;
  /**
   * Seconds since the latest of these events: the end of an attempt, the start of the workflow, a save of its
   * configuration, and the end of the pause of all claims. While claims are paused, a workflow cannot make progress.
   */
  readonly idleSec: number;
  /** The mean duration of attempts in the workflow, in seconds. Null if no attempt has ended. */
  readonly meanSec: number | null;
  /** Whether any node could get a task. The node must be online, not paused, and have a quota above 0. */
  readonly hasNodes: boolean;
}

export type StuckReason = 'no_attempt_ends' | 'no_node';

/**
 * The multiple of its mean duration for which a workflow may go without an ended attempt before it counts as stuck.
 * Hard points take longer, but attempts at other points end during that time.
 */
const MEANS = 4;

/** How long a workflow may have no node, in seconds. A restart of the fleet does not count as trouble. */
const NO_NODE_SEC = 900;

/**
 * Returns why a workflow has work but makes no progress, or undefined if the workflow is not stuck. `stuckSec`: the
 * longest normal time without an ended attempt, in seconds. The limit is higher if attempts usually take longer.
 */
export function stuckReason(activity: WorkflowActivity, stuckSec: number): StuckReason | undefined {
  const { open, running, idleSec, meanSec, hasNodes } = activity;
  if (open === 0) return undefined;
  if (!hasNodes && running === 0 && idleSec >= Math.min(NO_NODE_SEC, stuckSec)) return 'no_node';
  return idleSec >= Math.max(stuckSec, MEANS * (meanSec ?? 0)) ? 'no_attempt_ends' : undefined;
}

/** The number of recent attempts to consider. */
export const LAST_ATTEMPTS = 100;

/** If half of the attempts fail, as in the hard part of a grid, one check in this many wrongly reports trouble. */
const ONCE_IN = 10_000;

/**
 * The fraction of attempts that may fail without trouble. Attempts at hard points often fail, and strategy chains exist
 * for such points.
 */
const TOLERATED = 0.5;

export interface LastAttempts {
  readonly ended: number;
  readonly failed: number;
}

/**
 * Returns whether more of the last attempts failed than chance explains if half of them usually fail (Hoeffding 1963,
 * theorem 1). Examples: 14 of 14, 40 of 50 or 72 of 100.
 */
export function isFailing({ ended, failed }: LastAttempts): boolean {
  return hoeffdingEvidence(ended, failed, TOLERATED) >= Math.log(ONCE_IN);
}

/**
 * Returns whether a failing workflow has recovered: at most half of its attempts fail. This threshold is lower than the
 * threshold for failing, which prevents flapping.
 */
export function hasRecovered({ ended, failed }: LastAttempts): boolean {
  return failed <= TOLERATED * ended;
}
