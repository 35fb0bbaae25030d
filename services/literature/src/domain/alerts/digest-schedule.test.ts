import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { schedulesDue, type LastDigests } from './digest-schedule.ts';

const HOUR_MS = 3_600_000;

test('a person gets at most one mail a day, and weekly alerts at most once a week, whenever the worker looks', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 60 }), (pauses) => {
      let state: LastDigests = { last: null, lastWeekly: null };
      let now = Date.UTC(2026, 0, 1);
      for (const hours of pauses) {
        now += hours * HOUR_MS;
        const due = schedulesDue(state, new Date(now));
        if (due.length === 0) {
          expect(now - (state.last?.getTime() ?? 0)).toBeLessThan(24 * HOUR_MS);
          continue;
        }
        if (state.last !== null) expect(now - state.last.getTime()).toBeGreaterThanOrEqual(24 * HOUR_MS);
        const isWeekly = due.includes('weekly');
        const sinceWeekly = now - (state.lastWeekly?.getTime() ?? 0);
        expect(isWeekly).toBe(state.lastWeekly === null || sinceWeekly >= 7 * 24 * HOUR_MS);
        state = { last: new Date(now), lastWeekly: isWeekly ? new Date(now) : state.lastWeekly };
      }
    }),
  );
});

test('a time in the future delays no mail', () => {
  const future = new Date(Date.UTC(2030, 0, 1));
  expect(schedulesDue({ last: future, lastWeekly: future }, new Date(Date.UTC(2026, 0, 1)))).toEqual([
    'daily',
    'weekly',
  ]);
});
