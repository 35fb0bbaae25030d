/**
 * Collects calls that wait at the same moment and runs them as one batch.
 *
 * While one batch runs, the next one fills. Batches grow with the load, and a single call never waits.
 */
export class Coalescer<I, O> {
  readonly #run: (items: readonly I[]) => Promise<readonly PromiseSettledResult<O>[]>;
  readonly #maxBatch: number;
  readonly #waiting: { item: I; resolve: (output: O) => void; reject: (error: unknown) => void }[] = [];
  #busy = false;

  /** `run` returns a result for each item of a batch, in order. If it throws, the whole batch fails. */
  constructor(run: (items: readonly I[]) => Promise<readonly PromiseSettledResult<O>[]>, maxBatch: number) {
    this.#run = run;
    this.#maxBatch = maxBatch;
  }

  submit(item: I): Promise<O> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#busy) {
        this.#busy = true;
        // Waits a turn: requests that arrive in the same turn of the event loop form one batch.
        void nextTurn().then(() => this.#drain());
      }
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#maxBatch);
      try {
        const results = await this.#run(batch.map(({ item }) => item));
        for (const [index, { resolve, reject }] of batch.entries()) {
          const result = results[index];
          if (result?.status === 'fulfilled') resolve(result.value);
          else reject(result?.reason ?? new Error('a batch returned no result for an item'));
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#busy = false;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

export function fulfilled<O>(value: O): PromiseSettledResult<O> {
  return { status: 'fulfilled', value };
}

export function rejected<O>(reason: unknown): PromiseSettledResult<O> {
  return { status: 'rejected', reason };
}
