import fc from 'fast-check';
import type { SourceRecord } from '../src/domain/papers/source-record.ts';

/** A record without any values. */
export const BLANK_RECORD: SourceRecord = {
  source: 'catalog',
  bibcode: '',
  formerBibcodes: [],
  title: '',
  authors: [],
  year: '',
  date: '',
  pubJournal: '',
  keywords: [],
  abstract: '',
  dois: [],
  preprintId: '',
  citationCount: 0,
  referenceCount: 0,
  doctype: '',
};

/** Generates records with few distinct names, so that many records describe the same paper. */
export function arbitraryRecord(source: SourceRecord['source']): fc.Arbitrary<SourceRecord> {
  return fc
    .record({
      number: fc.integer({ min: 0, max: 30 }),
      doi: fc.option(fc.integer({ min: 0, max: 30 })),
      preprint: fc.option(fc.integer({ min: 1, max: 30 })),
      title: fc.integer({ min: 0, max: 30 }),
      year: fc.integer({ min: 2000, max: 2003 }),
      citationCount: source === 'catalog' ? fc.integer({ min: 0, max: 50 }) : fc.constant(0),
    })
    .map(({ number, doi, preprint, title, year, citationCount }) => ({
      ...BLANK_RECORD,
      source,
      bibcode: `${source === 'catalog' ? 'c' : 'p'}${number}`,
      title: `Title ${title}`,
      authors: ['Kurucz, R. L.'],
      year: String(year),
      date: `${year}-01-00`,
      dois: doi === null ? [] : [`10.1/${doi}`],
      preprintId: preprint === null ? '' : `2001.${String(preprint).padStart(5, '0')}`,
      citationCount,
    }));
}
