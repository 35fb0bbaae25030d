/**
 * Runs `work` repeatedly, but never two runs at the same time.
 *
 * The returned function stops the repetition. It resolves when the current run has ended, so that the resources of
 * `work` can be closed. The timer does not keep the process alive. After a failure, calls `onFailure` and continues as
 * usual.
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
