import type { Collection, LibraryNotes, LibraryPaper, LibraryPapers, Tag } from '@almagest/contracts/literature';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { importFile } from './import-calls.ts';
import { readLibrary } from './papers.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });
/** The codes of five papers, A to E. */
let codes: readonly string[];
beforeAll(async () => {
  const entries = ['A', 'B', 'C', 'D', 'E'].map(
    (letter, n) =>
      `@article{k${letter}, title = {Paper ${letter}}, author = {${n % 2 === 0 ? 'Ångström' : 'Böhm-Vitense'}, ${letter}.},
        year = ${2000 + n}, journal = {${n < 2 ? 'ApJ' : 'A&A'}}${n === 4 ? ', doi = {10.5555/e}' : ''}}`,
  );
  codes = (await importFile(world, entries.join('\n'))).entries.map(({ bibcode }) => bibcode ?? '');
});

type Method = 'get' | 'post' | 'patch' | 'delete';

async function ask<T>(method: Method, path: string, body?: object): Promise<T> {
  const call = world.call(method, path);
  return (await (body === undefined ? call : call.send(body)).expect(200)).body as T;
}

const refusal = async (method: Method, path: string, body?: object) => {
  const { status, text } = await world.call(method, path).send(body);
  return { status, text };
};

const list = async (query: object = {}): Promise<LibraryPapers> =>
  (await world.call('get', '/api/library/papers').query(query).expect(200)).body as LibraryPapers;

const letters = (papers: readonly LibraryPaper[]) => papers.map(({ title }) => title.slice(-1)).join('');
const listed = async (query: object) => letters((await list(query)).papers);
const some = (of: string) => Array.from(of, (letter) => codes['ABCDE'.indexOf(letter)] ?? '');

describe('collections', () => {
  const create = (name: string, parent_id: number | null = null) =>
    ask<Collection>('post', '/api/collections', { name, parent_id });

  test('are created once, renamed, moved with their content, and deleted without their papers', async () => {
    const stars = await create('Stars');
    expect(await create(' Stars ')).toEqual(stars);
    const winds = await create('Winds', stars.id);
    const hot = await create('Hot', winds.id);
    const other = await create('Others');
    const add = { add: some('AB') };
    expect(await ask('post', `/api/collections/${hot.id}/papers`, add)).toEqual({ added: 2, removed: 0 });
    expect(await ask('post', `/api/collections/${hot.id}/papers`, add)).toEqual({ added: 0, removed: 0 });
    const change = { add: some('C'), remove: some('B') };
    expect(await ask('post', `/api/collections/${hot.id}/papers`, change)).toEqual({ added: 1, removed: 1 });
    expect(await listed({ collection: stars.id, sort: 'title', order: 'asc' })).toBe('AC');
    expect(
      await ask('patch', `/api/collections/${winds.id}`, { name: 'Mass loss', parent_id: other.id }),
    ).toMatchObject({ name: 'Mass loss', parent_id: other.id });
    const all = await ask<Collection[]>('get', '/api/collections');
    expect(all.map(({ name, paper_count }) => [name, paper_count])).toEqual([
      ['Others', 0],
      ['Mass loss', 0],
      ['Hot', 2],
      ['Stars', 0],
    ]);
    expect(await listed({ collection: stars.id })).toBe('');
    const both = { add: some('A'), remove: some('A') };
    expect((await refusal('post', `/api/collections/${hot.id}/papers`, both)).status).toBe(400);
    expect(await ask('delete', `/api/collections/${other.id}`)).toEqual({ changed: 3 });
    expect((await ask<Collection[]>('get', '/api/collections')).map(({ name }) => name)).toEqual(['Stars']);
    expect((await readLibrary(world)).length).toBe(5);
  });

  test('never contain themselves, even after concurrent moves', async () => {
    const [a, b] = [await create('a'), await create('b')];
    const inside = await create('inside', a.id);
    expect(await refusal('patch', `/api/collections/${a.id}`, { parent_id: inside.id })).toEqual({
      status: 409,
      text: expect.stringMatching(/is inside it/) as unknown,
    });
    expect((await refusal('patch', `/api/collections/${a.id}`, { parent_id: a.id })).status).toBe(409);
    expect((await refusal('patch', `/api/collections/${b.id}`, { name: 'a' })).text).toMatch(/'a' in that place/);
    const moves = await Promise.all([
      refusal('patch', `/api/collections/${a.id}`, { parent_id: b.id }),
      refusal('patch', `/api/collections/${b.id}`, { parent_id: a.id }),
    ]);
    expect(moves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const names = (await ask<Collection[]>('get', '/api/collections')).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['a', 'b', 'inside']));
    const levels: number[] = [];
    for (let depth = 1; depth <= 20; depth += 1)
      levels.push((await create(`level ${depth}`, levels.at(-1) ?? null)).id);
    const tooDeep = { status: 409, text: expect.stringMatching(/20 levels/) as unknown };
    expect(await refusal('post', '/api/collections', { name: 'x', parent_id: levels.at(-1) })).toEqual(tooDeep);
    expect(await refusal('patch', `/api/collections/${levels[0]}`, { parent_id: a.id })).toEqual(tooDeep);
  });
});

