const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * The waits after failed attempts, in seconds. They spread eight attempts over 31 h 35 min. Source: the first rows of
 * the example in the Standard Webhooks specification (1.0.0, "Deliverability and reliability").
 */
export const RETRY_WAITS_SEC: readonly number[] = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
];

/** The longest `Retry-After` that is respected, in seconds. */
const LONGEST_RETRY_AFTER_SEC = 6 * HOUR;

/** Each wait is longer by up to this fraction, so that simultaneous failures are not retried simultaneously. */
const JITTER = 0.1;

/** The longest wait between two attempts, in seconds. */
export const LONGEST_WAIT_SEC = Math.max(...RETRY_WAITS_SEC) * (1 + JITTER);

/**
 * Returns the wait in seconds after failed attempt number `attempt`, counted from 1, or undefined after the last
 * attempt. The wait is at least as long as the receiver requested, up to six hours. `random` is in [0, 1).
 */
export function retryWaitSec(attempt: number, retryAfterSec: number, random: number): number | undefined {
  const wait = RETRY_WAITS_SEC[attempt - 1];
  if (wait === undefined) return undefined;
  return Math.max(wait * (1 + JITTER * random), Math.min(retryAfterSec, LONGEST_RETRY_AFTER_SEC));
}
