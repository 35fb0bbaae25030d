import type { StandardPaper } from '@almagest/contracts/literature';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mergeAnswers } from './merge-answers.ts';

function paperOf(number: number, more: Partial<StandardPaper> = {}): StandardPaper {
  return {
    bibcode: `code${number}`,
    title: `Paper ${number}`,
    authors: [],
    year: String(1_990 + (number % 30)),
    pub_journal: '',
    keywords: [],
    abstract_text: '',
    doi: '',
    preprint_id: '',
    citation_count: (number * 7) % 11,
    reference_count: 0,
    is_downloaded: false,
    has_markdown: false,
    has_translation: false,
    doctype: 'article',
    ...more,
  };
}

const numbers = fc.uniqueArray(fc.nat({ max: 40 }), { maxLength: 30 });

test('shows every paper once, under any name that both sources know', () => {
  fc.assert(
    fc.property(numbers, numbers, fc.boolean(), (ours, theirs, byDoi) => {
      const catalog = ours.map((number) => paperOf(number, { doi: `10.1/${number}`, preprint_id: `p${number}` }));
      const preprint = theirs.map((number) =>
        paperOf(number, {
          bibcode: `other${number}`,
          ...(byDoi ? { doi: `10.1/${number}` } : { preprint_id: `p${number}` }),
        }),
      );
      const merged = mergeAnswers([catalog, preprint], 'relevance');
      expect(merged.map(({ title }) => title).toSorted()).toEqual(
        [...new Set([...ours, ...theirs])].map((number) => `Paper ${number}`).toSorted(),
      );
      // The record with more names wins, in either order.
      for (const number of ours)
        expect(merged).toContainEqual(paperOf(number, { doi: `10.1/${number}`, preprint_id: `p${number}` }));
      expect(mergeAnswers([preprint, catalog], 'relevance')).toHaveLength(merged.length);
    }),
  );
});

test("keeps each source's order by relevance, and sorts by any other order", () => {
  fc.assert(
    fc.property(numbers, (all) => {
      const papers = all.map((number) => paperOf(number));
      expect(mergeAnswers([papers, []], 'relevance')).toEqual(papers);
      const years = mergeAnswers([papers], 'date_desc').map(({ year }) => year);
      expect(years).toEqual(years.toSorted().toReversed());
      const counts = mergeAnswers([papers], 'citations_desc').map(({ citation_count: count }) => count);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    }),
  );
});
