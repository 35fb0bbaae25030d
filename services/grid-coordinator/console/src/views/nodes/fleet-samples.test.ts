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
      const { times, of } = columnsOf({ samples, interval_sec: every });
      const values = of('completed');
      expect(values.filter((value) => value !== null)).toEqual(sorted);
      expect(values).toHaveLength((sorted.at(-1) ?? 0) - (sorted[0] ?? 0) + 1);
      for (const [index, time] of times.entries()) if (index > 0) expect(time - (times[index - 1] ?? 0)).toBe(every);
    }),
  );
  expect(columnsOf({ samples: [], interval_sec: 300 }).times).toEqual([]);
});
