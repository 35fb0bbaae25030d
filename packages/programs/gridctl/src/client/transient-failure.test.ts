import { expect, test } from '@jest/globals';
import { CommandError, RefusedError, UnreachableError } from '../errors.ts';
import { transientFailure } from './transient-failure.ts';

const refused = (status: number, retryAfterSeconds?: number) =>
  new RefusedError('no', { status, reason: 'no', retryAfterSeconds });

test('only transient failures are retried, after the wait that the server asks for', () => {
  for (const status of [429, 408, 500, 503]) expect(transientFailure(refused(status))).toEqual({ retryAfterMs: 0 });
  for (const status of [400, 401, 409, 413]) expect(transientFailure(refused(status))).toBeUndefined();
  expect(transientFailure(refused(429, 7))).toEqual({ retryAfterMs: 7000 });
  expect(transientFailure(new UnreachableError('gone'))).toEqual({});
  expect(transientFailure(new CommandError('else', 1))).toBeUndefined();
});
