import { expect, test } from '@jest/globals';
import { Failure, Refused, Unreachable } from '../failures.ts';
import { backOffMs, isPassing, withRetries } from './retry.ts';

const refused = (status: number, retryAfterSeconds?: number) =>
  new Refused('no', { status, reason: 'no', retryAfterSeconds });

test('only what may pass by itself is tried again', () => {
  expect([429, 408, 500, 503].map((status) => isPassing(refused(status)))).toEqual([true, true, true, true]);
  expect([400, 401, 409, 413].map((status) => isPassing(refused(status)))).toEqual([false, false, false, false]);
  expect(isPassing(new Unreachable('gone'))).toBe(true);
  expect(isPassing(new Failure('else', 1))).toBe(false);
});

test('waiting doubles up to a ceiling, spread by chance, unless the server names a time', () => {
  const gone = new Unreachable('gone');
  expect([1, 2, 3, 20].map((attempt) => backOffMs(attempt, gone, 1))).toEqual([500, 1000, 2000, 30_000]);
  expect(backOffMs(2, gone, 0)).toBe(500);
  expect(backOffMs(1, refused(429, 7), 0)).toBe(7000);
});

test('the last failure is the one that is told', async () => {
  let tries = 0;
  const waits: number[] = [];
  const outcome = withRetries(
    { tries: 2, signal: new AbortController().signal, onWait: (_error, waitMs) => waits.push(waitMs) },
    async () => {
      tries += 1;
      throw refused(503, 0);
    },
  );
  await expect(outcome).rejects.toBeInstanceOf(Refused);
  expect({ tries, waits }).toEqual({ tries: 2, waits: [0] });
});
