/** The amount done at a point in time. */
export interface Sample {
  readonly atMs: number;
  readonly done: number;
}

/** A shorter period gives no meaningful rate. */
const LEAST_MS = 2_000;

/** Returns the average rate per minute since the first sample. Undefined if it is too early to say. */
export function perMinute(first: Sample, now: Sample): number | undefined {
  const ms = now.atMs - first.atMs;
  const done = now.done - first.done;
  return ms < LEAST_MS || done <= 0 ? undefined : (done / ms) * 60_000;
}

/**
 * Returns the seconds until `total` is reached at the average rate since the first sample. Undefined if it is too early
 * to say.
 */
export function secondsLeft(first: Sample, now: Sample, total: number): number | undefined {
  const rate = perMinute(first, now);
  return rate === undefined || total <= now.done ? undefined : ((total - now.done) / rate) * 60;
}