test('tags are added, removed, renamed, merged and counted', async () => {
  const tags = async () =>
    (await ask<Tag[]>('get', '/api/tags')).map(({ name, paper_count }) => `${name} ${paper_count}`);
  expect(await ask('post', '/api/tags', { bibcodes: some('ABC'), add: ['winds', ' lines '] })).toEqual({
    added: 6,
    removed: 0,
  });
  expect(await ask('post', '/api/tags', { bibcodes: some('AB'), add: ['winds'], remove: ['lines', 'none'] })).toEqual({
    added: 0,
    removed: 2,
  });
  expect(await tags()).toEqual(['lines 1', 'winds 3']);
  expect(await listed({ tag: 'winds', sort: 'title', order: 'asc' })).toBe('ABC');
  expect(await ask('patch', '/api/tags', { name: 'lines', new_name: 'winds' })).toEqual({ changed: 1 });
  expect(await tags()).toEqual(['winds 3']);
  expect(await ask('patch', '/api/tags', { name: 'winds', new_name: 'winds' })).toEqual({ changed: 3 });
  expect(await tags()).toEqual(['winds 3']);
  expect(await ask('delete', '/api/tags?name=winds')).toEqual({ changed: 3 });
  expect(await tags()).toEqual([]);
});

describe('the list of papers', () => {
  test('has marks, and supports all filters and orders', async () => {
    expect(await ask('post', '/api/library/marks', { bibcodes: some('BD'), is_starred: true })).toEqual({ changed: 2 });
    const marks = { bibcodes: some('DE'), reading_state: 'read', is_starred: true };
    expect(await ask('post', '/api/library/marks', marks)).toEqual({ changed: 2 });
    expect(await ask('post', '/api/library/marks', marks)).toEqual({ changed: 0 });
    await ask('post', '/api/notes', {
      bibcode: codes[2],
      paragraph_index: 0,
      note_text: 'n',
      highlight_color: 'blue',
      selected_text: '',
    });
    const [paper] = (await list({ title: 'papers b' })).papers;
    expect(paper).toMatchObject({
      title: 'Paper B',
      is_starred: true,
      reading_state: 'unread',
      tags: [],
      note_count: 0,
      trashed_at: null,
    });
    const found = async (query: object) => await listed({ ...query, sort: 'title', order: 'asc' });
    expect(await found({ is_starred: true })).toBe('BDE');
    expect(await found({ is_starred: false, year_from: 2001 })).toBe('C');
    expect(await found({ reading_state: 'read' })).toBe('DE');
    expect(await found({ author: 'bohm vitense' })).toBe('BD');
    expect(await found({ author: 'paper' })).toBe('');
    expect(await found({ author: '---' })).toBe('');
    expect(await found({ journal: 'apj' })).toBe('AB');
    expect(await found({ words: 'angstr 10.5555' })).toBe('E');
    // This is another form of a word in the title.
    expect(await found({ words: 'papers' })).toBe('ABCDE');
    expect(await found({ has_doi: true })).toBe('E');
    expect(await found({ has_notes: true })).toBe('C');
    expect((await list({ sort: 'title', order: 'asc' })).papers.map((one) => one.note_count)).toEqual([0, 0, 1, 0, 0]);
    expect(await found({ has_full_text: false, has_preprint_id: false })).toBe('ABCDE');
    expect(await listed({ sort: 'year' })).toBe('EDCBA');
    expect(await listed({ sort: 'author', order: 'asc' })).toBe('ACEBD');
    expect(await listed({ sort: 'journal' })).toBe('BAEDC');
    expect(await listed({ sort: 'reading_state' })).toBe('EDCBA');
    expect(await listed({ sort: 'star' })).toBe('EDBCA');
    expect(
      (await world.call('get', '/api/library/search').query({ q: 'paper', is_starred: false })).body,
    ).toMatchObject({ total: 2 });
  });

  test.each(['added', 'title', 'author', 'year', 'journal', 'citations', 'reading_state', 'star'])(
    'by %s contains each paper once, even if papers are removed between its pages',
    async (sort) => {
      for (const order of ['asc', 'desc']) {
        const whole = await listed({ sort, order });
        expect(Array.from(whole).toSorted().join('')).toBe('ABCDE');
        const first = await list({ sort, order, limit: 2 });
        expect(first.total).toBe(5);
        // The last paper of the page is removed. The next page still starts after the removed paper's position.
        const last = first.papers.at(-1)?.bibcode;
        await ask('post', '/api/library/trash', { bibcodes: [last] });
        let rest = letters(first.papers);
        for (let cursor = first.next_cursor; cursor !== null;) {
          const next = await list({ sort, order, limit: 2, cursor });
          rest += letters(next.papers);
          cursor = next.next_cursor;
        }
        await ask('post', '/api/library/restore', { bibcodes: [last] });
        expect(rest).toBe(whole);
      }
    },
  );
});

