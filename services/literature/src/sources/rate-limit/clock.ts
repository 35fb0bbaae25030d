import { setTimeout as sleep } from 'node:timers/promises';

/** Time as far as a source looks at it and waits. */
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
      // The reason of whoever stopped it, and not the timer's.
      signal?.throwIfAborted();
      throw error;
    }
  },
};
