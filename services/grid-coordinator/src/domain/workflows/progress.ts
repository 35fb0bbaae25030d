/** A workflow's counts at one time, as shown on the progress page. */
export interface Snapshot {
  readonly at: Date;
  readonly running: number;
  readonly converged: number;
  readonly failed: number;
}

export interface ProgressRates {
  /** Converged points per hour of work between the first and the last snapshot. */
  readonly ratePerHour: number | null;
  /** Converged and failed points per hour of work. */
  readonly doneRatePerHour: number | null;
  /** Hours of work between the first and the last snapshot. */
  readonly spanHours: number | null;
  /** Minutes since the number of converged and failed points last grew. */
  readonly stalledMinutes: number | null;
}

/** The maximum length of a series that is returned unchanged. */
export const MAX_SERIES = 300;

/** The interval between snapshots. At its end, a snapshot is written if the counts have changed. */
export const SNAPSHOT_EVERY_MS = 30_000;
/**
 * If an interval between two snapshots is longer and starts without running points, the workflow was idle, for example
 * between two runs.
 */
export const IDLE_AFTER_MS = 4 * SNAPSHOT_EVERY_MS;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export function progressRates(series: readonly Snapshot[], now: Date): ProgressRates {
  const first = series[0];
  const last = series.at(-1);
  if (first === undefined || last === undefined) {
    return { ratePerHour: null, doneRatePerHour: null, spanHours: null, stalledMinutes: null };
  }
  const stalledMinutes = (now.getTime() - lastGrowth(series).getTime()) / MINUTE_MS;
  const spanHours = workMs(series) / HOUR_MS;
  if (series.length < 2 || spanHours === 0)
    return { ratePerHour: null, doneRatePerHour: null, spanHours: null, stalledMinutes };
  return {
    ratePerHour: (last.converged - first.converged) / spanHours,
    doneRatePerHour: (done(last) - done(first)) / spanHours,
    spanHours,
    stalledMinutes,
  };
}

/** Returns the time between the first and the last snapshot without idle intervals. */
function workMs(series: readonly Snapshot[]): number {
  return series.slice(1).reduce((sum, { at }, index) => {
    const before = series[index];
    const ms = at.getTime() - (before?.at.getTime() ?? 0);
    const isIdle = before?.running === 0 && ms > IDLE_AFTER_MS;
    // The work that changed the counts began after the previous snapshot.
    return sum + (isIdle ? SNAPSHOT_EVERY_MS : ms);
  }, 0);
}

function done({ converged, failed }: Snapshot): number {
  return converged + failed;
}

/**
 * Returns when the number of converged and failed points last grew. If this number never grew, returns the time of the
 * first snapshot.
 */
function lastGrowth(series: readonly Snapshot[]): Date {
  for (let index = series.length - 1; index > 0; index -= 1) {
    const [before, after] = [series[index - 1], series[index]];
    if (before && after && done(after) > done(before)) return after.at;
  }
  return series[0]?.at ?? new Date(0);
}

/** Reduces a series to at most `limit` evenly chosen entries. Keeps the first and the last. */
export function downsample<T>(series: readonly T[], limit: number): T[] {
  if (series.length <= limit) return [...series];
  const step = (series.length - 1) / (limit - 1);
  return Array.from({ length: limit }, (_, index) => series[Math.round(index * step)] as T);
}
