/**
 * Runs `work` again and again, but never before the last run is over. The returned function stops it.
 *
 * It does not keep the process alive. A failure is passed to `onFailure`, and the next run is tried all the same.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void = () => undefined,
): () => void {
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    void work()
      .catch(onFailure)
      .finally(() => (isRunning = false));
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
