import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isOwnCode, ownCode } from './own-code.ts';
import { isBibcode, readReference } from './paper-reference.ts';

/** Returns sixteen hexadecimal digits for a text (FNV-1a). `ownCode` accepts any digest. */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const sign of text) hash = BigInt.asUintN(64, (hash ^ BigInt(sign.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
const paper = fc.record({
  title: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  surname: fc.string({ unit: 'grapheme', maxLength: 12 }),
  year: fc.constantFrom('', '1987', '2011'),
  doi: fc.constantFrom('', '10.5555/a', '10.5555/B'),
});

test('a code has the catalog’s form, never changes, and is recognised as generated', () => {
  fc.assert(
    fc.property(paper, (one) => {
      const code = ownCode(one, digest);
      expect(code).toHaveLength(19);
      expect(isBibcode(code)).toBe(one.year !== '');
      expect(isOwnCode(code)).toBe(true);
      // A code without year and author begins with 0000 and ends with a dot. `readReference` recognises this code too.
      expect(readReference(code)).toEqual({ kind: 'bibcode', value: code });
      expect(ownCode({ ...one, doi: one.doi.toUpperCase() }, digest)).toBe(code);
    }),
  );
  expect(isOwnCode('2014MNRAS1443.1201O')).toBe(false);
});

test('papers that differ in title, first author, year or DOI have different codes, and accents are ignored', () => {
  const one = { title: 'Winds of Be stars', surname: 'Müller', year: '2011', doi: '' };
  const others = [{ title: 'Winds of O stars' }, { surname: 'Day' }, { year: '2012' }, { doi: '10.5555/a' }];
  const codes = [one, ...others.map((change) => ({ ...one, ...change }))].map((each) => ownCode(each, digest));
  expect(new Set(codes).size).toBe(codes.length);
  // Titles without letters are compared in full.
  expect(ownCode({ ...one, title: '???' }, digest)).not.toBe(ownCode({ ...one, title: '!' }, digest));
  expect(ownCode({ ...one, title: 'WINDS of  Be stars', surname: 'Muller' }, digest)).toBe(codes[0]);
});
