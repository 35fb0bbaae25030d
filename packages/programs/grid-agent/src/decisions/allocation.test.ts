import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Allocation, endOfAllocation } from './allocation.ts';

const durations = fc.array(fc.integer({ min: 1, max: 1e7 }), { maxLength: 60 });

test('a task begins only if the slowest of the last twenty would end in time', () => {
  fc.assert(
    fc.property(durations, fc.integer({ min: 1, max: 2e7 }), (list, left) => {
      const allocation = new Allocation(left);
      for (const duration of list) allocation.note(duration);
      const slowest = Math.max(0, ...list.slice(-20));
      expect(allocation.hasTime(0)).toBe(slowest * 1.2 < left);
      expect(allocation.hasTime(left)).toBe(false);
    }),
  );
});

test('outside of a job there is always time', () => {
  expect(endOfAllocation({})).toBe(Infinity);
  expect(endOfAllocation({ SLURM_JOB_END_TIME: 'Unknown' })).toBe(Infinity);
  expect(endOfAllocation({ SLURM_JOB_END_TIME: '1795974000' })).toBe(1_795_974_000_000);
  expect(new Allocation(Infinity).hasTime(Date.now())).toBe(true);
});
