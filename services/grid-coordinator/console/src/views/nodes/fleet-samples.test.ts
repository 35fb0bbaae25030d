import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { columnsOf } from './fleet-samples.ts';

const sampleAt = (seconds: number, n: number) => ({
  at: new Date(1_000 * seconds).toISOString(),
  nodes: n,
  slots_used: n,
  slots: n,
  cpu_usage: n,
  memory_usage: n,
  completed: n,
  failed: 0,
});

test('keeps every sample, and marks the time without heartbeats', () => {
  const places = fc.uniqueArray(fc.nat(300), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(places, fc.constantFrom(300, 1_800), (unsorted, every) => {
      const sorted = unsorted.toSorted((a, b) => a - b);
      const samples = sorted.map((place) => sampleAt(1_800_000_000 + place * every, place));
      const { times, of } = columnsOf({ samples, interval_sec: every, now: '2100-01-01T00:00:00Z' });
      const values = of('completed');
      expect(values.filter((value) => value !== null)).toEqual(sorted);
      expect(values).toHaveLength((sorted.at(-1) ?? 0) - (sorted[0] ?? 0) + 1);
      for (const [index, time] of times.entries()) if (index > 0) expect(time - (times[index - 1] ?? 0)).toBe(every);
    }),
  );
  expect(columnsOf({ samples: [], interval_sec: 300, now: '2100-01-01T00:00:00Z' }).times).toEqual([]);
});

test('hides the sums of an interval that has not ended, but not its means', () => {
  const start = 1_800_000_000;
  const nowAt = (seconds: number) => new Date(1_000 * (start + seconds)).toISOString();
  const at = (every: number, seconds: number) =>
    columnsOf({ samples: [sampleAt(start, 7)], interval_sec: every, now: nowAt(seconds) });
  expect(at(1_800, 600).of('completed')).toEqual([null]);
  expect(at(1_800, 600).of('cpu_usage')).toEqual([7]);
  expect(at(1_800, 1_600).of('completed')).toEqual([7]);
  expect(at(300, 10).of('completed')).toEqual([7]);
});
