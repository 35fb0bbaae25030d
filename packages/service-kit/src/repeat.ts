/**
 * Runs `work` again and again, but never two runs at the same time. The returned function stops it, and resolves when a run
 * that goes on has ended: what the work uses can be closed then.
 *
 * It does not keep the process alive. After a failure `onFailure` is called, and the next run takes place as usual.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void = () => undefined,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch(onFailure)
      .finally(() => (running = undefined));
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
