/** The clocks of synchronised hosts differ by less than this. */
const CLOCKS_DIFFER_MS = 1_000;

/**
 * Returns by how many milliseconds the next run is further ahead than its interval, or 0.
 *
 * The process that runs a job sets the time of the next run by its own clock. If that clock was ahead for a while, the
 * next run would wait until the other clocks reach that time.
 */
export function tooFarAheadMs(nextMs: number | undefined, everyMs: number, nowMs: number): number {
  const tooFar = (nextMs ?? nowMs) - nowMs - everyMs;
  return tooFar > CLOCKS_DIFFER_MS ? tooFar : 0;
}
