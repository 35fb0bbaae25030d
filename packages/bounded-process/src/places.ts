/** Limits concurrent work. Places are given in the order of the requests. */
export class Places {
  readonly #number: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(number: number) {
    this.#number = number;
  }

  /** The number of running and waiting tasks. */
  get load(): number {
    return this.#taken + this.#waiting.length;
  }

  /** Runs `work` as soon as a place is free. The signal ends the wait. */
  async use<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#acquire(signal);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#taken -= 1;
    }
  }

  async #acquire(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#taken < this.#number) {
      this.#taken += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    const onAbort = () => {
      const at = this.#waiting.indexOf(resolve);
      // The work already has its place and checks the signal itself.
      if (at < 0) return;
      this.#waiting.splice(at, 1);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', onAbort));
  }
}
