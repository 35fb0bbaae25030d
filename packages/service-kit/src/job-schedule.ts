/** Clocks of hosts that keep time together differ by less. */
const CLOCKS_DIFFER_MS = 1_000;

/**
 * By how many milliseconds the next run of a schedule is further ahead than its interval; 0 if it is not.
 *
 * The time of the next run is set by the clock of the process that runs this one. If that clock was ahead for a while,
 * the next run would wait until the other clocks reach that time.
 */
export function tooFarAheadMs(nextMs: number | undefined, everyMs: number, nowMs: number): number {
  const tooFar = (nextMs ?? nowMs) - nowMs - everyMs;
  return tooFar > CLOCKS_DIFFER_MS ? tooFar : 0;
}
