import type { TaskType } from '@almagest/contracts/grid';
import { DEFAULT_SCHEDULING, type Scheduling } from '../tasks/fair-share.ts';

/** Ended attempts of one method at points of one wave. */
export interface MethodOutcomes {
  readonly tried: number;
  readonly converged: number;
  /** The total time from claim to report, in s. */
  readonly seconds: number;
}

/** The state of a wave of a run. */
export interface WaveState {
  readonly wave: number;
  /** Points that have neither converged nor failed, including running ones. */
  readonly open: number;
  readonly running: number;
  readonly failed: number;
  readonly cold: MethodOutcomes;
  /** Seed steps and continued attempts: both follow a failure and start from a model. */
  readonly seeded: MethodOutcomes;
}

/** The state of a run of a workflow. */
export interface RunState {
  readonly waves: readonly WaveState[];
  /** The chain of strategies for a point. */
  readonly strategies: readonly TaskType[];
}

/** The work that a run still needs. */
export interface RemainingWork {
  /** Slot seconds: the total duration of all future attempts. */
  readonly seconds: number;
  readonly attempts: number;
  readonly points: number;
  /** The longest mean duration of an attempt in a wave with open points, in s. */
  readonly attemptSec: number;
  /** How many seed steps a point needs, if it needs any. 0 if no point does. */
  readonly seedAttempts: number;
  /** The standard deviation of `seconds`, relative to it. */
  readonly uncertainty: number;
}

const NOTHING: RemainingWork = { seconds: 0, attempts: 0, points: 0, attemptSec: 0, seedAttempts: 0, uncertainty: 0 };

/**
 * Estimates the remaining work of a run from its attempts so far. Undefined before the first attempt has ended.
 *
 * An untried point needs a cold run, whose chance to converge falls with the wave (`fitChance`). If it fails, the point
 * needs as many seed steps as points have needed so far. Durations change linearly with the wave.
 */
export function remainingWork({ waves, strategies }: RunState): RemainingWork | undefined {
  const points = sum(waves, ({ open }) => open);
  if (points === 0) return NOTHING;
  const cold = waves.map(({ wave, cold: outcomes }) => ({ wave, ...outcomes }));
  const seeded = waves.map(({ wave, seeded: outcomes }) => ({ wave, ...outcomes }));
  const tried = sum(cold, (each) => each.tried) + sum(seeded, (each) => each.tried);
  if (tried === 0) return undefined;
  const chance = fitChance(cold);
  const coldSec = fitDuration(cold) ?? fitDuration(seeded) ?? (() => 0);
  const seededSec = fitDuration(seeded) ?? coldSec;
  const coldRuns = strategies.filter((strategy) => strategy === 'cold_run').length;
  const isSeeded = strategies.some((strategy) => strategy !== 'cold_run');
  let [allSteps, allNeedSeed] = [0, 0];
  let seconds = 0;
  let attempts = 0;
  let variance = 0;
  let attemptSec = 0;
  for (const state of waves) {
    if (state.open === 0) continue;
    const fresh = freshPoints(state, coldRuns);
    const p = chance(state.wave);
    const needSeed = fresh * (1 - p) ** coldRuns + (state.open - fresh);
    // 1 + (1 - p) + (1 - p)^2 + ... for as many cold runs as the chain has.
    const coldAttempts = fresh * (p > 0 ? (1 - (1 - p) ** coldRuns) / p : coldRuns);
    const perSeeded = isSeeded ? seedSteps(waves, state.wave) : 0;
    const seedAttempts = needSeed * perSeeded;
    allSteps += seedAttempts;
    allNeedSeed += needSeed;
    const [c, s] = [coldSec(state.wave), seededSec(state.wave)];
    attempts += coldAttempts + seedAttempts;
    seconds += coldAttempts * c + seedAttempts * s;
    // On average, running attempts are half done.
    seconds -= (state.running * (fresh > 0 ? c : s)) / 2;
    variance +=
      fresh * p * (1 - p) * (perSeeded * s) ** 2 + needSeed * (perSeeded * s) ** 2 + coldAttempts * (c / 3) ** 2;
    attemptSec = Math.max(attemptSec, c, s);
  }
  const own = Math.max(0, seconds);
  const chanceEffect = CHANCE_UNCERTAINTY / Math.sqrt(tried);
  const uncertainty = own === 0 ? 0 : Math.hypot(Math.sqrt(variance) / own, chanceEffect);
  return {
    seconds: own,
    attempts,
    points,
    attemptSec,
    seedAttempts: allNeedSeed > 0 ? allSteps / allNeedSeed : 0,
    uncertainty,
  };
}

