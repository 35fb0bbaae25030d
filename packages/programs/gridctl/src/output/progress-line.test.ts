import { expect, test } from '@jest/globals';
import { etaInWords, samplesInWindow, progressLine, rateInWords, rateOf } from './progress-line.ts';
import { textWidth } from './text-width.ts';
import { bytes, duration, percent, relativeChange } from './wording.ts';

const parts = ['ETA 3 h', 'converged 12', 'failed 4', 'running 4'];

test('a line never exceeds its width and drops the least important parts first', () => {
  for (const width of [5, 12, 20, 30, 45, 60, 80, 200]) {
    expect(textWidth(progressLine({ done: 16, total: 100, parts }, width))).toBeLessThanOrEqual(width);
  }
  expect(progressLine({ done: 16, total: 100, parts }, 43)).toBe('[█░░░░░░░░░]  16.0 %  ETA 3 h  converged 12');
  expect(progressLine({ done: 16, total: 100, parts }, 12)).toBe('16.0 %');
});

test('the bar is full only when everything is done, and a total of 0 is allowed', () => {
  expect(progressLine({ done: 99_999, total: 100_000, parts: [] }, 50)).toContain('░]  99.9 %');
  expect(progressLine({ done: 5, total: 5, parts: [] }, 50)).toContain('█] 100.0 %');
  expect(progressLine({ done: 0, total: 0, parts: [] }, 50)).toContain('0.0 %');
  expect(percent(1, 1_000_000)).toBe('0.1 %');
});

test('the rate follows the window, and a decreasing count gives no rate', () => {
  const samples = [
    { atMs: 0, done: 0 },
    { atMs: 50_000, done: 100 },
    { atMs: 60_000, done: 110 },
  ];
  expect(rateOf(samples)).toBeCloseTo(110 / 60);
  expect(rateOf(samplesInWindow(samples, 10_000))).toBeCloseTo(1);
  expect(samplesInWindow(samples, 20_000)).toEqual(samples);
  expect(
    rateOf([
      { atMs: 0, done: 9 },
      { atMs: 1, done: 0 },
    ]),
  ).toBeNull();
  expect(rateOf([])).toBeNull();
});

test('rates and times use units that people plan with', () => {
  expect([25, 2.04, 0.5, 0.001, 1e-5, 0].map(rateInWords)).toEqual([
    '25/s',
    '2.0/s',
    '30.0/min',
    '3.6/h',
    '0.036/h',
    '0.0/h',
  ]);
  expect(rateInWords(null)).toBe('rate unknown');
  expect([0, 0.2, 59, 60, 200, 7500, 273_600].map(duration)).toEqual([
    '0 s',
    'under 1 s',
    '59 s',
    '1 min',
    '3 min 20 s',
    '2 h 5 min',
    '3 d 4 h',
  ]);
  expect([etaInWords(7500), etaInWords(null), etaInWords(Infinity)]).toEqual([
    'ETA 2 h 5 min',
    'ETA unknown',
    'ETA unknown',
  ]);
  expect([999, 45_000, 3_200_000].map(bytes)).toEqual(['999 B', '45.0 kB', '3.2 MB']);
  expect([0, 0.00032, 1e27, null].map(relativeChange)).toEqual(['0', '3.2e-4', '1.0e+27', '-']);
});
