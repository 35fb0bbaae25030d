/** How much was done at a time. */
export interface Sample {
  readonly atMs: number;
  readonly done: number;
}

/** A rate from less says nothing. */
const LEAST_MS = 2_000;

/**
 * The seconds until a total is reached if it goes on as it did since the first sample; undefined while that cannot be
 * told.
 */
export function secondsLeft(first: Sample, now: Sample, total: number): number | undefined {
  const ms = now.atMs - first.atMs;
  const done = now.done - first.done;
  if (ms < LEAST_MS || done <= 0 || total <= now.done) return undefined;
  return ((total - now.done) * ms) / done / 1_000;
}
