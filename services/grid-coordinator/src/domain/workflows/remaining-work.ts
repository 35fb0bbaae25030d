import type { TaskType } from '@almagest/contracts/grid';
import { fitChance, type Chance, type Place } from './convergence-chance.ts';

/** Ended attempts of one kind. */
export interface MethodOutcomes {
  readonly tried: number;
  readonly converged: number;
  /** The total time from claim to report, in s. */
  readonly seconds: number;
}

/** Points that are treated alike: a single point or, in a large run, all points of a wave. */
export interface CellState {
  readonly wave: number;
  /** The place of the cell in grid steps along each axis. If the cell is a wave, the number of the wave. */
  readonly place: readonly number[];
  /** Points whose model must still be computed, including running points. */
  readonly open: number;
  readonly running: number;
  /** Points that have a model and lack only spectra, including running points. */
  readonly openSpectra: number;
  readonly failed: number;
  readonly cold: MethodOutcomes;
  /** Seed steps and continued attempts: both follow a failure and start from a model. */
  readonly seeded: MethodOutcomes;
  /** Attempts that only computed spectra. */
  readonly spectra: MethodOutcomes;
}

export interface RunState {
  readonly cells: readonly CellState[];
  /** The chain of strategies for a point. */
  readonly strategies: readonly TaskType[];
  /** How long the latest attempts took, relative to all attempts of their kinds (`recentPace`). Default 1. */
  readonly pace?: number;
}

export interface RemainingWork {
  /** The total duration of all future attempts, in slot seconds. */
  readonly seconds: number;
  readonly attempts: number;
  readonly points: number;
  /** The longest mean duration of an attempt in a cell with open points, in s. */
  readonly attemptSec: number;
  /** The mean number of seed steps of a point that needs any. 0 if no point needs seed steps. */
  readonly seedAttempts: number;
  /** The scatter of the durations of attempts (`scatterOf`). */
  readonly scatter: number;
  /** The standard deviation of `seconds`, relative to `seconds`. */
  readonly uncertainty: number;
}

const NOTHING: RemainingWork = {
  seconds: 0,
  attempts: 0,
  points: 0,
  attemptSec: 0,
  seedAttempts: 0,
  scatter: 0,
  uncertainty: 0,
};

/**
 * Estimates the remaining work of a run from its attempts so far. Returns undefined before the first attempt has ended.
 *
 * Each rate is a mean over the attempts in neighbouring cells, weighted by distance and pooled with the rate of the
 * whole run (`localChance`, `durationOf`). Cold runs, later attempts and spectra have separate rates.
 */
export function remainingWork({ cells, strategies, pace = 1 }: RunState): RemainingWork | undefined {
  const points = sum(cells, ({ open, openSpectra }) => open + openSpectra);
  if (points === 0) return NOTHING;
  const tried = sum(cells, ({ cold, seeded, spectra }) => cold.tried + seeded.tried + spectra.tried);
  if (tried === 0) return undefined;
  const rates = ratesOf(cells, pace);
  const coldRuns = strategies.filter((strategy) => strategy === 'cold_run').length;
  const isSeeded = strategies.some((strategy) => strategy !== 'cold_run');
  const scatter = scatterOf(cells);
  const total = { seconds: 0, seeded: 0, attempts: 0, variance: 0, attemptSec: 0, steps: 0, needSeed: 0, unseen: 0 };
  for (const cell of cells) {
    total.unseen += (cell.open + cell.openSpectra) * unseenShare(cells, cell);
    if (cell.open > 0) addModels(total, cell, { rates, coldRuns, isSeeded, scatter });
    if (cell.openSpectra > 0) addSpectra(total, cell, rates, scatter);
  }
  const mean = Math.max(0, total.seconds);
  // The median of a log-normal distribution with this mean and variance, because a few points may need many seeds.
  const seconds = mean === 0 ? 0 : mean / Math.hypot(1, Math.sqrt(total.variance) / mean);
  const rateEffect = (RATE_UNCERTAINTY * scatter) / LEAST_SCATTER / Math.sqrt(tried);
  const isSeedUnseen = cells.every(({ seeded }) => seeded.tried === 0);
  return {
    seconds,
    attempts: total.attempts,
    points,
    attemptSec: total.attemptSec,
    seedAttempts: total.needSeed > 0 ? total.steps / total.needSeed : 0,
    scatter,
    uncertainty:
      seconds === 0
        ? 0
        : Math.hypot(
            Math.sqrt(total.variance) / seconds,
            rateEffect,
            (UNSEEN_UNCERTAINTY * total.unseen) / points,
            PACE_UNCERTAINTY * paceWeight(tried),
            // A machine that has changed its pace may change it again.
            2 * (pace - 1),
            isSeedUnseen ? (UNSEEN_UNCERTAINTY * total.seeded) / mean : 0,
          ),
  };
}

