import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareRecords, type Contradiction } from './paper-evidence.ts';
import type { PublicationDetails, SourceRecord } from './source-record.ts';
import { BLANK_RECORD } from '../../../test/arbitrary-record.ts';

const NO_DETAILS: PublicationDetails = { volume: '', issue: '', pages: '', edition: '', number: '' };

const entry = (change: Partial<SourceRecord> = {}, details: Partial<PublicationDetails> = {}): SourceRecord => ({
  ...BLANK_RECORD,
  source: 'user',
  bibcode: '2012local000000001R',
  title: 'Rotation of cool giants in open clusters',
  authors: ['Rask, Tove', 'Bell, Ada'],
  year: '2012',
  date: '2012-00-00',
  doctype: 'article',
  ...change,
  details: { ...NO_DETAILS, ...details },
});

/** Pairs of records that contradict each other, with the reason for each pair. */
const CONTRADICTIONS: readonly (readonly [Contradiction, SourceRecord, SourceRecord])[] = [
  ['bibcode', entry({ bibcode: '2012ApJ...750...10R' }), entry({ bibcode: '2012ASPC..460...33R' })],
  ['DOI', entry({ dois: ['10.5555/a'] }), entry({ dois: ['10.5555/b'] })],
  ['preprint number', entry({ preprintId: '1201.0001' }), entry({ preprintId: '1202.0002' })],
  ['title', entry(), entry({ title: 'Dust shells around evolved binaries' })],
  ['title', entry({ title: 'Winds of giants. I' }), entry({ title: 'Winds of giants. II' })],
  ['title', entry({ title: 'Winds' }), entry({ title: 'Winds. II' })],
  ['title', entry({ title: 'Winds of giants' }), entry({ title: 'Winds of giants: Part Two' })],
  ['title', entry({ title: 'Winds of giants' }), entry({ title: 'Winds of giants. III. Mass loss' })],
  ['title', entry({ title: 'Winds of giants, part one' }), entry({ title: 'Winds of giants, part two' })],
  ['title', entry({ title: 'Winds of giants: Part A' }), entry({ title: 'Winds of giants: Part B' })],
  ['title', entry({ title: 'Winds of giants (ii)' }), entry({ title: 'Winds of giants (iii)' })],
  ['title', entry(), entry({ title: 'Correction: Rotation of cool giants in open clusters' })],
  ['title', entry(), entry({ title: 'Berichtigung: Rotation of cool giants in open clusters' })],
  ['title', entry(), entry({ title: 'Rotation of cool giants in open clusters (Erratum)' })],
  ['authors', entry(), entry({ authors: ['Orlov, Petr'] })],
  ['kind', entry(), entry({ doctype: 'phdthesis' })],
  ['volume', entry({}, { volume: '875 LNNS' }), entry({}, { volume: '876 LNNS' })],
  ['volume', entry({}, { volume: 'III' }), entry({}, { volume: 'Vol. IV' })],
  ['volume', entry({}, { volume: 'xii' }), entry({}, { volume: '13' })],
  ['title', entry(), entry({ title: 'Author Correction: Rotation of cool giants in open clusters' })],
  ['title', entry(), entry({ title: 'RETRACTED: Rotation of cool giants in open clusters' })],
  ['volume', entry({ bibcode: '2012ApJ...750...10R' }), entry({}, { volume: '12' })],
  ['issue', entry({}, { issue: '3' }), entry({}, { issue: '04' })],
  ['first page', entry({}, { pages: 'L12-L15' }), entry({}, { pages: '20' })],
  ['edition', entry({}, { edition: 'Second' }), entry({}, { edition: '3rd ed.' })],
  ['report number', entry({}, { number: 'TR-44' }), entry({}, { number: 'TR-45' })],
];

test.each(CONTRADICTIONS)('a different %s contradicts', (what, a, b) => {
  // The codes contain volume and page too.
  const { against } = compareRecords(a, b);
  expect(what === 'bibcode' ? against.slice(0, 1) : against).toEqual([what]);
});

