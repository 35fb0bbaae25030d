import { parseSearch, stringifySearch } from '@almagest/ui/search-params';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FLAGS, NUMBERS, orderOf, readLibraryAddress, SORTS, TEXTS, type LibraryAddress } from './address.ts';

const of = <T>(names: readonly string[], value: fc.Arbitrary<T>) =>
  Object.fromEntries(names.map((name) => [name, value]));
const word = fc
  .string({ unit: 'grapheme', maxLength: 50 })
  .filter((text) => text.trim() !== '' && text.isWellFormed() && !text.includes('\0') && text.length <= 200);

const address = fc.record(
  {
    ...of(TEXTS, word),
    ...of(FLAGS, fc.constantFrom('true', 'false')),
    ...of(NUMBERS, fc.integer({ min: 1_000, max: 9_999 }).map(String)),
    reading_state: fc.constantFrom('unread', 'reading', 'read'),
    in_trash: fc.constant('true'),
    sort: fc.constantFrom(...SORTS.filter((sort) => sort !== 'added')),
    order: fc.constantFrom('asc', 'desc'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<LibraryAddress>;

test('reads back the address of any list', () => {
  fc.assert(
    fc.property(address, (one) => {
      const read = readLibraryAddress(parseSearch(stringifySearch({ ...one })));
      expect(read).toEqual(one);
      expect(orderOf(read)).toEqual(orderOf(one));
    }),
  );
});

test('reads only valid lists from any address', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...TEXTS, ...NUMBERS, ...FLAGS, 'sort', 'order', 'in_trash', 'x'), fc.anything()),
      (any) => {
        const read = readLibraryAddress(any);
        expect(readLibraryAddress({ ...read })).toEqual(read);
        for (const name of NUMBERS) expect(orderOf(read)[name] ?? 0).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
