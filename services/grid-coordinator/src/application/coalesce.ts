import { currentSpan, inSpan, within, type Span } from '@almagest/tracing';

/** A waiting call with the span of its caller. */
interface Waiting<I, O> {
  readonly item: I;
  readonly span: Span | undefined;
  readonly resolve: (output: O) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects calls that wait at the same moment and runs them as one batch.
 *
 * While one batch runs, the next batch fills. Batches grow with the load, and a single call never waits.
 */
export class Coalescer<I, O> {
  readonly #run: (items: readonly I[]) => Promise<readonly PromiseSettledResult<O>[]>;
  readonly #maxBatch: number;
  readonly #waiting: Waiting<I, O>[] = [];
  #busy = false;

  /** `run` returns a result for each item of a batch, in order. If `run` throws, the whole batch fails. */
  constructor(run: (items: readonly I[]) => Promise<readonly PromiseSettledResult<O>[]>, maxBatch: number) {
    this.#run = run;
    this.#maxBatch = maxBatch;
  }

  submit(item: I): Promise<O> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, span: currentSpan(), resolve, reject });
      if (!this.#busy) {
        this.#busy = true;
        // Waits one turn of the event loop, so that requests that arrive in this turn form one batch.
        void nextTurn().then(() => this.#drain());
      }
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#maxBatch);
      try {
        const results = await this.#traced(batch);
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

  /** Runs a batch in the trace of its first call, and links the batch to the traces of the other calls. */
  async #traced(batch: readonly Waiting<I, O>[]): Promise<readonly PromiseSettledResult<O>[]> {
    const run = () => this.#run(batch.map(({ item }) => item));
    const [first, ...others] = batch.map(({ span }) => span);
    if (first === undefined) return await run();
    const links = others.filter((span) => span !== undefined);
    return await within(first, () => inSpan('batch', { attributes: { size: batch.length }, links }, run));
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
