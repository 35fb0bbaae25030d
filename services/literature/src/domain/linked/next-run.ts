const DAY_SEC = 86_400;
const HOUR_SEC = 3_600;
const FIRST_RETRY_SEC = 60;

/** Interval between two imports of a linked library. */
export const REFRESH_SEC = DAY_SEC;

/** The longest pause that another service can request. */
const MAX_PAUSE_SEC = DAY_SEC;

/** Returns how long to pause if the other service asks for a pause of `askedSec`. */
export function pauseSec(askedSec: number): number {
  return Math.min(Math.max(askedSec, 1), MAX_PAUSE_SEC);
}

/**
 * Returns the pause before the next attempt, from a minute to an hour. `attempts` is the number of attempts that failed
 * in a row.
 */
export function retrySec(attempts: number): number {
  return Math.min(FIRST_RETRY_SEC * 2 ** Math.min(Math.max(attempts - 1, 0), 6), HOUR_SEC);
}
