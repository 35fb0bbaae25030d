import { parseSearch, stringifySearch } from '@almagest/ui/search-params';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LEFT_LISTS, placeOf, readPaperAddress, writePlace } from './address.ts';

test('reads back any address', () => {
  const address = fc.record(
    {
      mode: fc.constantFrom('translation', 'both'),
      left: fc.constantFrom(...LEFT_LISTS, 'none'),
      right: fc.constantFrom('notes', 'none', 'citations'),
      at: fc.record({ block: fc.nat(9_999), fraction: fc.double({ min: 0, max: 1, noNaN: true }) }).map(writePlace),
      block: fc.nat(9_999).map(String),
      fragment: fc.constantFrom('note-12', 'bib.bib3'),
      quote: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(address, (one) => {
      expect(readPaperAddress(parseSearch(stringifySearch(one)))).toEqual(one);
    }),
  );
});

test('reads only valid values from any address', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('mode', 'left', 'right', 'at', 'block', 'quote', 'fragment', 'x'), fc.anything()),
      (any) => {
        const read = readPaperAddress(any);
        expect(readPaperAddress({ ...read })).toEqual(read);
        const { block = 0, fraction = 0 } = placeOf(read) ?? {};
        expect(Number.isInteger(block)).toBe(true);
        expect(fraction).toBeLessThan(1);
      },
    ),
  );
});

test('finds a line again to a thousandth of its block', () => {
  fc.assert(
    fc.property(fc.nat(9_999), fc.double({ min: 0, max: 0.999, noNaN: true }), (block, fraction) => {
      const place = placeOf({ at: writePlace({ block, fraction }) });
      expect(place?.block).toBe(block);
      expect(place?.fraction).toBeCloseTo(fraction, 2);
    }),
  );
});

test('opens the linked block until the user scrolls', () => {
  expect(placeOf({ block: '7' })).toEqual({ block: 7, fraction: 0 });
  expect(placeOf({ block: '7', at: '9.25' })).toEqual({ block: 9, fraction: 0.25 });
  expect(placeOf({})).toBeUndefined();
});
