import { LogTail } from '@almagest/contracts/grid';
import { compile } from '@almagest/contracts/validate';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LOG_TAIL_BYTES, logText, nextWaitMs } from './log-tail.ts';

const isLogTail = compile(LogTail);

test('every log is valid text of the same length in bytes', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 }).map((value) => Buffer.from(value));
  const bytes = fc.oneof(fc.uint8Array({ maxLength: LOG_TAIL_BYTES }), text).map((some) => Buffer.from(some));
  fc.assert(
    fc.property(bytes, (some) => {
      const found = logText(some, false);
      expect(Buffer.byteLength(found)).toBe(some.length);
      expect(isLogTail({ end: some.length, text: found }).ok).toBe(true);
    }),
  );
});

test('the rest of a cut line is dropped, and an invalid byte does not affect other letters', () => {
  expect(logText(Buffer.from('ation 7\nitération 8\n'), true)).toBe('itération 8\n');
  expect(logText(Buffer.from('one long line'), true)).toBe('one long line');
  expect(logText(Buffer.from([0x61, 0xff, 0x00, 0x62]), false)).toBe('a??b');
});

test('waits grow to a minute, but never shrink', () => {
  expect([5_000, 50_000, 60_000, 90_000].map(nextWaitMs)).toEqual([7_500, 60_000, 60_000, 90_000]);
});
