import type { Range } from '../rng.ts';
import type { Options } from '../options.ts';

/** The timing of the test, in milliseconds unless the name has another unit. */
export interface Pace {
  /** How long a task takes. */
  readonly computeMs: Range;
  /** The interval between heartbeats of a node. */
  readonly beatMs: number;
  /** The wait after a claim without a task, and before a report is sent again. */
  readonly retryMs: Range;
  /** The time from the claim until a delayed report is sent. */
  readonly holdMs: Range;
  /** The time between two disappearances of a node. */
  readonly presentMs: Range;
  readonly silentMs: Range;
  /** The time between two kills. */
  readonly killMs: Range;
  /** How long a killed process stays down. */
  readonly restartMs: Range;
  readonly timeoutSec: number;
  readonly reportGraceSec: number;
  readonly heartbeatTimeoutSec: number;
  readonly nodeLostGraceSec: number;
  readonly sweepMs: number;
  /** If no point ends for this long after the last kill, the workflow never completes. */
  readonly standstillMs: number;
}

/** Attempts per point: failures along the strategies, and tasks lost to vanished nodes. */
const ATTEMPTS = 1.6;
/** The share of the slots with a task. The other slots wait, or their reports are delayed. */
const BUSY_SHARE = 0.7;

/** Returns a pace at which there is work until the last kill, and little work after it. */
export function paceOf({ points, nodes, slots, killSec }: Options): Pace {
  const mean = (BUSY_SHARE * nodes * slots * Math.max(killSec, 10) * 1_000) / (points * ATTEMPTS);
  const timeoutSec = Math.max(3, Math.ceil((2.5 * mean) / 1_000));
  const reportGraceSec = 2;
  const deadlineMs = 1_000 * (timeoutSec + reportGraceSec);
  // A long test can use the usual, slower ratio of heartbeats to timeouts.
  const unhurried = killSec >= 300;
  const heartbeatTimeoutSec = unhurried ? 12 : 5;
  const nodeLostGraceSec = unhurried ? 6 : 3;
  const sweepMs = unhurried ? 2_000 : 1_000;
  const lostMs = 1_000 * (heartbeatTimeoutSec + nodeLostGraceSec) + sweepMs;
  return {
    computeMs: { from: 0.02 * mean, to: 1.98 * mean },
    beatMs: (1_000 * heartbeatTimeoutSec) / 4,
    retryMs: { from: 300, to: 900 },
    holdMs: { from: deadlineMs, to: deadlineMs + 4 * sweepMs },
    presentMs: { from: lostMs, to: 8 * lostMs },
    silentMs: { from: 0.7 * lostMs, to: 2 * lostMs },
    killMs: unhurried ? { from: 2_000, to: 8_000 } : { from: 1_500, to: 4_500 },
    restartMs: { from: 50, to: 500 },
    timeoutSec,
    reportGraceSec,
    heartbeatTimeoutSec,
    nodeLostGraceSec,
    sweepMs,
    standstillMs: 180_000 + 5 * lostMs + 5 * deadlineMs,
  };
}