/** Relative error of the rates after one attempt. It falls with the square root of the number of attempts. */
const CHANCE_UNCERTAINTY = 2.5;

/** Returns how many points of a wave have not had their cold run in this run. */
function freshPoints({ open, failed, cold, seeded }: WaveState, coldRuns: number): number {
  if (coldRuns === 0) return 0;
  const begun = cold.tried / coldRuns - cold.converged - seeded.converged - failed;
  return Math.min(open, Math.max(0, open - Math.max(0, begun)));
}

/** Prior: this many additional seed steps, half of them converged. */
const PRIOR_STEPS = 4;

/** The maximum number of seeds for a point: `max_seed_attempts` is 6 by default. */
const MOST_SEED_STEPS = 6;

/** At this distance in waves, an attempt counts half. */
const HALF_WEIGHT_WAVES = 4;

/**
 * Returns how many seed steps a point of a wave needs, if it needs any: 1 + (1 - p) + (1 - p)^2 + ..., where p is the
 * chance that a seed step converges. Attempts in more distant waves count less.
 */
function seedSteps(waves: readonly WaveState[], wave: number): number {
  const weighted = (of: (state: WaveState) => number) =>
    sum(waves, (state) => of(state) * 0.5 ** (Math.abs(state.wave - wave) / HALF_WEIGHT_WAVES));
  const p =
    (weighted(({ seeded }) => seeded.converged) + PRIOR_STEPS / 2) /
    (weighted(({ seeded }) => seeded.tried) + PRIOR_STEPS);
  return (1 - (1 - p) ** MOST_SEED_STEPS) / p;
}

type ByWave = (wave: number) => number;
type Outcomes = MethodOutcomes & { readonly wave: number };

/** Prior: as many cold runs that converged in the easiest wave and as many that failed in the hardest one. */
const PRIOR_RUNS = 4;

/** The weight of a slope of 0, so that a few failures in neighbouring waves do not make all later waves hopeless. */
const SLOPE_PRIOR = 4;

const NEWTON_STEPS = 12;

/**
 * Fits the chance that a cold run converges, by wave: a logistic regression by Newton's method (e.g. Bishop 2006,
 * Pattern Recognition and Machine Learning, section 4.3.3). The chance never rises with the wave. Without attempts in
 * hard waves, a prior expects them to fail more often.
 */
function fitChance(outcomes: readonly Outcomes[]): ByWave {
  const tried = sum(outcomes, (each) => each.tried);
  const center = tried === 0 ? 0 : sum(outcomes, (each) => each.wave * each.tried) / tried;
  const last = Math.max(...outcomes.map(({ wave }) => wave));
  const first = Math.min(...outcomes.map(({ wave }) => wave));
  const data = [
    ...outcomes,
    { wave: first, tried: PRIOR_RUNS, converged: PRIOR_RUNS },
    { wave: last, tried: PRIOR_RUNS, converged: 0 },
  ];
  let [a, b] = [0, 0];
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    let [ga, gb, haa, hab, hbb] = [0, -SLOPE_PRIOR * b, 0, 0, SLOPE_PRIOR];
    for (const { wave, tried: n, converged } of data) {
      const x = wave - center;
      const p = logistic(a + b * x);
      const [rest, weight] = [converged - n * p, n * p * (1 - p)];
      ga += rest;
      gb += rest * x;
      haa += weight;
      hab += weight * x;
      hbb += weight * x * x;
    }
    const determinant = haa * hbb - hab * hab;
    if (!(determinant > 1e-9)) break;
    // Bounded, so that nearly separable outcomes do not send the fit to infinity.
    a = clamp(a + (hbb * ga - hab * gb) / determinant, -8, 8);
    b = clamp(b + (haa * gb - hab * ga) / determinant, -4, 0);
  }
  return (wave) => logistic(a + b * (wave - center));
}

