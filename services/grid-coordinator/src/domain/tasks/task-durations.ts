import type { TaskType } from '@almagest/contracts/grid';

/** The result that a task computes. Spectra of finished models and models take different times. */
export type TaskKind = TaskType | 'spectrum';

export function kindOf(task: { readonly task_type: TaskType; readonly spectrum_only: boolean }): TaskKind {
  return task.spectrum_only ? 'spectrum' : task.task_type;
}

/** The number of successive waves in a band, whose tasks are compared with each other. */
export const WAVES_PER_BAND = 4;

export function bandOf(wave: number): number {
  return Math.floor(wave / WAVES_PER_BAND);
}

/**
 * The minimum number of converged attempts of a task's kind and band. With fewer, the task is not judged. Source:
 * docs/waves.md, recovery.
 */
export const MIN_SAMPLES = 20;

/**
 * Durations are counted in bins of equal width on a logarithmic scale. The middle of a bin differs from a duration in
 * it by at most 2.2 %.
 */
const BINS_PER_DOUBLING = 16;
const SHORTEST_SEC = 1e-3;
const LONGEST_SEC = 1e9;

export function binOf(seconds: number): number {
  return Math.floor(Math.log2(Math.min(LONGEST_SEC, Math.max(SHORTEST_SEC, seconds))) * BINS_PER_DOUBLING);
}

/** Returns the middle of a bin, in seconds. */
export function secondsOf(bin: number): number {
  return 2 ** ((bin + 0.5) / BINS_PER_DOUBLING);
}

export interface DurationBin {
  readonly bin: number;
  readonly n: number;
}

/** The durations of converged attempts of one kind and band. */
export interface DurationSummary {
  readonly samples: number;
  readonly medianSec: number;
  readonly p95Sec: number;
  /** A task has overrun when it has run this long. */
  readonly overrunSec: number;
}

/** The multiple of the median that a task must exceed to count as overrun. */
const MULTIPLIER = 3;

/** The distance of Tukey's outer fences from the quartiles, in interquartile ranges. */
const OUTER_FENCE = 3;

/**
 * Summarises the durations of a kind and band. Returns undefined with fewer than `MIN_SAMPLES`.
 *
 * A task has overrun when it exceeds both of two usual limits. The first limit is three times the median, at which
 * Apache Spark 4 treats a task as a straggler (`spark.speculation.multiplier`). The second limit is the outer fence, Q3
 * + 3 (Q3 − Q1), beyond which a value is 'far out' (Tukey, Exploratory Data Analysis, 1977, section 2D). The first
 * limit alone would mark many tasks if durations scatter widely. The second limit alone would mark many tasks if
 * durations hardly differ.
 */
export function summaryOf(bins: readonly DurationBin[]): DurationSummary | undefined {
  const samples = bins.reduce((sum, { n }) => sum + n, 0);
  if (samples < MIN_SAMPLES) return undefined;
  const sorted = bins.toSorted((a, b) => a.bin - b.bin);
  const quantile = (part: number) => secondsOf(binAt(sorted, Math.ceil(part * samples)));
  const medianSec = quantile(0.5);
  const [q1, q3] = [quantile(0.25), quantile(0.75)];
  return {
    samples,
    medianSec,
    p95Sec: quantile(0.95),
    overrunSec: Math.max(MULTIPLIER * medianSec, q3 + OUTER_FENCE * (q3 - q1)),
  };
}

/** Returns the bin of the sample with this rank, from 1. */
function binAt(sorted: readonly DurationBin[], rank: number): number {
  let before = 0;
  for (const { bin, n } of sorted) {
    before += n;
    if (before >= rank) return bin;
  }
  throw new Error(`no sample has rank ${rank} among ${before}`);
}

/** The largest time limit of a task, in seconds: a year. */
export const LONGEST_TIMEOUT_SEC = 31_536_000;

/** How a time limit is learned from measured times. All values are in seconds. */
export interface LearnedTimeout {
  /** The limit that is used while there are too few samples. */
  readonly defaultSec: number;
  /** The smallest learned limit. */
  readonly floorSec: number;
}

/** Returns the time limit of a task: twice the 95th percentile of its neighbours. Source: docs/waves.md, recovery. */
export function learnedTimeoutSec(
  summary: DurationSummary | undefined,
  { defaultSec, floorSec }: LearnedTimeout,
): number {
  const learned = summary === undefined ? defaultSec : Math.ceil(2 * summary.p95Sec);
  return Math.min(LONGEST_TIMEOUT_SEC, Math.max(floorSec, learned));
}
