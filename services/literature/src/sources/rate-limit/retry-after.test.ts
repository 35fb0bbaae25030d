import { expect, test } from '@jest/globals';
import { retryAfterMs } from './retry-after.ts';

const now = Date.parse('2026-01-31T12:00:00Z');

test.each([
  ['7', 7000],
  [' 0 ', 0],
  ['Sat, 31 Jan 2026 12:00:30 GMT', 30_000],
  ['Sat, 31 Jan 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
])('%j asks for %j ms', (value, expected) => {
  expect(retryAfterMs({ 'retry-after': value }, now)).toBe(expected);
});

test('a server that asks for nothing is not waited for', () => {
  expect(retryAfterMs({}, now)).toBeUndefined();
});