test.each([
  ['an entry without details', entry(), entry({}, { volume: '7', pages: '10-12', edition: '2' })],
  ['a preprint and its publication', entry({ doctype: 'eprint' }, { volume: '1' }), entry({}, { volume: '7' })],
  [
    'a former bibcode',
    entry({ bibcode: '2012ApJ...750...10R', formerBibcodes: ['2012ApJ...749...99R'] }),
    entry({ bibcode: '2012ApJ...749...99R' }),
  ],
  ['a Roman and an Arabic volume', entry({}, { volume: 'Vol. XLIV' }), entry({}, { volume: '44' })],
  ['a subtitle', entry(), entry({ title: 'Rotation of cool giants in open clusters: an atlas' })],
  ['the first part', entry({ title: 'Winds of giants' }), entry({ title: 'Winds of giants. I' })],
  ['an ion', entry({ title: 'Lines of giants' }), entry({ title: 'Lines of giants: Fe II and He II' })],
  ['numbers in words', entry({ title: 'Winds. Part two' }), entry({ title: 'Winds. Part II' })],
  ['Roman and Arabic numbers', entry({ title: 'Winds. Part II' }), entry({ title: 'Winds. Part 2' })],
  ['a particle', entry({ authors: ['de la Rask, Tove'] }), entry({ authors: ['Rask, T.'] })],
  ['a range from page 1 and an article number', entry({}, { pages: '1-12' }), entry({}, { pages: '083001' })],
  [
    'another form of a number',
    entry({}, { volume: 'vol. 007', edition: '2nd', number: 'TN D-44' }),
    entry({}, { volume: '7', edition: 'second', number: '44' }),
  ],
  [
    'volume and page in the code',
    entry({ bibcode: '2012ApJ...750L..10R' }),
    entry({}, { volume: '750', pages: 'L10' }),
  ],
  [
    'a journal with the issue in its code',
    entry({ bibcode: '2012JCAP...09..045R' }),
    entry({}, { volume: '2012', pages: '45' }),
  ],
])('%s does not contradict', (_what, a, b) => {
  expect(compareRecords(a, b)).toEqual({ isCandidate: expect.any(Boolean), against: [] });
});

test('sources are trusted about a retitled paper and its code, but entries of the user are not', () => {
  const published = entry({ source: 'catalog', bibcode: '2012ApJ...750...10R', preprintId: '1201.0001' });
  const retitled = {
    ...published,
    source: 'preprint' as const,
    bibcode: '2012arXiv1201.0001R',
    title: 'Spin of stars',
  };
  expect(compareRecords(published, retitled)).toEqual({ isCandidate: true, against: [] });
  expect(compareRecords(published, { ...retitled, source: 'user' }).against).toEqual(['title']);
  const coded = entry({ bibcode: published.bibcode, title: 'Spin of stars' });
  expect(compareRecords(published, coded)).toEqual({ isCandidate: true, against: [] });
  const chapter = { ...coded, authors: ['Orlov, P.'] };
  expect(compareRecords(published, chapter).against).toEqual(['title', 'authors']);
  expect(compareRecords(published, { ...chapter, source: 'preprint' }).against).toEqual([]);
});

const arbitraryEntry = fc
  .record({
    bibcode: fc.constantFrom('2012local000000001R', '2012ApJ...750...10R', '2012ASPC..460...33R'),
    dois: fc.subarray(['10.5555/a', '10.5555/b']),
    preprintId: fc.constantFrom('', '1201.0001', '1202.0002'),
    title: fc.constantFrom('', 'Winds of giants. I', 'Winds of giants. II', 'Dust shells around binaries'),
    authors: fc.subarray(['Rask, T.', 'Orlov, P.']),
    doctype: fc.constantFrom('article', 'eprint', 'phdthesis', 'misc'),
    source: fc.constantFrom('user' as const, 'catalog' as const, 'preprint' as const),
    volume: fc.constantFrom('', '7', '8'),
    pages: fc.constantFrom('', '1-12', '083001', '20'),
  })
  .map(({ volume, pages, ...change }) => entry(change, { volume, pages }));

test('the comparison is symmetric, and no record contradicts itself', () => {
  fc.assert(
    fc.property(arbitraryEntry, arbitraryEntry, (a, b) => {
      expect(compareRecords(a, b)).toEqual(compareRecords(b, a));
      expect(compareRecords(a, a).against).toEqual([]);
    }),
  );
});

test('a further contradicting detail never removes a contradiction', () => {
  const detail = fc.constantFrom('volume' as const, 'issue' as const, 'edition' as const, 'number' as const);
  fc.assert(
    fc.property(arbitraryEntry, arbitraryEntry, detail, (a, b, field) => {
      const given = ({ details = NO_DETAILS, ...rest }: SourceRecord, value: string): SourceRecord => ({
        ...rest,
        details: { ...details, [field]: value },
      });
      const before = compareRecords(given(a, ''), given(b, '')).against.filter((what) => what !== 'volume');
      expect(compareRecords(given(a, '5'), given(b, '6')).against).toEqual(expect.arrayContaining(before));
    }),
  );
});

test.each([
  ['Editorial', false],
  ['Book Reviews', false],
  ['Rotation of cool giants in open clusters', true],
])('entries with the title %s and years that differ by one are candidates: %s', (title, isCandidate) => {
  const [one, other] = [entry({ title }), entry({ title, bibcode: '2013local000000002R', year: '2013' })];
  expect(compareRecords(one, other).isCandidate).toBe(isCandidate);
  expect(compareRecords(one, { ...other, year: '2012' }).isCandidate).toBe(true);
});
