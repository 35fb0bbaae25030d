/** Clocks of hosts that keep time together differ by less. */
const CLOCKS_DIFFER_MS = 1_000;

/**
 * By how many milliseconds the next turn of a schedule lies further ahead than its interval; 0 where it does not.
 *
 * The next turn is laid by the clock of the process that takes this one. Where that clock ran ahead for a while, the next
 * turn would come only when every clock has got as far.
 */
export function turnTooFarMs(nextMs: number | undefined, everyMs: number, nowMs: number): number {
  const tooFar = (nextMs ?? nowMs) - nowMs - everyMs;
  return tooFar > CLOCKS_DIFFER_MS ? tooFar : 0;
}
