import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryRecord } from '../../../test/arbitrary-record.ts';
import { mergeRecords } from '../papers/merge-records.ts';
import { mergeResults } from './merge-results.ts';
import { compareRecords } from '../papers/paper-evidence.ts';
import { titleKey } from '../papers/same-paper.ts';
import type { SourceRecord } from '../papers/source-record.ts';

const base: SourceRecord = {
  source: 'catalog',
  bibcode: '2013A&A...552A.143S',
  formerBibcodes: ['2013arXiv1302.6362S'],
  title: 'A Grid of <SUP>12</SUP>C Models',
  authors: ['Sudilovsky, V.'],
  year: '2013',
  date: '2013-04-00',
  pubJournal: 'Astronomy and Astrophysics',
  keywords: [],
  abstract: '',
  dois: ['10.1051/0004-6361/201220977'],
  preprintId: '',
  citationCount: 7,
  referenceCount: 40,
  doctype: 'article',
};
const preprint: SourceRecord = {
  ...base,
  source: 'preprint',
  bibcode: '2013arXiv1302.6362S',
  formerBibcodes: [],
  title: 'A grid of $^{12}$C models',
  date: '2013-02-26',
  pubJournal: 'arXiv e-prints',
  keywords: ['astro-ph.SR'],
  abstract: 'We compute models.',
  dois: [],
  preprintId: '1302.6362',
  citationCount: 0,
  referenceCount: 0,
  doctype: 'eprint',
};

describe('one paper', () => {
  test('takes its values from the catalog and fills gaps from the preprint server', () => {
    const { metadata, provenance } = mergeRecords([preprint, base]);
    expect(metadata).toMatchObject({
      bibcode: base.bibcode,
      title: base.title,
      doctype: 'article',
      citationCount: 7,
      abstract: 'We compute models.',
      preprintId: '1302.6362',
      keywords: ['astro-ph.SR'],
    });
    expect(provenance).toMatchObject({ title: 'catalog', abstract: 'preprint', preprintId: 'preprint' });
    expect(provenance).toHaveProperty('doi', 'catalog');
  });

  test('has the same title key with any markup, case and accents', () => {
    expect(titleKey('The <I>λ</I> Boötis Stars: \\textit{new} results')).toBe('theλbootisstarsnewresults');
  });
});

describe('merging two lists', () => {
  const lists = fc.tuple(
    fc.array(arbitraryRecord('catalog'), { maxLength: 25 }),
    fc.array(arbitraryRecord('preprint'), { maxLength: 25 }),
  );
  const sorted = (records: readonly SourceRecord[], sort: 'relevance' | 'date_desc' | 'citations_desc') =>
    sort === 'relevance'
      ? records
      : records.toSorted((a, b) =>
          sort === 'date_desc' ? b.date.localeCompare(a.date) : b.citationCount - a.citationCount,
        );
  const sorts = fc.constantFrom('relevance' as const, 'date_desc' as const, 'citations_desc' as const);

  test('keeps every record once, and merges the records of a name unless they contradict each other', () => {
    fc.assert(
      fc.property(lists, ([catalog, server]) => {
        const papers = mergeResults([catalog, server], 'relevance');
        expect(new Set(papers.flat())).toEqual(new Set([...catalog, ...server]));
        expect(papers.flat()).toHaveLength(catalog.length + server.length);
        for (const paper of papers)
          for (const one of paper)
            for (const other of paper) expect(compareRecords(one, other).against).not.toContain('DOI');
      }),
    );
  });

  test('starts with the same papers for any number of fetched records, so that pages neither repeat nor skip a paper', () => {
    fc.assert(
      fc.property(lists, sorts, fc.integer({ min: 1, max: 25 }), ([catalog, server], sort, n) => {
        const [a, b] = [sorted(catalog, sort), sorted(server, sort)];
        const firstOf = (papers: SourceRecord[][]) => papers.slice(0, n).map(([head]) => head);
        // A record of the first n papers has a position of at most n plus the number of records merged into earlier
        // papers.
        const all = firstOf(mergeResults([a, b], sort));
        const deep = 2 * n + 50;
        expect(firstOf(mergeResults([a.slice(0, deep), b.slice(0, deep)], sort))).toEqual(all);
      }),
    );
  });

  test('follows the requested order', () => {
    fc.assert(
      fc.property(lists, ([catalog, server]) => {
        const dates = mergeResults([sorted(catalog, 'date_desc'), sorted(server, 'date_desc')], 'date_desc').map(
          ([head]) => head?.date ?? '',
        );
        expect(dates).toEqual(dates.toSorted((x, y) => y.localeCompare(x)));
      }),
    );
  });

  test('alternates between the lists when sorted by relevance', () => {
    const named = (source: 'catalog' | 'preprint', name: string): SourceRecord => ({
      ...base,
      source,
      bibcode: name,
      formerBibcodes: [],
      dois: [],
      title: name,
    });
    const papers = mergeResults(
      [[named('catalog', 'a'), named('catalog', 'b'), named('catalog', 'c')], [named('preprint', 'x')]],
      'relevance',
    );
    expect(papers.map(([head]) => head?.bibcode)).toEqual(['a', 'x', 'b', 'c']);
  });
});
