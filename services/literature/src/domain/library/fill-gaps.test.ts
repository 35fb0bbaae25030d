import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addRecords, fillGaps } from './fill-gaps.ts';
import type { SourceRecord } from '../papers/source-record.ts';

test('fills gaps and never changes existing values', () => {
  const text = fc.constantFrom('', 'a', 'b');
  const entry = fc.record({ title: text, abstract: text, doi: text, keywords: fc.array(text, { maxLength: 2 }) });
  fc.assert(
    fc.property(entry, entry, (one, other) => {
      const filled = fillGaps(one, other);
      for (const field of ['title', 'abstract', 'doi'] as const)
        expect(filled[field]).toBe(one[field] === '' ? other[field] : one[field]);
      expect(filled.keywords).toEqual(one.keywords.length === 0 ? other.keywords : one.keywords);
      expect(fillGaps(filled, other)).toEqual(filled);
    }),
  );
});

test('the first entry of an import and the latest import win, and gaps are filled from the other entry', () => {
  const user = (title: string, abstract: string) => ({ source: 'user', bibcode: '', title, abstract }) as SourceRecord;
  const catalog = { source: 'catalog', title: 'c' } as SourceRecord;
  const first = addRecords([catalog], [user('one', ''), user('two', 'abstract')]);
  expect(first).toEqual([catalog, user('one', 'abstract')]);
  expect(addRecords(first, [user('three', '')])).toEqual([catalog, user('three', 'abstract')]);
  expect(addRecords(first, [user('three', 'other')], 'earlier')).toEqual(first);
  expect(addRecords([user('one', '')], [user('two', 'abstract')], 'earlier')).toEqual([user('one', 'abstract')]);
  expect(addRecords(first, [{ ...catalog, title: 'd' }])[0]?.title).toBe('d');
});

test.each(['2018arXiv180706209A', '2001astro.ph..1509V', '2011locallox77ez78M'])(
  "the generated code %s never replaces the catalog's code",
  (made) => {
    const user = (bibcode: string) => ({ source: 'user', bibcode, title: 't' }) as SourceRecord;
    const given = '2020A&A...641A...6P';
    expect(addRecords([user(given)], [user(made)])).toEqual([user(given)]);
    expect(addRecords([user(made)], [user(given)])).toEqual([user(given)]);
    expect(addRecords([], [user(made), user(given)])).toEqual([user(given)]);
    expect(addRecords([], [user(given), user(made)])).toEqual([user(given)]);
  },
);
