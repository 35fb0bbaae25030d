import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { tooFarAheadMs } from './job-schedule.ts';

const everyMs = fc.integer({ min: 50, max: 3_600_000 });
const nowMs = fc.integer({ min: 0, max: 4_102_444_800_000 });

describe('the next run of a schedule', () => {
  test('is not too far ahead if it is late or within its interval', () => {
    fc.assert(
      fc.property(everyMs, nowMs, fc.integer({ min: 0, max: 10_000_000 }), (every, now, before) => {
        expect(tooFarAheadMs(now + every - before, every, now)).toBe(0);
      }),
    );
  });

  test("is too far ahead by the clock's error at the time of scheduling", () => {
    fc.assert(
      fc.property(everyMs, nowMs, fc.integer({ min: 1_001, max: 1_000_000_000 }), (every, now, ahead) => {
        expect(tooFarAheadMs(now + ahead + every, every, now)).toBe(ahead);
      }),
    );
  });

  test('may be ahead by the normal difference between host clocks', () => {
    expect(tooFarAheadMs(61_000, 60_000, 0)).toBe(0);
  });
});
