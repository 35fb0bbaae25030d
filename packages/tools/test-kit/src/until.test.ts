import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { LIMIT_MS, until } from './until.ts';

beforeAll(() => {
  jest.useFakeTimers();
});
afterAll(() => {
  jest.useRealTimers();
});

test('returns what the condition returns, once it is truthy', async () => {
  const given = [undefined, 0, '', null, false, 'here'];
  const waiting = until(() => given.shift());
  await jest.advanceTimersByTimeAsync(1_000);
  await expect(waiting).resolves.toBe('here');
});

test.each([
  ['the given description', 'rain', /not within 240 s: rain$/],
  ['the condition', undefined, /not within 240 s: .*neverSo/],
])('fails after the limit and names %s', async (_, what, message) => {
  const neverSo = () => false;
  const failure = until(() => neverSo(), what).catch((error: unknown) => String(error));
  await jest.advanceTimersByTimeAsync(LIMIT_MS + 1_000);
  expect(await failure).toMatch(message);
});

test('time during which the machine is suspended does not count towards the limit', async () => {
  let polls = 0;
  const waiting = until(() => {
    polls += 1;
    if (polls === 1) jest.advanceTimersByTime(2 * LIMIT_MS);
    return polls === 10;
  });
  await jest.advanceTimersByTimeAsync(10_000);
  await expect(waiting).resolves.toBe(true);
});

test('continues while there is progress, and reports the last progress', async () => {
  let steps = 0;
  const step = setInterval(() => (steps += 1), LIMIT_MS / 2);
  const waiting = until(
    () => steps >= 5,
    'five steps',
    () => steps,
  );
  await jest.advanceTimersByTimeAsync(3 * LIMIT_MS);
  await expect(waiting).resolves.toBe(true);
  const failure = until(
    () => steps >= 10,
    'ten steps',
    () => steps,
  ).catch((error: unknown) => String(error));
  clearInterval(step);
  await jest.advanceTimersByTimeAsync(LIMIT_MS + 1_000);
  expect(await failure).toMatch(/not within 240 s: ten steps \(no progress after \d\)$/);
});