test('the list of codes has the same order and filters as the pages', async () => {
  const codesOf = async (query: object) =>
    (await world.call('get', '/api/library/codes').query(query).expect(200)).body as { bibcodes: string[] };
  for (const sort of ['added', 'title', 'author', 'year', 'journal', 'citations', 'reading_state', 'star'])
    for (const order of ['asc', 'desc']) {
      const { papers } = await list({ sort, order });
      expect(await codesOf({ sort, order })).toEqual({ bibcodes: papers.map(({ bibcode }) => bibcode) });
    }
  const outer = await ask<Collection>('post', '/api/collections', { name: 'outer' });
  const inner = await ask<Collection>('post', '/api/collections', { name: 'inner', parent_id: outer.id });
  await ask('post', `/api/collections/${outer.id}/papers`, { add: some('A') });
  await ask('post', `/api/collections/${inner.id}/papers`, { add: some('B') });
  await ask('post', '/api/tags', { bibcodes: some('C'), add: ['t'] });
  await world.sql(`update paper set pdf_location = 'error:timeout' where bibcode = any($1)`, [some('CD')]);
  await world.sql(`update paper set pdf_location = $2, html_location = $2 where bibcode = any($1)`, [
    some('E'),
    'error:no_resource',
  ]);
  const found = async (query: object) => await listed({ ...query, sort: 'title', order: 'asc' });
  expect(await found({ collection: outer.id })).toBe('AB');
  expect(await found({ directly_in: outer.id })).toBe('A');
  expect(await found({ has_collections: false })).toBe('CDE');
  expect(await found({ has_tags: true })).toBe('C');
  expect(await found({ has_failed: true })).toBe('CD');
  expect(await found({ has_failed: false })).toBe('ABE');
  expect(await found({ bibcode: `${some('DB').join(', ')} absent` })).toBe('BD');
  expect(await codesOf({ has_failed: true, sort: 'title', order: 'asc' })).toEqual({ bibcodes: some('CD') });
  await ask('delete', `/api/collections/${outer.id}`);
  await ask('delete', '/api/tags?name=t');
  await world.sql('update paper set pdf_location = null, html_location = null');
});

test('an export contains all selected papers, or fails if one is unknown', async () => {
  const text = async (body: object) =>
    await world.call('post', '/api/library/export').send(body).buffer(true).responseType('blob');
  const { body } = await text({ format: 'bibtex', bibcodes: some('DB') });
  expect(String(body).match(/Paper \w/g)).toEqual(['Paper B', 'Paper D']);
  expect((await text({ format: 'ris', bibcodes: [...some('A'), 'absent'] })).status).toBe(404);
});

