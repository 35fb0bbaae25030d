import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryRecord, BLANK_RECORD } from '../../../test/arbitrary-record.ts';
import { resolveIdentities, type KnownPaper } from './resolve-identities.ts';
import { compareRecords } from './paper-evidence.ts';
import type { SourceRecord } from './source-record.ts';

const record = (change: Partial<SourceRecord>): SourceRecord => ({
  ...BLANK_RECORD,
  bibcode: 'x',
  title: 'A title',
  authors: ['Kurucz, R.'],
  year: '2001',
  date: '2001-00-00',
  ...change,
});
const paper = (id: number, change: Partial<SourceRecord> = {}, inLibrary = false): KnownPaper => ({
  id,
  records: [record({ source: 'user', bibcode: `2001local${String(id).padStart(9, '0')}K`, title: '', ...change })],
  inLibrary,
});

test('a record that names two stored papers merges them, and the paper of the library is kept', () => {
  const published = record({ bibcode: 'journal', preprintId: '2001.00001', dois: ['10.1/1'] });
  const known = {
    papers: [paper(3), paper(7, {}, true)],
    byName: new Map([
      ['doi:10.1/1', 3],
      ['preprint:2001.00001', 7],
    ]),
  };
  expect(resolveIdentities([published], known)).toEqual([{ paperIds: [7, 3], records: [published] }]);
});

test('a record without a known name is matched by title, or becomes a new paper', () => {
  const found = record({ bibcode: 'a', title: 'Opacities!' });
  const other = record({ bibcode: 'b', title: 'Opacities', year: '1990' });
  const known = { papers: [paper(3, { title: 'Opacities' })], byName: new Map<string, number>() };
  expect(resolveIdentities([found, other], known)).toEqual([
    { paperIds: [3], records: [found] },
    { paperIds: [], records: [other] },
  ]);
});

test('a record whose name matches one paper is not matched with another paper of the same title with its own DOI', () => {
  const [first, second, third] = [
    record({ bibcode: 'a', dois: ['10.1/1'] }),
    record({ bibcode: 'b', dois: ['10.1/2'] }),
    record({ bibcode: 'a', source: 'preprint' }),
  ];
  for (const order of [
    [first, second, third],
    [third, second, first],
  ]) {
    const parted = resolveIdentities(order, { papers: [], byName: new Map() });
    expect(parted.map(({ records }) => records.length).toSorted((a, b) => a - b)).toEqual([1, 2]);
  }
});

test('a record that names the code of another stored record of its source replaces it, and their papers are merged', () => {
  const stored = (id: number, bibcode: string) => ({ id, records: [record({ bibcode })], inLibrary: false });
  const known = {
    papers: [stored(1, 'a'), stored(2, 'b')],
    byName: new Map([
      ['bibcode:a', 1],
      ['bibcode:b', 2],
    ]),
  };
  const joined = record({ bibcode: 'a', formerBibcodes: ['b'] });
  expect(resolveIdentities([joined], known)).toEqual([{ paperIds: [1, 2], records: [joined] }]);
  const entry = { ...joined, source: 'user' as const, dois: ['10.1/1'] };
  expect(resolveIdentities([entry], known)[0]?.paperIds).not.toEqual([1, 2]);
});

test('a new version of a record stays with its paper, even after the user merged another paper into it', () => {
  const entry = record({
    source: 'user',
    bibcode: '2001local0000K',
    title: 'A draft of other content',
    dois: ['10.1/9'],
  });
  const stored = record({ bibcode: 'a', dois: ['10.1/1'] });
  const known = {
    papers: [{ id: 1, records: [entry, stored], inLibrary: true }],
    byName: new Map([['bibcode:a', 1]]),
  };
  const next = { ...stored, citationCount: 5 };
  expect(resolveIdentities([next], known)).toEqual([{ paperIds: [1], records: [next] }]);
});

const records = fc.array(fc.oneof(arbitraryRecord('catalog'), arbitraryRecord('preprint')), { maxLength: 30 });
const dois = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 10 });
const knownBy = (numbers: readonly number[]) => ({
  papers: numbers.map((doi) => paper(doi, { dois: [`10.1/${doi}`] })),
  byName: new Map(numbers.map((doi) => [`doi:10.1/${doi}`, doi])),
});

test('records are grouped into papers: none is lost, and no two records of a group contradict each other', () => {
  fc.assert(
    fc.property(records, dois, (list, numbers) => {
      const parted = resolveIdentities(list, knownBy(numbers));
      expect(parted.flatMap((one) => one.records).toSorted(byText)).toEqual(list.toSorted(byText));
      for (const { records: own } of parted)
        for (const [place, one] of own.entries())
          for (const other of own.slice(place + 1)) {
            const { against } = compareRecords(one, other);
            expect(against.filter((what) => what === 'DOI' || what === 'bibcode')).toEqual([]);
          }
    }),
  );
});

const byText = (a: SourceRecord, b: SourceRecord) => JSON.stringify(a).localeCompare(JSON.stringify(b));
