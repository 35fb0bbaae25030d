/**
 * Counts the handlers of requests that are running. A handler goes on after its caller has hung up, when the server has
 * no connection left to wait for. What handlers use, the database above all, is closed only once none is running.
 */
export class RunningHandlers {
  #count = 0;
  #waiting: (() => void)[] = [];

  /** Counts a handler from its start to its end. */
  async during(handled: Promise<void>): Promise<void> {
    this.#count += 1;
    try {
      await handled;
    } finally {
      this.#count -= 1;
      if (this.#count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  /** Resolves when no handler is running. */
  async idle(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
