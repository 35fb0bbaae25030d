import type {
  DuplicatePairs,
  LibraryPaper,
  LibraryPapers,
  Merge,
  MergedPaper,
  NoteRecord,
  StandardPaper,
} from '@almagest/contracts/literature';
import { writePdf } from '@almagest/upstream-lab/pdf-writer';
import { until } from '@almagest/test-kit/until';
import { beforeEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { GOOD } from './good-requests.ts';
import { importFile } from './import-calls.ts';
import { givenFound, readRecord } from './papers.ts';
import { startReplica } from './replica.ts';
import { changeRows, lockTable } from './table-lock.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });
beforeEach(async () => {
  await world.sql('delete from note');
  await world.sql('delete from paper');
});

type Method = 'get' | 'post' | 'patch' | 'delete';

async function ask<T>(method: Method, path: string, body?: object): Promise<T> {
  const call = world.call(method, path);
  return (await (body === undefined ? call : call.send(body)).expect(200)).body as T;
}
const refusal = async (path: string, body?: object) => {
  const { status, text } = await world.call('post', path).send(body);
  return { status, text };
};
/** Hides the paper $1 as a merge with the paper $2 does. */
const HIDE = `update paper set bibcode = 'merged:' || id, merged_into = (select id from paper where bibcode = $2),
  in_library_since = null, trashed_at = now() where bibcode = $1`;
const answerOf = ({ status, text }: { readonly status: number; readonly text: string }) => [status, text];
const duplicates = async () => await ask<DuplicatePairs>('get', '/api/library/duplicates');
const merges = async () => await ask<Merge[]>('get', '/api/library/merges');
const papers = async () =>
  (await ask<LibraryPapers>('get', '/api/library/papers?sort=title&order=asc')).papers as readonly LibraryPaper[];
const notesOf = async (bibcode = '') =>
  (await ask<NoteRecord[]>('get', `/api/notes?bibcode=${encodeURIComponent(bibcode)}`)).map(
    ({ note_text }) => note_text,
  );
const addNote = async (bibcode = '', note_text = '') =>
  await ask('post', '/api/notes', {
    bibcode,
    paragraph_index: 0,
    note_text,
    highlight_color: 'blue',
    selected_text: '',
  });

const TITLE = 'Line-driven winds of central stars';
const entry = (key: string, more: string, title = TITLE) =>
  `@article{${key}, title = {${title}}, author = {Böhm, A. and Cox, D.}, ${more}}`;

async function given(...entries: readonly string[]): Promise<string[]> {
  return (await importFile(world, entries.join('\n'))).entries.map(({ bibcode }) => bibcode ?? '');
}

describe('duplicates', () => {
  test('are found by title with author and year, and by file, unless DOIs, years or authors differ', async () => {
    // Only papers of the library are listed.
    const { title, authors, year } = await readRecord(world, (await givenFound(world, 'okonkwo2014')).bibcode);
    const [a, b] = await given(
      `@article{h, title = {${title}: an atlas}, author = {${authors.join(' and ')}}, year = ${Number(year) + 1}}`,
      entry('a', 'year = 2019, doi = {10.5555/a}'),
      entry('b', 'year = 2020', `${TITLE}: an atlas`),
      entry('c', 'year = 2022', `${TITLE}: an atlas`),
      entry('d', 'year = 2019, doi = {10.5555/d}'),
      `@article{e, title = {${TITLE}}, author = {Other, A.}, year = 2019}`,
      '@book{f, title = {Scanned}, author = {Fox, F.}, year = 1990}',
      '@book{g, title = {Copied}, author = {Gee, G.}, year = 1991}',
    );
    const all = await papers();
    const pdf = writePdf([{ texts: [{ text: 'A page', x: 50, y: 80 }] }]);
    for (const { bibcode } of all.filter(({ title }) => ['Scanned', 'Copied'].includes(title)))
      await world
        .call('post', '/api/upload')
        .field('bibcode', bibcode)
        .field('type', 'pdf')
        .attach('file', pdf, 'f')
        .expect(200);
    const { total, pairs } = await duplicates();
    const yearsOf = (pair: readonly StandardPaper[]) => pair.map(({ year }) => year).join(' ');
    expect(pairs.map(({ reasons, papers: pair }) => [...reasons, yearsOf(pair)].join(' ')).toSorted()).toEqual([
      'file 1990 1991',
      'title 2019 2020',
      'title 2020 2019',
    ]);
    expect(total).toBe(3);
    expect(await ask<DuplicatePairs>('get', '/api/library/duplicates?start=1&rows=1')).toEqual({
      total,
      pairs: [pairs[1]],
    });
    expect([a, b]).not.toContain('');
  });

  test('marked as different are neither listed nor merged by a record, until the mark is removed', async () => {
    const found = await givenFound(world, 'okonkwo2014');
    await ask('post', '/api/papers', { identifier: found.bibcode });
    const { title, authors, year: published } = await readRecord(world, found.bibcode);
    const described = (year: number, more = '') =>
      `@article{x, title = {${title}}, author = {${authors.join(' and ')}}, year = ${year}${more}}`;
    const year = Number(published);
    const [own = ''] = await given(described(year - 2));
    const both = { bibcodes: [own, found.bibcode] };
    expect(await ask('post', '/api/library/duplicates/apart', both)).toEqual({ changed: 1 });
    expect(await ask('post', '/api/library/duplicates/apart', both)).toEqual({ changed: 0 });
    // This record matches one paper by DOI, and both by title and year.
    const doi = found.dois[0] ?? '';
    await given(described(year - 1, `, doi = {${doi}}`));
    const codes = (await papers()).map(({ bibcode }) => bibcode);
    expect(codes.toSorted()).toEqual([own, found.bibcode].toSorted());
    await given(
      '@article{p, title = {A catalogue of stars}, author = {Wu, X.}, year = 1999}',
      '@article{q, title = {A catalogue of stars and their planets}, author = {Wu, X.}, year = 2000, doi = {10.5555/q}}',
    );
    await given(
      '@article{p, title = {A catalogue of the brightest stars}, author = {Wu, X.}, year = 1999}',
      '@article{q, title = {A catalogue of the brightest stars of the south}, author = {Wu, X.}, year = 1999}',
    );
    const [pair] = (await duplicates()).pairs;
    const bibcodes = pair?.papers.map(({ bibcode }) => bibcode);
    await ask('post', '/api/library/duplicates/apart', { bibcodes });
    expect((await duplicates()).total).toBe(0);
    await ask('post', '/api/library/duplicates/apart', { bibcodes, apart: false });
    expect((await duplicates()).pairs).toEqual([pair]);
    expect(await refusal('/api/library/duplicates/apart', { bibcodes: [own, own] })).toMatchObject({ status: 400 });
  });
});

describe('a merge', () => {
  test('takes the chosen values, keeps them through a synchronisation, and undo gives them back', async () => {
    const { bibcode: published } = await givenFound(world, 'okonkwo2014');
    await ask('post', '/api/papers', { identifier: published });
    const [own = ''] = await given(
      '@article{x, title = {Seed propagation, my draft}, author = {Okonkwo, Chidi and Ada, L.}, year = 2013, journal = {Drafts}}',
    );
    const before = await papers();
    const choose = { title: own, authors: own, year: own, pub_journal: published };
    const { paper, merges: made } = await ask<MergedPaper>('post', '/api/library/merges', {
      keep: published,
      merge: [own],
      choose,
    });
    const chosen = { title: 'Seed propagation, my draft', authors: ['Okonkwo, Chidi', 'Ada, L.'], year: '2013' };
    const { pub_journal } = before.find(({ bibcode }) => bibcode === published) ?? {};
    expect(paper).toMatchObject({ ...chosen, pub_journal, bibcode: published });
    await givenFound(world, 'okonkwo2014');
    expect(await papers()).toMatchObject([chosen]);
    const { body } = await world.call('get', '/api/library/search').query({ q: '"my draft"' }).expect(200);
    expect(body).toMatchObject({ total: 1 });
    await ask('post', `/api/library/merges/${made[0]?.id}/undo`);
    expect(await papers()).toEqual(before);
    const foreign = { keep: published, merge: [own], choose: { title: '2001foreign' } };
    expect((await refusal('/api/library/merges', foreign)).status).toBe(404);
    const [third = ''] = await given('@article{z, title = {Something else}, author = {Wu, X.}, year = 1999}');
    expect(await refusal('/api/library/merges', { ...foreign, choose: { title: third } })).toMatchObject({
      status: 400,
    });
    expect((await papers()).length).toBe(3);
  });

  test('keeps codes, notes, tags, collections, targets and files, and undo restores all of them', async () => {
    const { bibcode: published } = await givenFound(world, 'okonkwo2014');
    await ask('post', '/api/papers', { identifier: published });
    const [own = ''] = await given(
      '@article{x, title = {Seed propagation (draft)}, author = {Okonkwo, C.}, year = 2013, keywords = {x}}',
    );
    await ask('post', '/api/download', { bibcode: published });
    await ask('post', '/api/parse', { bibcode: published });
    await addNote(own, 'of the draft');
    await addNote(published, 'of the paper');
    await ask('post', '/api/tags', { bibcodes: [own], add: ['mine', 'both'] });
    await ask('post', '/api/tags', { bibcodes: [published], add: ['both'] });
    await ask('post', '/api/library/marks', { bibcodes: [published], is_starred: true });
    const { id: collection } = await ask<{ id: number }>('post', '/api/collections', { name: 'Drafts' });
    await ask('post', `/api/collections/${collection}/papers`, { add: [published] });
    await ask('post', '/api/target/associate', { bibcode: published, name: 'Vega' });
    const before = { papers: await papers(), notes: [await notesOf(own), await notesOf(published)] };
    const { paper, merges: made } = await ask<MergedPaper>('post', '/api/library/merges', {
      keep: own,
      merge: [published],
    });
    // The catalog's record and code win.
    expect(paper).toMatchObject({ bibcode: published, is_downloaded: true });
    expect(await papers()).toMatchObject([
      { bibcode: published, tags: ['both', 'mine'], collections: [collection], is_starred: true, note_count: 2 },
    ]);
    expect((await notesOf(own)).toSorted()).toEqual(['of the draft', 'of the paper']);
    expect(await ask('get', `/api/target/list?bibcode=${encodeURIComponent(own)}`)).toHaveLength(1);
    expect((await ask<LibraryPapers>('get', '/api/library/papers?in_trash=true')).total).toBe(0);
    expect(made).toMatchObject([{ bibcode: published, merged_bibcode: published }]);
    expect(await merges()).toEqual(made);
    // A synchronisation in the meantime finds only one paper.
    await givenFound(world, 'okonkwo2014');
    expect(await papers()).toHaveLength(1);
    await addNote(own, 'since then');
    await ask('post', '/api/tags', { bibcodes: [own], add: ['later'] });
    await ask('post', '/api/library/marks', { bibcodes: [own], reading_state: 'read' });
    const undone = await ask<{ papers: StandardPaper[] }>('post', `/api/library/merges/${made[0]?.id}/undo`);
    expect(undone.papers.map(({ bibcode }) => bibcode)).toEqual([own, published]);
    expect(await notesOf(own)).toEqual(['of the draft', 'since then']);
    expect(await notesOf(published)).toEqual(before.notes[1]);
    const after = await papers();
    const changes = { tags: ['both', 'later', 'mine'], note_count: 2, reading_state: 'read' };
    expect(after).toEqual(before.papers.map((one) => (one.bibcode === own ? { ...one, ...changes } : one)));
    expect(await merges()).toEqual([]);
    expect(await refusal(`/api/library/merges/${made[0]?.id}/undo`)).toMatchObject({ status: 404 });
    const { body } = await world.call('get', '/api/paper').query({ bibcode: published }).expect(200);
    expect(body).toMatchObject({ paper: { has_markdown: true } });
  });

  test('of the same papers by two processes at once is done once', async () => {
    const [a = '', b = ''] = await given(
      '@article{a, title = {One}, author = {Wu, A.}, year = 1999}',
      '@article{b, title = {Two}, author = {Wu, B.}, year = 1999}',
    );
    const replica = await startReplica(world);
    const merge = (url: string, keep: string, other: string) =>
      request(url)
        .post('/api/library/merges')
        .send({ keep, merge: [other] })
        .then(({ status }) => status);
    // The first merge waits inside its transaction, and the second waits for the first.
    const lock = await lockTable(world, 'paper_name');
    const both = Promise.all([merge(world.url, a, b), merge(replica.url, b, a)]);
    try {
      await until(async () => {
        const waiting = await world.sql(`
          select from pg_locks where not granted
            and database = (select oid from pg_database where datname = current_database())`);
        return waiting.length >= 2;
      });
    } finally {
      await lock.release();
    }
    const statuses = await both;
    expect(statuses.toSorted((x, y) => x - y)).toEqual([200, 409]);
    expect(await papers()).toHaveLength(1);
    const made = await merges();
    expect(made).toHaveLength(1);
    const undo = (url: string) =>
      request(url)
        .post(`/api/library/merges/${made[0]?.id}/undo`)
        .then(({ status }) => status);
    const undone = await Promise.all([undo(world.url), undo(replica.url)]);
    expect(undone.toSorted((x, y) => x - y)).toEqual([200, 404]);
    expect((await papers()).map(({ bibcode }) => bibcode)).toEqual([a, b]);
    await replica.stop();
  });

  test('is not undone, and no papers are marked as different, while another process resolves identities', async () => {
    const [a = '', b = '', c = '', d = ''] = await given(
      ...['One', 'Two', 'Three', 'Four'].map(
        (title, n) => `@article{k${n}, title = {${title}}, author = {Wu, ${'ABCD'[n]}.}, year = 1999}`,
      ),
    );
    const merge = (keep: string, other: string) =>
      world.call('post', '/api/library/merges').send({ keep, merge: [other] });
    await merge(a, b).expect(200);
    const [made] = await merges();
    const names = await lockTable(world, 'paper_name');
    const merging = merge(c, d).then(({ status }) => status);
    await names.untilWaiting();
    const undoing = world.call('post', `/api/library/merges/${made?.id}/undo`).then(({ status }) => status);
    const parting = refusal('/api/library/duplicates/apart', { bibcodes: [c, d] });
    try {
      await until(async () => {
        const waiting = await world.sql(`
          select from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`);
        return waiting.length === 2;
      });
    } finally {
      await names.release();
    }
    expect(await Promise.all([merging, undoing])).toEqual([200, 200]);
    expect((await parting).text).toMatch(/names of the same paper/);
  });

  test('is not undone while another paper has the code of the merged one', async () => {
    const [a = '', b = '', c = ''] = await given(
      ...['One', 'Two', 'Three'].map(
        (title, n) => `@article{k${n}, title = {${title}}, author = {Wu, ${'ABC'[n]}.}, year = 1999}`,
      ),
    );
    const { merges: made } = await ask<MergedPaper>('post', '/api/library/merges', { keep: a, merge: [b] });
    // Simulates a catalog that gives the code to another paper.
    await world.sql('update paper set bibcode = $1 where bibcode = $2', [b, c]);
    expect(await refusal(`/api/library/merges/${made[0]?.id}/undo`)).toMatchObject({
      status: 409,
      text: expect.stringContaining(b),
    });
    expect(await papers()).toMatchObject([{ title: 'One' }, { bibcode: b, title: 'Three' }]);
    expect(await merges()).toEqual(made);
  });

  test('and its undo keep marks that are set in the meantime', async () => {
    const [a = '', b = ''] = await given(
      '@article{a, title = {One}, author = {Wu, A.}, year = 1999}',
      '@article{b, title = {Two}, author = {Wu, B.}, year = 1999}',
    );
    const during = async <T>(mark: string, work: () => Promise<T>): Promise<T> => {
      const marking = await changeRows(world, `update paper set ${mark} where bibcode = $1`, [a]);
      const working = work();
      await marking.untilBlocked(1);
      await marking.commit();
      return await working;
    };
    const { merges: made } = await during('is_starred = true', () =>
      ask<MergedPaper>('post', '/api/library/merges', { keep: a, merge: [b] }),
    );
    expect(await papers()).toMatchObject([{ is_starred: true }]);
    await during(`reading_state = 'read'`, () => ask('post', `/api/library/merges/${made[0]?.id}/undo`));
    expect(await papers()).toMatchObject([
      { is_starred: true, reading_state: 'read' },
      { is_starred: false, reading_state: 'unread' },
    ]);
  });

  test('refuses files and marks of the merged paper that arrive in the meantime', async () => {
    const [a = '', b = ''] = await given(
      ...['One', 'Two'].map(
        (title, n) => `@article{k${n}, title = {${title}}, author = {Wu, ${'AB'[n]}.}, year = 1999}`,
      ),
    );
    const merging = await changeRows(world, HIDE, [b, a]);
    const pdf = writePdf([{ texts: [{ text: 'A page', x: 50, y: 80 }] }]);
    const send = (path: string) =>
      world.call('post', path).field({ bibcode: b, type: 'pdf' }).attach('file', pdf, 'f').then(answerOf);
    const mark = world.call('post', '/api/no_resource').send({ bibcode: b }).then(answerOf);
    const note = world.call('post', '/api/notes').send({ ...GOOD.addNote, bibcode: b });
    const added = world.call('post', '/api/papers').send({ identifier: b });
    const all = [send('/api/upload'), send('/api/papers/files'), mark, note.then(answerOf), added.then(answerOf)];
    await merging.untilBlocked(all.length);
    await merging.commit();
    const refused = [409, expect.stringContaining('has been merged with another paper')];
    expect(await Promise.all(all)).toEqual(all.map(() => refused));
    expect((await papers()).map(({ title }) => title)).toEqual(['One']);
  });

  test('gives tags and marks of the merged paper that arrive in the meantime to the remaining paper', async () => {
    const [a = '', b = ''] = await given(
      ...['One', 'Two'].map(
        (title, n) => `@article{k${n}, title = {${title}}, author = {Wu, ${'AB'[n]}.}, year = 1999}`,
      ),
    );
    const names = 'update paper_name set paper_id = kept.id from paper as kept, paper as merged';
    const merging = await changeRows(
      world,
      `with names as (${names} where kept.bibcode = $2 and merged.bibcode = $1 and paper_id = merged.id) ${HIDE}`,
      [b, a],
    );
    const all = [
      ask('post', '/api/library/marks', { bibcodes: [b], is_starred: true }),
      ask('post', '/api/tags', { bibcodes: [b], add: ['late'] }),
    ];
    await merging.untilBlocked(all.length);
    await merging.commit();
    await Promise.all(all);
    expect(await papers()).toMatchObject([{ title: 'One', is_starred: true, tags: ['late'] }]);
  });

  test('of a paper with itself or with an unknown paper is refused', async () => {
    const [a = ''] = await given('@article{a, title = {One}, author = {Wu, A.}, year = 1999}');
    expect(await refusal('/api/library/merges', { keep: a, merge: [a] })).toMatchObject({ status: 409 });
    expect(await refusal('/api/library/merges', { keep: a, merge: ['2099ApJ...999..999X'] })).toMatchObject({
      status: 404,
    });
    expect(await merges()).toEqual([]);
  });
});
