/** Milliseconds by a clock that all threads of a process share, and that nobody sets. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
