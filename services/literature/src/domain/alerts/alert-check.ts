import type { AlertSchedule, Source } from '@almagest/contracts/literature';

/** For each source, the date of the oldest paper in the first check. Empty if the first check read all papers. */
export type KnownSince = Readonly<Partial<Record<Source, string>>>;

const HOUR_SEC = 3_600;
const DAY_SEC = 24 * HOUR_SEC;

/** The delay before a failed source is queried again. It is the same for all schedules. */
const RETRY_SEC = HOUR_SEC;

/** Returns the seconds until the next check. Returns null if the alert is checked only on request. */
export function nextCheckSec(schedule: AlertSchedule, hasFailed: boolean): number | null {
  if (schedule === 'off') return null;
  if (hasFailed) return RETRY_SEC;
  return schedule === 'daily' ? DAY_SEC : 7 * DAY_SEC;
}

/**
 * Returns whether a paper that the alert has not seen before is new. `since` is the date of the oldest paper in the
 * source's first answer. If that answer was cut, older papers may appear later, and they are not new.
 */
export function isNewPaper(since: string | undefined, date: string): boolean {
  return since !== undefined && date >= since;
}

/**
 * Returns the date from which unseen papers of a source count as new. This is the date of the oldest paper in the
 * source's first answer, or an empty text if that answer was complete.
 */
export function knownSince(dates: readonly string[], isWhole: boolean): string {
  return isWhole ? '' : (dates.toSorted()[0] ?? '');
}
