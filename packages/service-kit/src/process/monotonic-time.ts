/** Returns the milliseconds of a clock that all threads of a process share and that is never set. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
