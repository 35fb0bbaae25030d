/**
 * Runs `work` again and again, but never two runs at the same time. The returned function stops it.
 *
 * It does not keep the process alive. After a failure `onFailure` is called, and the next run takes place as usual.
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
