import { describe, expect, test } from '@jest/globals';
import { summarise } from './latencies.ts';

describe('a summary of latencies', () => {
  test('contains the time within which 50, 95 and 99 % of the calls were answered', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(summarise(hundred)).toEqual({ count: 100, p50: 50, p95: 95, p99: 99, max: 100 });
    expect(summarise([...hundred, 101])).toEqual({ count: 101, p50: 51, p95: 96, p99: 100, max: 101 });
  });

  test('does not depend on the order of the calls, and sorts by size, not by text', () => {
    expect(summarise([100, 9, 20])).toEqual({ count: 3, p50: 20, p95: 100, p99: 100, max: 100 });
  });

  test('is the time of a single call, and zero without calls', () => {
    expect(summarise([7])).toEqual({ count: 1, p50: 7, p95: 7, p99: 7, max: 7 });
    expect(summarise([])).toEqual({ count: 0, p50: 0, p95: 0, p99: 0, max: 0 });
  });

  test('does not change the given times', () => {
    const times = [3, 1, 2];
    summarise(times);
    expect(times).toEqual([3, 1, 2]);
  });
});
