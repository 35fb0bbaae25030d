/**
 * Lets a loop sleep until something happens or the time has passed.
 *
 * No notification is missed, because a loop checks its condition and calls `wait` in the same turn of the event loop.
 */
export class Notifier {
  readonly #sleepers = new Set<() => void>();

  /** Resolves after this time, or at the next notification; `Infinity` waits for a notification alone. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === Infinity ? undefined : setTimeout(() => wake(), Math.min(ms, LONGEST_TIMER_MS));
      const wake = () => {
        clearTimeout(timer);
        this.#sleepers.delete(wake);
        resolve();
      };
      this.#sleepers.add(wake);
    });
  }

  notify(): void {
    for (const wake of this.#sleepers) wake();
  }
}

/** Node fires a longer timer at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