test('notes of all papers are listed in pages, by words, colour and paper', async () => {
  await world.sql('delete from note');
  const write = async (letter: string, note_text: string, highlight_color: string) =>
    await ask('post', '/api/notes', {
      bibcode: some(letter)[0],
      paragraph_index: 0,
      note_text,
      highlight_color,
      selected_text: `the words of ${letter}`,
    });
  await write('A', 'mass loss', 'blue');
  await write('B', 'the winds', 'green');
  await write('A', 'clumped winds', 'blue');
  const notes = async (query: object = {}) =>
    (await world.call('get', '/api/library/notes').query(query).expect(200)).body as LibraryNotes;
  const texts = async (query: object) => (await notes(query)).notes.map(({ note_text }) => note_text);
  expect(await texts({})).toEqual(['clumped winds', 'the winds', 'mass loss']);
  expect(await texts({ q: 'wind' })).toEqual(['clumped winds', 'the winds']);
  expect(await texts({ q: '"words of B"' })).toEqual(['the winds']);
  expect(await texts({ highlight_color: 'blue', q: 'winds' })).toEqual(['clumped winds']);
  expect(await texts({ bibcode: some('A')[0] })).toEqual(['clumped winds', 'mass loss']);
  expect(await texts({ anchor: 'lost' })).toEqual([]);
  const first = await notes({ limit: 2 });
  expect(first).toMatchObject({ total: 3, notes: [{ title: 'Paper A', year: '2000' }, { title: 'Paper B' }] });
  expect(await notes({ limit: 2, before: first.next_before })).toMatchObject({
    notes: [{ note_text: 'mass loss' }],
    next_before: null,
  });
  await ask('post', '/api/library/trash', { bibcodes: some('B') });
  expect(await texts({})).toEqual(['clumped winds', 'mass loss']);
  await ask('post', '/api/library/restore', { bibcodes: some('B') });
  await world.sql('delete from note');
});

describe('the trash', () => {
  test('hides a paper with its notes and other data until it is restored', async () => {
    const [code = ''] = some('C');
    const { id } = await ask<Collection>('post', '/api/collections', { name: 'With a paper in the trash' });
    await ask('post', `/api/collections/${id}/papers`, { add: [code] });
    const counted = async () =>
      (await ask<Collection[]>('get', '/api/collections')).find((one) => one.id === id)?.paper_count;
    expect(await counted()).toBe(1);
    const before = (await list({ title: 'Paper C' })).papers;
    const trash = { bibcodes: [code] };
    expect(await ask('post', '/api/library/trash', trash)).toEqual({ changed: 1 });
    expect(await ask('post', '/api/library/trash', trash)).toEqual({ changed: 0 });
    expect(await listed({})).not.toContain('C');
    expect(await counted()).toBe(0);
    expect((await readLibrary(world)).map(({ bibcode }) => bibcode)).not.toContain(code);
    expect((await world.call('get', '/api/library/search').query({ q: 'paper' })).body).toMatchObject({ total: 4 });
    const [trashed] = (await list({ in_trash: true })).papers;
    expect(trashed).toMatchObject({
      bibcode: code,
      added_at: before[0]?.added_at,
      trashed_at: expect.any(String) as unknown,
    });
    expect(await ask('post', '/api/library/restore', trash)).toEqual({ changed: 1 });
    expect(await ask('post', '/api/library/restore', trash)).toEqual({ changed: 0 });
    expect((await list({ title: 'Paper C' })).papers).toEqual(before);
    expect(await listed({ in_trash: true })).toBe('');
  });

  test('restores a paper that is added again or gets a note, but not for a batch', async () => {
    const [code = ''] = some('A');
    const trash = () => ask('post', '/api/library/trash', { bibcodes: [code] });
    await trash();
    await world.call('post', '/api/no_resource').send({ bibcode: code }).expect(200);
    expect(await listed({ in_trash: true })).toBe('A');
    const note = { bibcode: code, paragraph_index: 0, note_text: 'n', highlight_color: 'blue', selected_text: '' };
    await ask('post', '/api/notes', note);
    expect(await listed({ in_trash: true })).toBe('');
    await trash();
    expect(await ask('post', '/api/papers', { identifier: code })).toMatchObject({ status: 'added' });
    await trash();
    const entry = '@article{k, title = {Paper A}, author = {Ångström, A.}, year = 2000, journal = {ApJ}}';
    expect(await importFile(world, entry)).toMatchObject({ entries: [{ bibcode: code }] });
    expect(await listed({ sort: 'title', order: 'asc' })).toBe('ABCDE');
  });
});
