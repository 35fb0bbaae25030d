import { stringifySearch, parseSearch } from '@almagest/ui/search-params';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readPaperSearch } from './address.ts';

const year = fc.integer({ min: 1_000, max: 2_999 }).map(String);
const words = fc.string({ unit: 'grapheme' }).filter((text) => text.trim() !== '');

test('reads back the address of any search', () => {
  const search = fc.record(
    {
      q: words,
      source: fc.constantFrom('catalog', 'preprint'),
      sort: fc.constantFrom('date_desc', 'date_asc', 'citations_desc'),
      rows: fc.constantFrom('100', '200'),
      from: year,
      to: year,
      author: words,
      journal: words,
      here: fc.constantFrom('true', 'false'),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(search, (one) => {
      expect(readPaperSearch(parseSearch(stringifySearch(one)))).toEqual(one);
    }),
  );
});

test('reads only valid searches from any address', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('q', 'source', 'sort', 'rows', 'from', 'to', 'here', 'x'), fc.anything()),
      (any) => {
        const read = readPaperSearch(any);
        expect(readPaperSearch({ ...read })).toEqual(read);
      },
    ),
    { examples: [[{ from: { toString: '' } }]] },
  );
});
