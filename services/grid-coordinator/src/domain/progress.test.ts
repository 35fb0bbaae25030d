import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { allowanceAfter, slotLimit } from './allowance.ts';
import { checkAction } from './node-lifecycle.ts';
import { downsample, progressRates } from './progress.ts';

const at = (minutes: number, converged: number, failed = 0) => ({ at: new Date(minutes * 60_000), converged, failed });

test('has no rates without two snapshots, and no stall without one', () => {
  expect(progressRates([], new Date(0))).toEqual({
    ratePerHour: null,
    doneRatePerHour: null,
    spanHours: null,
    stalledMinutes: null,
  });
  expect(progressRates([at(0, 5)], new Date(600_000))).toEqual({
    ratePerHour: null,
    doneRatePerHour: null,
    spanHours: null,
    stalledMinutes: 10,
  });
});

test('tells the rates between the first and the last snapshot, and how long nothing was finished', () => {
  const series = [at(0, 10, 0), at(30, 20, 5), at(60, 20, 10), at(120, 20, 10)];
  expect(progressRates(series, new Date(150 * 60_000))).toEqual({
    ratePerHour: 5,
    doneRatePerHour: 10,
    spanHours: 2,
    stalledMinutes: 90,
  });
});

test('downsamples to the limit, keeping the first, the last and the order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 2, max: 300 }), (length, limit) => {
      const series = Array.from({ length }, (_, index) => index);
      const chosen = downsample(series, limit);
      expect(chosen).toHaveLength(Math.min(length, limit));
      expect([chosen[0], chosen.at(-1)]).toEqual([series[0], series.at(-1)]);
      expect(chosen.every((value, index) => index === 0 || value > (chosen[index - 1] ?? Infinity))).toBe(true);
    }),
  );
});

test('halves the allowance of a node that fails what others finish, down to one, and gives it back by successes', () => {
  const fail = (allowance: number | null) => allowanceAfter('failed_what_others_finish', allowance, 8);
  expect([fail(null), fail(4), fail(2), fail(1)]).toEqual([4, 2, 1, 1]);
  const succeed = (allowance: number | null) => allowanceAfter('success', allowance, 8);
  expect([succeed(1), succeed(6), succeed(7), succeed(null)]).toEqual([2, 7, null, null]);
});

test('obeys the stricter of quota and allowance', () => {
  expect([slotLimit(null, null), slotLimit(0, null), slotLimit(null, 3), slotLimit(5, 3), slotLimit(2, 3)]).toEqual([
    null,
    0,
    3,
    3,
    2,
  ]);
});

const STATUSES = ['pending_approval', 'rejected', 'offline', 'online', 'disabled'] as const;

test.each([
  ['approve', ['pending_approval', 'rejected']],
  ['reject', ['pending_approval']],
  ['reissue', ['offline', 'online', 'disabled']],
  ['disable', ['offline', 'online']],
  ['enable', ['disabled']],
] as const)('allows to %s a node that is %j, and no other', (action, allowed) => {
  const passes = STATUSES.filter((status) => {
    try {
      checkAction(action, 'n1', status);
      return true;
    } catch {
      return false;
    }
  });
  expect(passes).toEqual(STATUSES.filter((status) => (allowed as readonly string[]).includes(status)));
});
