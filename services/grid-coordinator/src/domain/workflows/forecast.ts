import { DEFAULT_SCHEDULING, type Scheduling } from '../tasks/fair-share.ts';
import type { RemainingWork } from './remaining-work.ts';

/** Another workflow that shares the nodes: its work and its scheduling. */
export type OtherWork = Pick<RemainingWork, 'seconds' | 'points'> & Scheduling;

/** A time to completion. The time is between low and high with a probability of 80 %. */
export interface Forecast {
  readonly lowSec: number;
  readonly medianSec: number;
  readonly highSec: number;
}

/** 80 % of the values of a normal distribution are within this many standard deviations. */
const RANGE = 1.2816;

/**
 * Forecasts when the work is done on the given slots. Workflows share these slots in the same way as in claims
 * (`fairShares` in `fair-share.ts`). Returns undefined if the workflow gets no slots because its cap is 0.
 *
 * Adds a tail to the shared time: at the end, there are fewer points than slots, and the attempts at each point run one
 * after another (Graham 1969, Bounds on multiprocessing timing anomalies).
 */
export function forecast(
  work: RemainingWork,
  others: readonly OtherWork[],
  slots: number,
  scheduling: Scheduling = DEFAULT_SCHEDULING,
): Forecast | undefined {
  if (work.points === 0) return { lowSec: 0, medianSec: 0, highSec: 0 };
  const own = { ...scheduling, seconds: work.seconds, points: work.points };
  if (capOf(own) === 0) return undefined;
  const shared = sharedTime(own, others, slots);
  const tail = work.attemptSec * tailAttempts(work, Math.min(slots, capOf(own)));
  const medianSec = shared + tail;
  const deviation = (RANGE * Math.hypot(work.uncertainty * shared, tail / 2)) / Math.max(medianSec, Number.MIN_VALUE);
  return {
    lowSec: medianSec / (1 + deviation),
    medianSec,
    highSec: medianSec * (1 + deviation),
  };
}

/** The maximum number of successive attempts at the end, because `max_seed_attempts` is 6 by default. */
const MOST_TAIL_ATTEMPTS = 6;

/**
 * Returns the length of the tail in which the slots are not full, as a number of successive attempts.
 *
 * If points need `a` seed steps on average, the number of steps has a geometric distribution with p = 1/a. The largest
 * number among n points grows as ln n / -ln(1 - p). The longest of n attempts grows as ln n times their scatter. The
 * constants come from simulated runs (docs/benchmarks.md).
 */
function tailAttempts({ points, seedAttempts, scatter }: RemainingWork, slots: number): number {
  const width = Math.min(points, slots);
  if (width <= 1) return 0;
  const longest = 2 * Math.max(0, scatter - USUAL_SCATTER) * Math.log(width);
  if (seedAttempts <= 1) return Math.min(MOST_TAIL_ATTEMPTS, 0.5 + longest);
  const largest = Math.log(width) / -Math.log(1 - 1 / seedAttempts);
  return Math.min(MOST_TAIL_ATTEMPTS, 0.2 + 0.8 * largest + longest);
}

/** With this scatter of durations, the longest attempts do not change the tail. */
const USUAL_SCATTER = 0.4;

/** Returns how long it takes until `own` is done. When a workflow ends, the other workflows get its slots. */
function sharedTime(own: OtherWork, others: readonly OtherWork[], slots: number): number {
  let time = 0;
  let active = [own, ...others]
    .filter((work) => work.seconds > 0 && capOf(work) > 0)
    .map((work) => ({ ...work, isOwn: work === own }));
  while (active.some(({ isOwn }) => isOwn)) {
    const shares = fairSlots(active, slots);
    const step = Math.min(...active.map(({ seconds }, index) => seconds / (shares[index] ?? 0)));
    time += step;
    active = active
      .map((work, index) => ({ ...work, seconds: work.seconds - step * (shares[index] ?? 0) }))
      .filter(({ seconds }) => seconds > 1e-6);
  }
  return time;
}

/**
 * Returns the slots of each workflow. Workflows of the highest priority take the slots that they can use. Within a
 * priority, slots are divided in proportion to the shares. A workflow never gets more than its cap or its number of
 * points.
 */
function fairSlots(active: readonly OtherWork[], slots: number): number[] {
  const given = new Map<OtherWork, number>();
  let left = Math.max(1, slots);
  const byPriority = Map.groupBy(active, ({ priority }) => priority);
  for (const [, peers] of [...byPriority].toSorted(([a], [b]) => b - a)) {
    let shares = peers.reduce((total, { share }) => total + share, 0);
    // Workflows that can use the fewest slots for their share come first. The following workflows divide the remaining
    // slots.
    for (const work of peers.toSorted((a, b) => capOf(a) / a.share - capOf(b) / b.share)) {
      const count = Math.min(capOf(work), (left * work.share) / shares);
      given.set(work, count);
      left -= count;
      shares -= work.share;
    }
  }
  return active.map((work) => Math.max(0, given.get(work) ?? 0));
}

/** Returns the maximum number of slots that a workflow can use. */
function capOf({ maxSlots, points }: Pick<OtherWork, 'maxSlots' | 'points'>): number {
  return Math.min(maxSlots ?? Infinity, Math.max(1, points));
}
