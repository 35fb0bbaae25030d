import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { adjust, jobsFor, type Job, type OpenWork } from './job-count.ts';

const work: fc.Arbitrary<OpenWork> = fc.record({
  queued: fc.nat(10_000),
  running: fc.nat(100),
  secondsPerPoint: fc.option(fc.integer({ min: 1, max: 10_000 })),
});

const jobs: fc.Arbitrary<Job[]> = fc
  .uniqueArray(fc.integer({ min: 1, max: 50 }), { maxLength: 20 })
  .chain((numbers) =>
    fc.tuple(
      ...numbers.map((number) =>
        fc.record({ number: fc.constant(number), id: fc.constant(`9_${number}`), isRunning: fc.boolean() }),
      ),
    ),
  );

describe('the number of jobs', () => {
  const scale = { min: 0, max: 100, slotsPerJob: 4, targetSec: 3600 };

  test.each<[string, OpenWork[], number]>([
    ['nothing to do', [{ queued: 0, running: 0, secondsPerPoint: 60 }], 0],
    ['durations that are not known yet', [{ queued: 500, running: 0, secondsPerPoint: null }], 1],
    ['1000 points of 6 minutes, 4 at once, in an hour', [{ queued: 1000, running: 0, secondsPerPoint: 360 }], 25],
    ['few long points, one for each slot', [{ queued: 5, running: 2, secondsPerPoint: 36_000 }], 2],
    [
      'two workflows',
      [
        { queued: 100, running: 0, secondsPerPoint: 360 },
        { queued: 100, running: 0, secondsPerPoint: 1080 },
      ],
      10,
    ],
  ])('%s', (_what, open, expected) => {
    expect(jobsFor(open, scale)).toBe(expected);
  });

  test('stays within its bounds and never has a job without a point beyond the minimum', () => {
    fc.assert(
      fc.property(fc.array(work, { maxLength: 4 }), fc.nat(10), fc.nat(200), (open, min, more) => {
        const wanted = jobsFor(open, { ...scale, min, max: min + more });
        const points = open.reduce((sum, { queued, running }) => sum + queued + running, 0);
        expect(wanted).toBeGreaterThanOrEqual(min);
        expect(wanted).toBeLessThanOrEqual(min + more);
        expect(wanted).toBeLessThanOrEqual(Math.max(min, Math.ceil(points / 4)));
        if (points > 0 && min + more > 0) expect(wanted).toBeGreaterThan(0);
      }),
    );
  });
});

test('an adjustment leads to the wanted number, reuses free numbers and spares running jobs', () => {
  fc.assert(
    fc.property(jobs, fc.nat(30), (present, wanted) => {
      const { submit, cancel, drain } = adjust(present, wanted);
      expect(present.length + submit.length - cancel.length - drain.length).toBe(wanted);
      const numbers = [...present.map(({ number }) => number), ...submit];
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(submit.every((number) => number <= numbers.length)).toBe(true);
      if (drain.length > 0) expect(cancel).toHaveLength(present.filter(({ isRunning }) => !isRunning).length);
    }),
  );
});