/**
 * The relative error of the rates after one attempt, if durations scatter by `LEAST_SCATTER`. The error falls with the
 * square root of the number of attempts.
 */
const RATE_UNCERTAINTY = 2.6;

/** The relative error of the work in a part of the grid, or of a kind of attempt, without any attempt so far. */
const UNSEEN_UNCERTAINTY = 2;

/** Relative error of durations in a short run, in which a change of the machine's pace is not averaged out. */
const PACE_UNCERTAINTY = 1.5;
const SHORT_RUN = 45;

function paceWeight(tried: number): number {
  return SHORT_RUN / (SHORT_RUN + tried);
}

/** The scatter of durations that is assumed before attempts show more. */
const LEAST_SCATTER = 1 / 3;

/**
 * Returns the standard deviation of the durations of attempts, relative to the mean duration of their kind and wave.
 * The result is large if nodes have different speeds, or if a few points take far longer than other points.
 */
function scatterOf(cells: readonly CellState[]): number {
  let [squares, count] = [0, 0];
  for (const kind of ['cold', 'seeded', 'spectra'] as const) {
    const outcomes = outcomesOf(cells, kind);
    const line = fitLine(outcomes);
    for (const outcome of outcomes) {
      const expected = outcome.tried * (line?.(outcome) ?? 0);
      if (expected === 0) continue;
      // The mean of n attempts scatters by 1 / sqrt(n) of a single attempt.
      squares += outcome.tried * (outcome.seconds / expected - 1) ** 2;
      count += 1;
    }
  }
  return Math.max(LEAST_SCATTER, count === 0 ? 0 : Math.sqrt(squares / count));
}

interface Total {
  seconds: number;
  /** The part of `seconds` that seed steps take. */
  seeded: number;
  attempts: number;
  variance: number;
  attemptSec: number;
  steps: number;
  needSeed: number;
  unseen: number;
}

interface Rates {
  readonly coldChance: Chance;
  readonly stepChance: Chance;
  readonly coldSec: Chance;
  readonly seededSec: Chance;
  readonly spectrumSec: Chance;
  readonly spectrumChance: Chance;
}

interface Assumptions {
  readonly rates: Rates;
  readonly coldRuns: number;
  readonly isSeeded: boolean;
  readonly scatter: number;
}

function addModels(total: Total, cell: CellState, { rates, coldRuns, isSeeded, scatter }: Assumptions): void {
  const fresh = freshPoints(cell, coldRuns);
  const p = rates.coldChance(cell);
  const needSeed = fresh * (1 - p) ** coldRuns + (cell.open - fresh);
  // 1 + (1 - p) + (1 - p)^2 + ... for as many cold runs as the chain has.
  const coldAttempts = fresh * (p > 0 ? (1 - (1 - p) ** coldRuns) / p : coldRuns);
  const perSeeded = isSeeded ? expectedSteps(rates.stepChance(cell)) : 0;
  const [c, s] = [rates.coldSec(cell), rates.seededSec(cell)];
  total.attempts += coldAttempts + needSeed * perSeeded;
  total.seconds += coldAttempts * c + needSeed * perSeeded * s;
  total.seeded += needSeed * perSeeded * s;
  // On average, running attempts are half done.
  total.seconds -= (cell.running * (fresh > 0 ? c : s)) / 2;
  total.variance +=
    fresh * p * (1 - p) * (perSeeded * s) ** 2 + needSeed * (perSeeded * s) ** 2 + coldAttempts * (c * scatter) ** 2;
  total.attemptSec = Math.max(total.attemptSec, c, isSeeded ? s : 0);
  total.steps += needSeed * perSeeded;
  total.needSeed += needSeed;
}

function addSpectra(total: Total, cell: CellState, rates: Rates, scatter: number): void {
  const { openSpectra, open, running } = cell;
  const sec = rates.spectrumSec(cell);
  const attempts = openSpectra / Math.max(0.1, rates.spectrumChance(cell));
  total.attempts += attempts;
  total.seconds += attempts * sec - (open === 0 ? (running * sec) / 2 : 0);
  total.variance += attempts * (sec * scatter) ** 2;
  total.attemptSec = Math.max(total.attemptSec, sec);
}

