import { expect, test } from '@jest/globals';
import { barLine, countsLine, rateOf, recentSamples } from './progress.ts';

const stats = {
  name: 'demo',
  status: 'running' as const,
  total: 192,
  pending: 3,
  queued: 80,
  running: 4,
  converged: 100,
  failed: 5,
  cold_run_converged: 90,
  seed_step_converged: 10,
  continue_converged: 0,
  retired: 0,
  waves: [],
  unfit: 0,
  avg_point_sec: 0.4,
  eta_sec: 9,
  warnings: [],
};

test('shows the counts, and the rate if it is known', () => {
  const counts = '105/192  converged 100 (90 cold, 10 seeded)  failed 5  running 4  queued 80  waiting 3';
  expect(countsLine(stats, null)).toBe(counts);
  expect(countsLine(stats, 7.46)).toBe(counts.replace('192', '192  7.5/s'));
  expect(countsLine({ ...stats, status: 'paused' }, null)).toBe(`paused  ${counts}`);
});

test('fits the terminal and drops parts that do not fit', () => {
  expect(barLine(stats, null, 200)).toMatch(/^\[█{13}░{11}\] 105\/192 /);
  for (const width of [5, 20, 60, 90, 100, 110, 200])
    expect(barLine(stats, 7.5, width).length).toBeLessThanOrEqual(width);
  expect(barLine(stats, 7.5, 79)).toMatch(
    /^\[█+░+\] 105\/192 {2}7\.5\/s {2}converged 100 \(90 cold, 10 seeded\) {2}failed 5$/,
  );
  expect(barLine(stats, null, 12)).toBe('105/192');
});

test('uses the rate of the last ten seconds', () => {
  expect(rateOf([])).toBeNull();
  expect(rateOf([{ atMs: 0, done: 3 }])).toBeNull();
  const samples = [
    { atMs: 0, done: 0 },
    { atMs: 5_000, done: 100 },
    { atMs: 15_000, done: 120 },
  ];
  expect(rateOf(samples)).toBe(2);
  expect(recentSamples(samples)).toEqual(samples.slice(1));
});
