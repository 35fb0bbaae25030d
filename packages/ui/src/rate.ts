/** How much was done at a time. */
export interface Sample {
  readonly atMs: number;
  readonly done: number;
}

/** A rate from less says nothing. */
const LEAST_MS = 2_000;

/** How much was done in a minute since the first sample, on average; undefined while that cannot be told. */
export function perMinute(first: Sample, now: Sample): number | undefined {
  const ms = now.atMs - first.atMs;
  const done = now.done - first.done;
  return ms < LEAST_MS || done <= 0 ? undefined : (done / ms) * 60_000;
}

/**
 * The seconds until a total is reached if it goes on as it did since the first sample; undefined while that cannot be
 * told.
 */
export function secondsLeft(first: Sample, now: Sample, total: number): number | undefined {
  const rate = perMinute(first, now);
  return rate === undefined || total <= now.done ? undefined : ((total - now.done) / rate) * 60;
}
