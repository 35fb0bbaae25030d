import type { AlertSchedule, Source } from '@almagest/contracts/literature';

/** By source: the date of the oldest paper that its first check has read; empty if that check has read all. */
export type KnownSince = Readonly<Partial<Record<Source, string>>>;

const HOUR_SEC = 3_600;
const DAY_SEC = 24 * HOUR_SEC;

/** A source that failed is asked again soon, whatever the schedule. */
const RETRY_SEC = HOUR_SEC;

/** In how many seconds an alert is checked again; null: not until somebody asks for it. */
export function nextCheckSec(schedule: AlertSchedule, hasFailed: boolean): number | null {
  if (schedule === 'off') return null;
  if (hasFailed) return RETRY_SEC;
  return schedule === 'daily' ? DAY_SEC : 7 * DAY_SEC;
}

/**
 * Whether a paper that the alert does not know is new. At the first answer of a source all its papers are known ones. If
 * that answer was cut, an older paper may come up later because others were withdrawn.
 */
export function isNewPaper(since: string | undefined, date: string): boolean {
  return since !== undefined && date >= since;
}

/** What the first answer of a source makes known: everything, or what is not older than its last paper. */
export function knownSince(dates: readonly string[], isWhole: boolean): string {
  return isWhole ? '' : (dates.toSorted()[0] ?? '');
}