/** Returns how many points of a cell have not had their cold run in this run. */
function freshPoints({ open, failed, cold, seeded }: CellState, coldRuns: number): number {
  if (coldRuns === 0) return 0;
  const begun = cold.tried / coldRuns - cold.converged - seeded.converged - failed;
  return Math.min(open, Math.max(0, open - Math.max(0, begun)));
}

/** The maximum number of seeds for a point, because `max_seed_attempts` is 6 by default. */
const MOST_SEED_STEPS = 6;

/** Returns 1 + (1 - p) + (1 - p)^2 + ..., where p is the chance that a seed step converges. */
function expectedSteps(p: number): number {
  return (1 - (1 - p) ** MOST_SEED_STEPS) / p;
}

/** The prior: this many additional seed steps. Half of these converged. */
const PRIOR_STEPS = 4;

function ratesOf(cells: readonly CellState[], pace: number): Rates {
  const cold = outcomesOf(cells, 'cold');
  const seeded = outcomesOf(cells, 'seeded');
  const spectra = outcomesOf(cells, 'spectra');
  const coldSec = durationOf(cold, pace) ?? durationOf(seeded, pace) ?? durationOf(spectra, pace) ?? (() => 0);
  const seededSec = durationOf(seeded, pace) ?? coldSec;
  const spectrumMean = (sum(spectra, ({ converged }) => converged) + 9) / (sum(spectra, ({ tried }) => tried) + 10);
  return {
    coldChance: localChance(cold, fitChance(cold)),
    stepChance: stepChanceOf(seeded),
    coldSec,
    seededSec,
    spectrumSec: durationOf(spectra, pace) ?? coldSec,
    spectrumChance: localChance(spectra, () => spectrumMean),
  };
}

/** At this distance in waves, a seed step counts half. */
const HALF_WEIGHT_WAVES = 4;

/**
 * Returns the chance that a seed step converges: the fraction of seed steps that converged, weighted towards waves
 * nearby.
 */
function stepChanceOf(seeded: readonly Outcomes[]): Chance {
  return ({ wave }) => {
    const weighted = (of: (outcomes: Outcomes) => number) =>
      sum(seeded, (each) => of(each) * 0.5 ** (Math.abs(each.wave - wave) / HALF_WEIGHT_WAVES));
    return (weighted(({ converged }) => converged) + PRIOR_STEPS / 2) / (weighted(({ tried }) => tried) + PRIOR_STEPS);
  };
}

/** Returns 1 for a cell far from all attempts, and almost 0 for a cell among many attempts. */
function unseenShare(cells: readonly CellState[], { place }: CellState): number {
  let weight = POOLED;
  for (const { place: at, cold, seeded, spectra } of cells)
    weight += (cold.tried + seeded.tried + spectra.tried) * 0.5 ** (distance(at, place) / HALF_WEIGHT_STEPS);
  return POOLED / weight;
}

type Outcomes = MethodOutcomes & Place;

function outcomesOf(cells: readonly CellState[], kind: 'cold' | 'seeded' | 'spectra'): Outcomes[] {
  return cells.map(({ wave, place, [kind]: outcomes }) => ({ wave, place, ...outcomes }));
}

/**
 * Returns the mean duration of an attempt by place, at the present pace. The mean is a straight line over the waves,
 * multiplied by the ratio of the durations of neighbouring attempts to this line. Returns undefined without attempts.
 */
function durationOf(outcomes: readonly Outcomes[], pace: number): Chance | undefined {
  const line = fitLine(outcomes);
  if (line === undefined) return undefined;
  return (at) => {
    let [expected, took] = [POOLED, POOLED];
    for (const outcome of outcomes) {
      if (outcome.tried === 0) continue;
      const weight = weightAt(outcome, at);
      const mean = line(outcome);
      expected += weight * outcome.tried;
      took += mean > 0 ? (weight * outcome.seconds) / mean : weight * outcome.tried;
    }
    return (pace * line(at) * took) / expected;
  };
}

/**
 * The prior: this many attempts in successive waves. Their duration grows by 2 % for each wave, and by at most 40 % up
 * to the hardest wave. Durations scatter by about 30 %, so a run in its first waves cannot know the slope. Later
 * attempts soon outweigh the prior.
 */
const SLOPE_ATTEMPTS = 100;
const PRIOR_SLOPE = 0.02;
const MOST_PRIOR_RISE = 0.4;

