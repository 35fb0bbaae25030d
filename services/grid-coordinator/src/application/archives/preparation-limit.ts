import { Refusal } from '@almagest/service-kit/refusal';

/**
 * The number of exports that one process prepares at the same time. Exports aren't urgent, and each holds a connection
 * of the pool that heartbeats and most other requests use.
 */
const MOST = 2;

/**
 * Limits the exports that are being prepared. Sending prepared exports is not limited, because it holds no connection.
 */
export class PreparationLimit {
  #running = 0;

  async run<T>(prepare: () => Promise<T>): Promise<T> {
    if (this.#running >= MOST)
      throw new Refusal('unavailable', `${MOST} exports are already being prepared: try again in a few seconds`);
    this.#running += 1;
    try {
      return await prepare();
    } finally {
      this.#running -= 1;
    }
  }
}

/** Yields the items until the signal is aborted. Then throws `AbortError`, even after the last item. */
export async function* untilAborted<T>(signal: AbortSignal, items: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const item of items) {
    signal.throwIfAborted();
    yield item;
  }
  signal.throwIfAborted();
}
