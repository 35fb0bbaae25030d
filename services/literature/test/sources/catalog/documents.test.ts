import { describe, expect, test } from '@jest/globals';
import { recordOf } from '../../../src/sources/catalog/documents.ts';
import { readRecorded } from '@almagest/test-kit/recorded-data';
import { testRecorded } from '@almagest/test-kit/recorded-tests';

interface Recorded {
  readonly response: { readonly docs: readonly { readonly bibcode: string }[] };
}

const recorded = (name: string) =>
  new Map(
    (JSON.parse(readRecorded(`ads-search/${name}.json`)) as Recorded).response.docs.map((document) => [
      document.bibcode,
      recordOf(document),
    ]),
  );

test('a document with only a code becomes a record with the year of the code', () => {
  expect(recordOf({ bibcode: '1907AN....174...59.' })).toEqual({
    source: 'catalog',
    bibcode: '1907AN....174...59.',
    formerBibcodes: [],
    title: '',
    authors: [],
    year: '1907',
    date: '',
    pubJournal: '',
    keywords: [],
    abstract: '',
    dois: [],
    preprintId: '',
    citationCount: 0,
    referenceCount: 0,
    doctype: '',
  });
});

test.each([null, 'text', {}, { title: ['no code'] }, { bibcode: 7 }])('%j is not a paper', (document) => {
  expect(recordOf(document)).toBeUndefined();
});

test('a published paper is distinguished from its preprint by both DOIs, old bibcodes and label', () => {
  const record = recordOf({
    bibcode: '2021A&A...650A..12K',
    alternate_bibcode: ['2021arXiv210312345K'],
    identifier: ['2021arXiv210312345K', '2021A&A...650A..12K', '10.1051/0004-6361/X1', 'arXiv:2103.12345'],
    doi: ['10.48550/arXiv.2103.12345', '10.1051/0004-6361/X1'],
  });
  expect(record).toMatchObject({
    formerBibcodes: ['2021arXiv210312345K'],
    dois: ['10.1051/0004-6361/x1'],
    preprintId: '2103.12345',
  });
});

test.each([
  [{ identifier: ['astro-ph/9710182'] }, 'astro-ph/9710182'],
  [{ bibcode: '1997astro.ph.10182L' }, 'astro-ph/9710182'],
  [{ doi: ['10.48550/arXiv.1912.06970'] }, '1912.06970'],
  [{ identifier: ['ascl:1706.009', '10.5281/zenodo.581221'] }, ''],
])('the preprint of %j is %j', (fields, expected) => {
  expect(recordOf({ bibcode: '1997Tst.....1....1L', ...fields })?.preprintId).toBe(expected);
});

test('the number of references has two names, and invalid numbers count as zero', () => {
  const base = { bibcode: '1997Tst.....1....1L' };
  expect(recordOf({ ...base, '[citations]': { num_references: 40, num_citations: 29 } })).toMatchObject({
    referenceCount: 40,
    citationCount: 29,
  });
  expect(
    recordOf({ ...base, reference_count: 12, citation_count: 3, '[citations]': { num_references: 40 } }),
  ).toMatchObject({
    referenceCount: 12,
    citationCount: 3,
  });
  expect(recordOf({ ...base, citation_count: 'many' })?.citationCount).toBe(0);
});

test('a title or author may be a string instead of a list', () => {
  expect(recordOf({ bibcode: '1997Tst.....1....1L', title: 'Winds', author: 'Abbott, D. C.' })).toMatchObject({
    title: 'Winds',
    authors: ['Abbott, D. C.'],
  });
});

describe('recorded documents', () => {
  testRecorded('of every type become records without markup', () => {
    const all = [
      ...recorded('bigquery_24docs_22_doctypes').values(),
      ...recorded('sudilovsky_28docs').values(),
      ...recorded('html_entities_title').values(),
    ];
    expect(all).toHaveLength(56);
    for (const record of all) {
      expect(record?.title).not.toMatch(/<\/?[a-z]+[\s>]|&(?:amp|lt|gt);/i);
      expect(record?.abstract).not.toMatch(/<P|<SU[BP]|not available/i);
      expect(record?.year).toMatch(/^\d{4}$/);
    }
  });

  testRecorded('keep their known fields', () => {
    expect(recorded('2016ApJ_letter').get('2016ApJ...818L..26F')).toMatchObject({
      preprintId: '1602.01096',
      formerBibcodes: ['2016arXiv160201096F'],
      dois: ['10.3847/2041-8205/818/2/l26'],
      referenceCount: 40,
      citationCount: 29,
      doctype: 'article',
    });
    const many = recorded('bigquery_24docs_22_doctypes');
    expect(many.get('2020EPJC...80...96D')).toMatchObject({
      dois: ['10.1140/epjc/s10052-020-7683-6'],
      preprintId: '1912.06970',
      formerBibcodes: ['2019arXiv191206970D'],
      date: '2020-02-00',
    });
    expect(many.get('1991hep.th....8028G')?.preprintId).toBe('hep-th/9108028');
    expect(recorded('html_entities_title').get('2015hst..prop14424B')?.title).toBe('STIS CCD Amp A, C, & D Gains');
  });
});
