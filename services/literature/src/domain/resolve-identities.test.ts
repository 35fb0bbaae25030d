import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryRecord } from '../../test/arbitrary-record.ts';
import { resolveIdentities, type KnownPaper } from './resolve-identities.ts';
import { identityKeys } from './same-paper.ts';
import type { SourceRecord } from './source-record.ts';

const record = (change: Partial<SourceRecord>): SourceRecord => ({
  source: 'catalog',
  bibcode: 'x',
  formerBibcodes: [],
  title: 'A title',
  authors: ['Kurucz, R.'],
  year: '2001',
  date: '2001-00-00',
  pubJournal: '',
  keywords: [],
  abstract: '',
  dois: [],
  preprintId: '',
  citationCount: 0,
  referenceCount: 0,
  doctype: '',
  ...change,
});
const paper = (id: number, change: Partial<KnownPaper> = {}): KnownPaper => ({
  id,
  title: `Paper ${id}`,
  authors: ['Kurucz, R.'],
  year: '2001',
  dois: [],
  inLibrary: false,
  ...change,
});

test('a record that names two stored papers makes them one, and the one of the library is kept', () => {
  const published = record({ bibcode: 'journal', preprintId: '2001.00001', dois: ['10.1/1'] });
  const known = {
    papers: [paper(3), paper(7, { inLibrary: true })],
    byName: new Map([
      ['doi:10.1/1', 3],
      ['preprint:2001.00001', 7],
    ]),
  };
  expect(resolveIdentities([published], known)).toEqual([{ paperIds: [7, 3], records: [published] }]);
});

test('a record without a known name is its title’s paper, or a new one', () => {
  const found = record({ bibcode: 'a', title: 'Opacities!' });
  const other = record({ bibcode: 'b', title: 'Opacities', year: '1990' });
  const known = { papers: [paper(3, { title: 'Opacities' })], byName: new Map<string, number>() };
  expect(resolveIdentities([found, other], known)).toEqual([
    { paperIds: [3], records: [found] },
    { paperIds: [], records: [other] },
  ]);
});

test('records are parted into papers: none is lost, none with a name in common is parted, however they are ordered', () => {
  const records = fc.array(fc.oneof(arbitraryRecord('catalog'), arbitraryRecord('preprint')), { maxLength: 30 });
  const names = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 10 });
  fc.assert(
    fc.property(records, names, (list, dois) => {
      const known = {
        papers: dois.map((doi) => paper(doi, { title: `other ${doi}` })),
        byName: new Map(dois.map((doi) => [`doi:10.1/${doi}`, doi])),
      };
      const parted = resolveIdentities(list, known);
      expect(parted.flatMap((one) => one.records).length).toBe(list.length);
      const owner = new Map<string, number>();
      for (const [index, { records: own, paperIds }] of parted.entries()) {
        for (const name of [...own.flatMap(identityKeys), ...paperIds.map((id) => `doi:10.1/${id}`)]) {
          expect(owner.get(name) ?? index).toBe(index);
          owner.set(name, index);
        }
      }
      const sizes = (resolutions: typeof parted) =>
        resolutions.map((one) => one.records.length).toSorted((a, b) => a - b);
      expect(sizes(resolveIdentities(list.toReversed(), known))).toEqual(sizes(parted));
    }),
  );
});
