import { setTimeout as sleep } from 'node:timers/promises';

/** The clock that sources use. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: async (ms, signal) => {
    try {
      await sleep(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      // Throw the reason of the signal, not the timer's own error.
      signal?.throwIfAborted();
      throw error;
    }
  },
};
