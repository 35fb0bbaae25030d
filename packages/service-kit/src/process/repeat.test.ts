import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { repeat } from './repeat.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('work that takes longer than its interval never overlaps itself, and finishes before the stop', async () => {
  const ends: (() => void)[] = [];
  let begun = 0;
  const stop = repeat(100, async () => {
    begun += 1;
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  await jest.advanceTimersByTimeAsync(350);
  expect(begun).toBe(1);
  ends[0]?.();
  await jest.advanceTimersByTimeAsync(100);
  expect(begun).toBe(2);
  let isStopped = false;
  const stopping = stop().then(() => (isStopped = true));
  await jest.advanceTimersByTimeAsync(1_000);
  expect([begun, isStopped]).toEqual([2, false]);
  ends[1]?.();
  await stopping;
  expect(begun).toBe(2);
});

test('a failed run is reported and does not prevent the next one', async () => {
  const failures: unknown[] = [];
  let runs = 0;
  const stop = repeat(
    100,
    () => {
      runs += 1;
      return Promise.reject(new Error(`run ${runs}`));
    },
    (error) => failures.push((error as Error).message),
  );
  await jest.advanceTimersByTimeAsync(250);
  await stop();
  expect(failures).toEqual(['run 1', 'run 2']);
});
