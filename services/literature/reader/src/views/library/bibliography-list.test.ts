import type { SavedSearch } from '@almagest/contracts/literature';
import { expect, test } from '@jest/globals';
import { listOf, textAddress } from './bibliography-list.ts';

const saved = { id: 5, name: 'Recent', search: { year_from: 2020, sort: 'year' } } as SavedSearch;

test.each([
  [{}, {}],
  [{ sort: 'year' }, {}],
  [{ collection: '7' }, { collection: 7 }],
  [{ tag: 'winds', order: 'asc' }, { tag: 'winds' }],
  [{ year_from: '2020' }, { search: 5 }],
  [{ collection: '7', tag: 'winds' }, undefined],
  [{ year_from: '2021' }, undefined],
  [{ in_trash: 'true' }, undefined],
] as const)('converts the address %j to the list %j', (address, list) => {
  expect(listOf(address, [saved])).toEqual(list);
});

const PATH = '/api/bibliographies/3.bib?key=abc';
const PLAIN = { format: 'bib', journals: 'names', letters: 'unicode' } as const;
test.each([
  [PLAIN, '3.bib?key=abc'],
  [{ ...PLAIN, journals: 'macros', letters: 'tex' } as const, '3.bib?key=abc&journals=macros&letters=tex'],
  [{ format: 'ris', journals: 'macros', letters: 'tex' } as const, '3.ris?key=abc'],
])('returns for %j an address that ends in %s', (text, end) => {
  expect(textAddress(PATH, text, 'https://example.org/')).toBe(`https://example.org/api/bibliographies/${end}`);
});
