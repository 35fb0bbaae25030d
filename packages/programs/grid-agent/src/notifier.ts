/**
 * Lets a loop sleep until it is notified or the time has passed.
 *
 * The loop must check its condition and call `wait` in the same turn of the event loop. Otherwise it may miss a
 * notification.
 */
export class Notifier {
  readonly #sleepers = new Set<() => void>();

  /** Resolves after `ms` or at the next notification. `Infinity` waits for a notification only. */
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

/** Node fires longer timers immediately. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
