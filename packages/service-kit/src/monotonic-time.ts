/** Milliseconds of a clock that is the same in all threads of a process and is never set. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