/** Fits the mean duration by wave with a straight line, which may rise or fall. Returns undefined without attempts. */
function fitLine(outcomes: readonly Outcomes[]): Chance | undefined {
  const n = sum(outcomes, (each) => each.tried);
  if (n === 0) return undefined;
  const mean = sum(outcomes, (each) => each.seconds) / n;
  const centre = sum(outcomes, (each) => each.wave * each.tried) / n;
  const spread = sum(outcomes, (each) => each.tried * (each.wave - centre) ** 2);
  const covariance = sum(outcomes, (each) => (each.wave - centre) * (each.seconds - mean * each.tried));
  const waves = outcomes.map(({ wave }) => wave);
  const prior = Math.min(PRIOR_SLOPE, MOST_PRIOR_RISE / Math.max(1, Math.max(...waves) - Math.min(...waves)));
  const slope = (covariance + prior * mean * SLOPE_ATTEMPTS) / (spread + SLOPE_ATTEMPTS);
  return ({ wave }) => Math.min(mean * 3, Math.max(mean / 3, mean + slope * (wave - centre)));
}

/** The weight of the pooled value in a local mean, in attempts. */
const POOLED = 3;

/** At this distance in steps, an attempt counts half. */
const HALF_WEIGHT_STEPS = 1;

function weightAt({ place }: Place, at: Place): number {
  return 0.5 ** (distance(place, at.place) / HALF_WEIGHT_STEPS);
}

/**
 * Returns a chance by place: the chance `pooled` of the whole run, corrected by how much neighbouring attempts deviate
 * from `pooled`. These deviations are pooled with 0 (Gelman & Hill 2007, Data Analysis Using Regression, section 12.2).
 */
function localChance(outcomes: readonly Outcomes[], pooled: Chance): Chance {
  const known = outcomes
    .filter(({ tried }) => tried > 0)
    .map((outcome) => ({ ...outcome, deviation: outcome.converged - outcome.tried * pooled(outcome) }));
  const common = sum(known, ({ deviation }) => deviation) / sum(known, ({ tried }) => tried);
  return (at) => {
    let [weights, deviation] = [POOLED, 0];
    for (const outcome of known) {
      const weight = weightAt(outcome, at);
      weights += weight * outcome.tried;
      deviation += weight * (outcome.deviation - outcome.tried * common);
    }
    return Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, pooled(at) + deviation / weights));
  };
}

const LEAST_CHANCE = 0.005;

function distance(a: readonly number[], b: readonly number[]): number {
  let total = 0;
  for (let axis = 0; axis < a.length; axis += 1) total += ((a[axis] ?? 0) - (b[axis] ?? 0)) ** 2;
  return Math.sqrt(total);
}

/** An attempt that has ended: its kind and duration in s. */
export interface TimedAttempt {
  readonly kind: string;
  readonly seconds: number;
}

/** After this many attempts, an attempt counts half. */
const HALF_WEIGHT_ATTEMPTS = 4;

/** A change of pace counts if it is at least this many times its standard error. */
const CERTAIN_FROM = 2;

/**
 * The minimum variance of the durations of a kind, relative to their mean. A few equal durations don't prove that the
 * variance is smaller.
 */
const LEAST_VARIANCE = 0.0125;

/**
 * Returns how long the latest attempts took, relative to all attempts of their kinds: above 1 if the machines have
 * become slower. Changes that may be due to chance are shrunk towards 1 (the positive-part estimator of James & Stein
 * 1961). `attempts`: in the order in which they ended.
 */
export function recentPace(attempts: readonly TimedAttempt[]): number {
  const byKind = Map.groupBy(attempts, ({ kind }) => kind);
  const means = new Map([...byKind].map(([kind, own]) => [kind, sum(own, ({ seconds }) => seconds) / own.length]));
  const recent = attempts.flatMap(({ kind, seconds }, index) => {
    const mean = means.get(kind) ?? 0;
    const weight = 0.5 ** ((attempts.length - 1 - index) / HALF_WEIGHT_ATTEMPTS);
    return mean > 0 ? [{ pace: seconds / mean, weight }] : [];
  });
  const weights = sum(recent, ({ weight }) => weight);
  if (weights === 0) return 1;
  const change = sum(recent, ({ weight, pace }) => weight * pace) / weights - 1;
  // Computes the variance from successive attempts, so that the change itself does not count as scatter (von Neumann
  // 1941).
  const steps = recent.map(({ weight, pace }, index) => weight * (pace - (recent[index - 1]?.pace ?? pace)) ** 2);
  const variance = sum(steps, (step) => step) / weights / 2;
  const squares = sum(recent, ({ weight }) => weight ** 2) / weights ** 2;
  const error = CERTAIN_FROM ** 2 * (variance * squares + LEAST_VARIANCE / recent.length);
  return 1 + (change === 0 ? 0 : Math.max(0, 1 - error / change ** 2) * change);
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
