import type { RetryPolicy } from '@almagest/http-client';

/** The first wait after an error or an empty queue, unless the longest wait is shorter. */
const FIRST_WAIT_MS = 1_000;

/** A longer `Retry-After` is cut to this. */
export const MAX_RETRY_AFTER_MS = 3_600_000;

/** Returns a policy that never gives up and doubles its waits up to `longestMs`. */
export function endlessRetries(longestMs: number): RetryPolicy {
  return {
    attempts: Infinity,
    firstMs: Math.min(FIRST_WAIT_MS, longestMs),
    factor: 2,
    maxMs: longestMs,
    maxRetryAfterMs: MAX_RETRY_AFTER_MS,
  };
}