/**
 * Fits the mean duration of an attempt by wave, in s, with a straight line that never falls. Undefined without
 * attempts.
 */
function fitDuration(outcomes: readonly Outcomes[]): ByWave | undefined {
  const n = sum(outcomes, (each) => each.tried);
  if (n === 0) return undefined;
  const mean = sum(outcomes, (each) => each.seconds) / n;
  const center = sum(outcomes, (each) => each.wave * each.tried) / n;
  const spread = sum(outcomes, (each) => each.tried * (each.wave - center) ** 2);
  const covariance = sum(outcomes, (each) => (each.wave - center) * (each.seconds - mean * each.tried));
  // Prior: some attempts a wave apart that show no slope.
  const slope = Math.max(0, covariance / (spread + SLOPE_ATTEMPTS));
  return (wave) => Math.max(mean / 4, mean + slope * (wave - center));
}

const SLOPE_ATTEMPTS = 2;

/** The work of another workflow that shares the nodes, and its scheduling. */
export type OtherWork = Pick<RemainingWork, 'seconds' | 'points'> & Scheduling;

/** A time to completion. It is between low and high with a probability of 80 %. */
export interface Forecast {
  readonly lowSec: number;
  readonly medianSec: number;
  readonly highSec: number;
}

/** 80 % of a normal distribution are within this many standard deviations. */
const RANGE = 1.2816;

/**
 * Forecasts when the work is done on the given slots, which are shared with other workflows as claims share them
 * (`fairShares` in `fair-share.ts`). Undefined if the workflow gets no slots because its cap is 0.
 *
 * Adds the tail to the shared time: at the end there are fewer points than slots, and each point's attempts follow each
 * other (Graham 1969, Bounds on multiprocessing timing anomalies).
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

/** The maximum number of successive attempts at the end: `max_seed_attempts` is 6 by default. */
const MOST_TAIL_ATTEMPTS = 6;

/**
 * Returns for how many successive attempts the slots are not full at the end.
 *
 * If a point needs a seed steps on average, the number that it needs is geometric with p = 1/a, and the largest number
 * among n points grows as ln n / -ln(1 - p). The constants come from simulated runs (docs/benchmarks.md).
 */
function tailAttempts({ points, seedAttempts }: RemainingWork, slots: number): number {
  const width = Math.min(points, slots);
  if (width <= 1) return 0;
  if (seedAttempts <= 1) return 0.5;
  const largest = Math.log(width) / -Math.log(1 - 1 / seedAttempts);
  return Math.min(MOST_TAIL_ATTEMPTS, 0.4 + 0.8 * largest);
}

/** Returns how long it takes until `own` is done. A workflow that ends leaves its slots to the others. */
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
 * Returns the slots of each workflow. Workflows of the highest priority take what they can use, and within a priority
 * slots are divided in proportion to the shares. A workflow never gets more than its cap or its number of points.
 */
function fairSlots(active: readonly OtherWork[], slots: number): number[] {
  const given = new Map<OtherWork, number>();
  let left = Math.max(1, slots);
  const byPriority = Map.groupBy(active, ({ priority }) => priority);
  for (const [, peers] of [...byPriority].toSorted(([a], [b]) => b - a)) {
    let shares = peers.reduce((total, { share }) => total + share, 0);
    // Workflows that can use the least for their share come first: the others divide what they leave.
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

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
