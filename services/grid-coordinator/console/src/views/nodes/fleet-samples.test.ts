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

test('keeps every sample, covers the whole period, and marks the time without heartbeats', () => {
  const places = fc.uniqueArray(fc.nat(300), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(places, fc.constantFrom(300, 1_800), fc.nat(3_000), (unsorted, every, ago) => {
      const sorted = unsorted.toSorted((a, b) => a - b);
      const samples = sorted.map((place) => sampleAt(1_800_000_000 + place * every, place));
      const end = 1_800_000_000 + (sorted.at(-1) ?? 0) * every + ago;
      const hours = every === 300 ? 24 : 168;
      const now = new Date(1_000 * end).toISOString();
      const { times, of } = columnsOf({ samples, interval_sec: every, now, hours });
      const values = of('cpu_usage');
      expect(values.filter((value) => value !== null)).toEqual(sorted);
      expect(times[0]).toBeLessThan(end - hours * 3_600 + every);
      expect(times.at(-1)).toBeGreaterThan(end - every);
      expect(times.at(-1)).toBeLessThanOrEqual(end);
      for (const [index, time] of times.entries()) if (index > 0) expect(time - (times[index - 1] ?? 0)).toBe(every);
    }),
  );
  expect(columnsOf({ samples: [], interval_sec: 300, now: '2100-01-01T00:00:00Z', hours: 24 }).times).toEqual([]);
});

test('hides the sums of an interval that has not ended, but not its means', () => {
  const start = 1_800_000_000;
  const nowAt = (seconds: number) => new Date(1_000 * (start + seconds)).toISOString();
  const at = (every: number, seconds: number) =>
    columnsOf({ samples: [sampleAt(start, 7)], interval_sec: every, now: nowAt(seconds), hours: 1 });
  expect(at(1_800, 600).of('completed').at(-1)).toBeNull();
  expect(at(1_800, 600).of('cpu_usage').at(-1)).toBe(7);
  expect(at(1_800, 1_600).of('completed').at(-1)).toBe(7);
  expect(at(300, 10).of('completed').at(-1)).toBe(7);
});
