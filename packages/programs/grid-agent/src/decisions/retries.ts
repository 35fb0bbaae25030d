import type { RetryPolicy } from '@almagest/http-client';

/** The first wait after an error or an empty queue, unless the longest one is shorter. */
const FIRST_WAIT_MS = 1_000;

/** A longer `Retry-After` is not accepted. */
export const MAX_RETRY_AFTER_MS = 3_600_000;

/** An agent gives nothing up: it doubles its waits up to this one. */
export function endlessRetries(longestMs: number): RetryPolicy {
  return {
    attempts: Infinity,
    firstMs: Math.min(FIRST_WAIT_MS, longestMs),
    factor: 2,
    maxMs: longestMs,
    maxRetryAfterMs: MAX_RETRY_AFTER_MS,
  };
}
