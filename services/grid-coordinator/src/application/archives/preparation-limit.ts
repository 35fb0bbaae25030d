import { Refusal } from '@almagest/service-kit/refusal';

/**
 * Exports that one process prepares at the same time. Each holds a connection of the pool from which heartbeats and
 * most other requests take theirs, and none of them is in a hurry.
 */
const MOST = 2;

/** Bounds the exports that are being prepared. Sending what is prepared holds no connection and is not bounded. */
export class PreparationLimit {
  #running = 0;

  async run<T>(prepare: () => Promise<T>): Promise<T> {
    if (this.#running >= MOST)
      throw new Refusal('unavailable', `${MOST} exports are being prepared at the moment; try again in a few seconds`);
    this.#running += 1;
    try {
      return await prepare();
    } finally {
      this.#running -= 1;
    }
  }
}

/** The same items, until the signal is aborted: then it fails with an `AbortError`, also after the last one. */
export async function* untilAborted<T>(signal: AbortSignal, items: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const item of items) {
    signal.throwIfAborted();
    yield item;
  }
  signal.throwIfAborted();
}
