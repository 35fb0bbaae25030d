import { beforeEach, expect, test } from '@jest/globals';
import { inTransaction } from '@almagest/service-kit/database';
import fc from 'fast-check';
import { BUILT_IN } from '../src/domain/people/access.ts';
import { compareAll } from '../src/domain/papers/paper-evidence.ts';
import { identityKeys } from '../src/domain/papers/same-paper.ts';
import type { SourceRecord } from '../src/domain/papers/source-record.ts';
import type { Db } from '../src/persistence/database.ts';
import { findPaper, saveToLibrary } from '../src/persistence/papers/paper-repository.ts';
import { insertNote, listNotes } from '../src/persistence/notes/note-repository.ts';
import { storeRecords } from '../src/persistence/papers/record-repository.ts';
import { arbitraryRecord } from './arbitrary-record.ts';
import { useDatabase } from './databases.ts';

let db: Db;
useDatabase((opened) => (db = opened));
beforeEach(async () => {
  await db.deleteFrom('note').execute();
  await db.deleteFrom('paper').execute();
});

const preprint: SourceRecord = {
  source: 'preprint',
  bibcode: '2013arXiv1302.6362S',
  formerBibcodes: [],
  title: 'A grid of models',
  authors: ['Sudilovsky, V.', 'O\'Neil, "K"'],
  year: '2013',
  date: '2013-02-26',
  pubJournal: 'arXiv e-prints',
  keywords: ['astro-ph.SR'],
  abstract: 'We compute.',
  dois: [],
  preprintId: '1302.6362',
  citationCount: 0,
  referenceCount: 0,
  doctype: 'eprint',
};
const published: SourceRecord = {
  ...preprint,
  source: 'catalog',
  bibcode: '2013A&A...552A.143S',
  formerBibcodes: ['2013arXiv1302.6362S'],
  pubJournal: 'Astronomy and Astrophysics',
  abstract: '',
  dois: ['10.1051/0004-6361/201220977'],
  citationCount: 7,
  doctype: 'article',
};

const store = (records: SourceRecord[], keep = false) =>
  inTransaction(db, (trx) => storeRecords(trx, records, { keep }));

test('a published preprint gets the new code, and the old code still finds it', async () => {
  const [id] = await store([preprint], true);
  expect(await store([published])).toEqual([id]);
  const found = await findPaper(db, { kind: 'bibcode', value: '2013arXiv1302.6362S' });
  expect(found).toMatchObject({
    id,
    bibcode: '2013A&A...552A.143S',
    pub_journal: 'Astronomy and Astrophysics',
    abstract: 'We compute.',
    authors: preprint.authors,
    citation_count: 7,
  });
  expect(found?.in_library_since).not.toBeNull();
  for (const [kind, value] of [
    ['doi', '10.1051/0004-6361/201220977'],
    ['preprint_id', '1302.6362'],
    ['bibcode', '2013A&A...552A.143S'],
  ] as const)
    expect(await findPaper(db, { kind, value })).toMatchObject({ id });
});

test('papers that turn out to be the same keep the notes and files of both', async () => {
  const [first] = await store([{ ...preprint, title: 'One title' }], true);
  const [second] = await store([{ ...published, formerBibcodes: [], preprintId: '', title: 'Another title' }], true);
  if (first === undefined || second === undefined) throw new Error('not stored');
  expect(first).not.toBe(second);
  await saveToLibrary(db, second, { pdf_location: 'papers/1/a.pdf', html_location: 'error:timeout' });
  await saveToLibrary(db, first, { pdf_location: 'error:not_found', html_location: 'papers/1/a.html' });
  const note = {
    position: 3,
    last_position: 3,
    note_text: 'n',
    highlight_color: 'blue' as const,
    selected_text: 's',
    anchor: 'exact' as const,
    text_hash: 'h',
    paragraph: 'p',
    prefix: '',
    suffix: '',
    side: 'original' as const,
    passage: null,
    file_location: null,
    owner_id: null,
  };
  await insertNote(db, { ...note, paper_id: second });
  expect(await store([published])).toEqual([first]);
  expect(await findPaper(db, { kind: 'bibcode', value: published.bibcode })).toMatchObject({
    id: first,
    pdf_location: 'papers/1/a.pdf',
    html_location: 'papers/1/a.html',
  });
  expect(await listNotes(db, BUILT_IN, first)).toMatchObject([
    { note_text: 'n', paragraph_index: -1, anchor: 'lost', bibcode: published.bibcode },
  ]);
});

test('a search result is not in the library until it is added', async () => {
  await store([preprint]);
  const reference = { kind: 'preprint_id', value: '1302.6362' } as const;
  expect(await findPaper(db, reference)).toMatchObject({ in_library_since: null });
  await store([preprint], true);
  const since = (await findPaper(db, reference))?.in_library_since;
  expect(since).toBeInstanceOf(Date);
  await store([published]);
  expect((await findPaper(db, reference))?.in_library_since).toEqual(since);
});

test('concurrent transactions that store the same papers store each once', async () => {
  const records = Array.from({ length: 40 }, (_, n) => ({
    ...preprint,
    title: `Paper ${n}`,
    bibcode: `b${n}`,
    preprintId: `1302.${1000 + n}`,
  }));
  const stored = await Promise.all(
    Array.from({ length: 8 }, (_, turn) => store([...records.slice(turn * 4), ...records.slice(0, turn * 4)])),
  );
  expect(new Set(stored.flat()).size).toBe(40);
  expect((await db.selectFrom('paper').select('id').execute()).length).toBe(40);
});

test('in any batches of records, a name finds the paper of its record, or a paper that contradicts it', async () => {
  const records = fc.uniqueArray(fc.oneof(arbitraryRecord('catalog'), arbitraryRecord('preprint')), {
    minLength: 1,
    maxLength: 12,
    selector: ({ bibcode }) => bibcode,
  });
  await fc.assert(
    fc.asyncProperty(records, fc.integer({ min: 1, max: 5 }), async (list, portion) => {
      await db.deleteFrom('paper').execute();
      for (let start = 0; start < list.length; start += portion) {
        const part = list.slice(start, start + portion);
        const ids = await store(part);
        for (const [index, record] of part.entries()) {
          const names = await db
            .selectFrom('paper_name')
            .select('paper_id')
            .where('name', 'in', identityKeys(record))
            .execute();
          expect(names).not.toEqual([]);
          const own = await recordsOf(ids[index]!);
          for (const { paper_id } of names)
            if (paper_id !== ids[index]) expect(compareAll(own, await recordsOf(paper_id))).not.toEqual([]);
        }
      }
    }),
    { numRuns: 100 },
  );
});

const recordsOf = async (id: number) => {
  const rows = await db.selectFrom('source_record').select('record').where('paper_id', '=', id).execute();
  return rows.map(({ record }) => record);
};
