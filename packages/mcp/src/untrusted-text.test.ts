import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { shorten, shortText } from './untrusted-text.ts';

const units = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) });

test('a shortened text is well-formed, begins like the text, and says how much is left out', () => {
  fc.assert(
    fc.property(units, fc.nat(20), (text, max) => {
      const short = shortText(text, max);
      expect(short.isWellFormed()).toBe(true);
      if (text.length <= max) expect(short).toBe(text.toWellFormed());
      else
        expect(short).toBe(
          `${text.slice(0, max).toWellFormed()}\n[${text.length - max} of ${text.length} characters left out]`,
        );
    }),
  );
});

test('a shortened value has the same shape, and the same values except long texts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      const short = shorten(JSON.parse(text), 1_000_000);
      expect(short).toEqual(JSON.parse(text.toWellFormed()));
    }),
  );
  expect(shorten({ a: ['x'.repeat(12), 7, null], b: { c: 'short' } }, 10)).toEqual({
    a: [`${'x'.repeat(10)}\n[2 of 12 characters left out]`, 7, null],
    b: { c: 'short' },
  });
});
