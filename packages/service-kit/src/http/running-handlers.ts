/**
 * Counts running request handlers.
 *
 * A handler continues after its caller disconnects. The server then has no connection to wait for. Close resources that
 * handlers use, above all the database, only when no handler is running.
 */
export class RunningHandlers {
  #count = 0;
  #waiting: (() => void)[] = [];

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
