import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { downsample, MAX_SERIES, progressRates, type Snapshot } from './progress.ts';

const START = Date.parse('2026-01-31T12:00:00Z');

function at(minutes: number): Date {
  return new Date(START + minutes * 60_000);
}

function snapshot(minutes: number, converged: number, failed: number, running = 1): Snapshot {
  return { at: at(minutes), running, converged, failed };
}

describe('rates of a run', () => {
  test('are computed between the first and the last snapshot', () => {
    const series = [snapshot(0, 10, 1), snapshot(7, 99, 0), snapshot(90, 40, 4)];
    expect(progressRates(series, at(90))).toMatchObject({ ratePerHour: 20, doneRatePerHour: 22, spanHours: 1.5 });
  });

  test.each([
    ['no snapshot', []],
    ['one snapshot', [snapshot(0, 5, 5)]],
    ['two snapshots of one moment', [snapshot(0, 5, 5), snapshot(0, 9, 9)]],
  ])('are unknown with %s', (_case, series) => {
    expect(progressRates(series, at(60))).toMatchObject({ ratePerHour: null, doneRatePerHour: null, spanHours: null });
  });

  test('leave out the time between two runs', () => {
    const series = [snapshot(0, 0, 0), snapshot(60, 30, 0, 0), snapshot(600, 30, 0), snapshot(659.5, 60, 0)];
    expect(progressRates(series, at(660))).toMatchObject({ ratePerHour: 30, doneRatePerHour: 30, spanHours: 2 });
  });

  test('do not depend on how long the workflow was idle, and idle time never lowers them', () => {
    const counts = fc.array(fc.tuple(fc.integer({ min: 1, max: 600 }), fc.nat(50), fc.nat(50), fc.nat(2)), {
      minLength: 2,
      maxLength: 20,
    });
    const seriesOf = (steps: readonly (readonly [number, number, number, number])[], idle: number) => {
      const now = { minutes: 0, converged: 0, failed: 0 };
      return steps.map(([minutes, converged, failed, running], index) => {
        const isIdle = steps[index - 1]?.[3] === 0;
        now.minutes += isIdle ? 3 + idle : minutes;
        now.converged += converged;
        now.failed += failed;
        return snapshot(now.minutes, now.converged, now.failed, running);
      });
    };
    fc.assert(
      fc.property(counts, fc.nat(10_000), (steps, idle) => {
        const short = progressRates(seriesOf(steps, 0), at(0));
        const long = progressRates(seriesOf(steps, idle), at(0));
        expect(long.spanHours ?? 0).toBeCloseTo(short.spanHours ?? 0, 6);
        expect(long.doneRatePerHour ?? 0).toBeCloseTo(short.doneRatePerHour ?? 0, 6);
        const series = seriesOf(steps, idle);
        const wall = ((series.at(-1)?.at.getTime() ?? 0) - (series[0]?.at.getTime() ?? 0)) / 3_600_000;
        expect(long.spanHours ?? 0).toBeLessThanOrEqual(wall + 1e-9);
      }),
    );
  });

  test('are 0 where nothing grew', () => {
    const series = [snapshot(0, 3, 1), snapshot(60, 3, 1)];
    expect(progressRates(series, at(60))).toMatchObject({ ratePerHour: 0, doneRatePerHour: 0, spanHours: 1 });
  });
});

describe('reports how long a run has been stalled', () => {
  test.each<[string, Snapshot[], number | null]>([
    ['unknown without snapshots', [], null],
    ['since its only snapshot', [snapshot(10, 0, 0)], 90],
    ['since its first snapshot if nothing ever grew', [snapshot(10, 4, 2), snapshot(40, 4, 2)], 90],
    ['since points converged', [snapshot(0, 4, 2), snapshot(40, 5, 2), snapshot(70, 5, 2)], 60],
    ['since points failed', [snapshot(0, 4, 2), snapshot(40, 4, 3), snapshot(70, 4, 3)], 60],
    ['not since the points were reset for a new run', [snapshot(0, 4, 2), snapshot(40, 5, 2), snapshot(70, 0, 0)], 60],
    [
      'not since a failed point was reseeded and converged',
      [snapshot(0, 4, 2), snapshot(40, 5, 2), snapshot(70, 6, 1)],
      60,
    ],
    ['not while it grows', [snapshot(0, 4, 2), snapshot(100, 5, 2)], 0],
  ])('%s', (_case, series, minutes) => {
    expect(progressRates(series, at(100)).stalledMinutes).toBe(minutes);
  });
});

describe('downsample', () => {
  const sizes = fc.tuple(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 2, max: MAX_SERIES }));

  test('returns a short series unchanged, as a copy', () => {
    const series = Array.from({ length: MAX_SERIES }, (_, index) => index);
    expect(downsample(series, MAX_SERIES)).toEqual(series);
    expect(downsample(series, MAX_SERIES)).not.toBe(series);
    expect(downsample([], MAX_SERIES)).toEqual([]);
    expect(downsample([...series, 300], MAX_SERIES)).toHaveLength(MAX_SERIES);
  });

  test('keeps the first and last entry, the order, and no duplicates', () => {
    fc.assert(
      fc.property(sizes, ([length, limit]) => {
        const series = Array.from({ length }, (_, index) => index);
        const kept = downsample(series, limit);
        expect(kept).toHaveLength(Math.min(length, limit));
        expect([kept[0], kept.at(-1)]).toEqual([series[0], series.at(-1)]);
        for (const [index, entry] of kept.slice(1).entries()) expect(entry).toBeGreaterThan(kept[index] ?? NaN);
      }),
    );
  });

  test('thins a long series evenly', () => {
    fc.assert(
      fc.property(sizes, ([length, limit]) => {
        fc.pre(length > limit);
        const kept = downsample(
          Array.from({ length }, (_, index) => index),
          limit,
        );
        const gaps = kept.slice(1).map((entry, index) => entry - (kept[index] ?? NaN));
        expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
