import { setTimeout as sleep } from 'node:timers/promises';
import { HttpError } from './http-error.ts';
import {
  isTransientStatus,
  mayRepeat,
  retryAfterMs,
  retryDelayMs,
  type RepeatedRequest,
  type RetryPolicy,
  type Transient,
} from './retry-policy.ts';

export interface Clock {
  now(): number;
  /** Rejects with the reason of the signal. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** In [0, 1). */
  random(): number;
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
  random: () => Math.random(),
};

export interface RetryOptions {
  readonly policy: RetryPolicy;
  /**
   * Returns the longest permitted next wait after `waitedMs` of waiting. Gives up if the next wait would be longer.
   * Milliseconds.
   */
  readonly maxWaitMs?: (waitedMs: number) => number;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Partial<Clock>;
}

/** The waits between the attempts of one request. */
export class Retries {
  readonly #options: RetryOptions;
  readonly #clock: Clock;
  #attempt = 1;
  #waitedMs = 0;

  constructor(options: RetryOptions) {
    this.#options = options;
    this.#clock = { ...systemClock, ...options.clock };
  }

  /** The number of the current attempt, counted from 1. */
  get attempt(): number {
    return this.#attempt;
  }

  /** The total of all waits so far. Milliseconds. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Starts over after a success. */
  reset(): void {
    this.#attempt = 1;
    this.#waitedMs = 0;
  }

  /**
   * Waits for the next attempt. Returns false at once after the last attempt, or if the wait would be too long.
   */
  async next(transient: Transient, onWait?: (waitMs: number) => void): Promise<boolean> {
    const { policy, maxWaitMs = () => Infinity, signal } = this.#options;
    const waitMs = retryDelayMs(policy, this.#attempt, transient, this.#clock.random());
    if (waitMs === undefined || waitMs > maxWaitMs(this.#waitedMs)) return false;
    onWait?.(waitMs);
    await this.#clock.wait(waitMs, signal);
    this.#waitedMs += waitMs;
    this.#attempt += 1;
    return true;
  }
}

export type Outcome<T> = { readonly value: T } | { readonly error: unknown };

export interface RetriedWork<T> extends RetryOptions {
  /** Returns undefined for an outcome that another attempt would not change. */
  readonly transient: (outcome: Outcome<T>) => Transient | undefined;
  readonly onWait?: (outcome: Outcome<T>, waitMs: number) => void;
}

/**
 * Repeats `work` while its outcome is transient. Returns or throws the last outcome. Passes the time waited so far to
 * `work`.
 */
export async function retry<T>(work: (waitedMs: number) => Promise<T>, options: RetriedWork<T>): Promise<T> {
  const retries = new Retries(options);
  for (;;) {
    const outcome = await outcomeOf(() => work(retries.waitedMs));
    const transient = options.transient(outcome);
    const onWait = (waitMs: number) => options.onWait?.(outcome, waitMs);
    if (transient !== undefined && (await retries.next(transient, onWait))) continue;
    if ('value' in outcome) return outcome.value;
    throw outcome.error;
  }
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}

/**
 * Returns how to retry after this outcome, by the request's method and the status. Undefined if it must not be sent
 * again.
 */
export function transientOf(
  request: RepeatedRequest,
  outcome: Outcome<{ readonly status: number; readonly headers: Readonly<Record<string, string>> }>,
  nowMs: number,
): Transient | undefined {
  if (!mayRepeat(request)) return undefined;
  if ('error' in outcome) return outcome.error instanceof HttpError && outcome.error.isTransient ? {} : undefined;
  const { status, headers } = outcome.value;
  return isTransientStatus(status) ? { retryAfterMs: retryAfterMs(headers['retry-after'], nowMs) } : undefined;
}
