import type { DigestSchedule } from '@almagest/contracts/literature';

/** The times when a person's last mail and last mail with weekly alerts were composed. */
export interface LastDigests {
  readonly last: Date | null;
  readonly lastWeekly: Date | null;
}

const DAY_MS = 86_400_000;

/**
 * Returns the schedules of the alerts whose papers a mail may contain now. A person gets at most one mail a day, and
 * weekly alerts are in at most one mail a week.
 */
export function schedulesDue({ last, lastWeekly }: LastDigests, now: Date): DigestSchedule[] {
  if (!isOver(last, DAY_MS, now)) return [];
  return isOver(lastWeekly, 7 * DAY_MS, now) ? ['daily', 'weekly'] : ['daily'];
}

/**
 * Returns whether `durationMs` have passed since a time. Also returns true for a time in the future, which was stored
 * while the clock was ahead.
 */
function isOver(since: Date | null, durationMs: number, now: Date): boolean {
  const age = now.getTime() - (since?.getTime() ?? 0);
  return since === null || age >= durationMs || age < 0;
}
