import { join } from 'node:path';
import type { Collection, LibraryNote, LibraryPaper, NoteRecord, PaperFiles } from '@almagest/contracts/literature';
import { useDiskSyncs } from '@almagest/test-kit/disk-syncs';
import type { ZoteroLibrary } from '@almagest/upstream-lab';
import { beforeEach, expect, test } from '@jest/globals';
import {
  article,
  givenZotero,
  importEnd,
  link,
  LINKED,
  linkHeld,
  listLinked,
  refresh,
  wholeImport,
  ZOTERO_KEY,
} from './linked-calls.ts';
import { OFTEN_SWEPT, useWorld } from './world.ts';

const PDF = Buffer.from('%PDF-1.4\n% a small file\n');

const lostInPowerCut = useDiskSyncs();
const world = useWorld({ env: OFTEN_SWEPT });
let user = 100;
let library: ZoteroLibrary;
let chosen: { readonly library: string; readonly key: string };
beforeEach(() => {
  world.lab.zotero.setBackoff();
  user += 1;
  chosen = { library: `users/${user}`, key: `${ZOTERO_KEY}${user}` };
  library = givenZotero(world, { userId: user, key: chosen.key, name: `ada ${user}` });
});

const linked = async () => await link(world, {}, chosen);

async function paperOf(title: string): Promise<LibraryPaper | undefined> {
  const { papers } = (await world.call('get', '/api/library/papers').query({ title }).expect(200)).body as {
    papers: LibraryPaper[];
  };
  expect(papers.length).toBeLessThanOrEqual(1);
  return papers[0];
}

async function notesOf(bibcode = ''): Promise<NoteRecord[]> {
  return (await world.call('get', '/api/notes').query({ bibcode }).expect(200)).body as NoteRecord[];
}

async function collections(): Promise<Collection[]> {
  return (await world.call('get', '/api/collections').expect(200)).body as Collection[];
}

/** Returns the path of each collection that contains a paper. */
async function pathsOf(paper: LibraryPaper | undefined): Promise<string[]> {
  const all = await collections();
  const pathOf = (id: number | null): string => {
    const one = all.find((other) => other.id === id);
    return one === undefined ? '' : `${pathOf(one.parent_id)}/${one.name}`;
  };
  return (paper?.collections ?? []).map(pathOf).toSorted();
}

test('imports entries with nested collections, tags, notes, annotations and files', async () => {
  const outer = library.put('collections', { name: 'Hot stars' });
  const inner = library.put('collections', { name: 'Winds', parentCollection: outer });
  const tags = [{ tag: 'to read' }, { tag: 'mass loss', type: 1 }];
  const one = library.put('items', article('Winds of hot stars', { DOI: '10.5555/z1', collections: [inner], tags }));
  library.put('items', article('A loose paper'));
  library.put('items', { itemType: 'note', parentItem: one, note: '<p>A <b>bold</b> claim</p><ul><li>one</li></ul>' });
  const file = library.attach(one, 'winds.pdf', PDF);
  const mark = { itemType: 'annotation', parentItem: file, annotationPageLabel: '3' };
  library.put('items', {
    ...mark,
    annotationType: 'highlight',
    annotationText: 'marked words',
    annotationComment: 'check this',
    annotationColor: '#5fb236',
  });
  library.put('items', { ...mark, annotationType: 'ink' });
  library.put('items', { itemType: 'note', note: '<p>Alone</p>' });
  library.put('items', {
    itemType: 'attachment',
    parentItem: one,
    linkMode: 'linked_url',
    title: 'Web page',
    url: 'x',
  });
  const { counts, problems, failure, next_run_at, collection_id } = await linked();
  expect(failure).toBe('');
  expect(counts).toEqual({ papers: 2, changed: 0, notes: 1, highlights: 1, files: 1, removed: 0 });
  const paper = await paperOf('Winds of hot stars');
  expect(paper).toMatchObject({ tags: ['to read'], keywords: ['mass loss'], is_downloaded: true });
  const root = `/Zotero: ada ${user}`;
  expect(await pathsOf(paper)).toEqual([`${root}/Hot stars/Winds`]);
  expect(await pathsOf(await paperOf('A loose paper'))).toEqual([root]);
  expect((await collections()).find(({ id }) => id === collection_id)?.name).toBe(root.slice(1));
  const notes = await notesOf(paper?.bibcode);
  expect(
    notes.map(({ note_text, selected_text, highlight_color }) => [note_text, selected_text, highlight_color]),
  ).toEqual(
    expect.arrayContaining([
      ['A **bold** claim\n\n- one', '', 'yellow'],
      ['check this (p. 3)', 'marked words', 'green'],
    ]),
  );
  expect(notes).toHaveLength(2);
  const files = (await world.call('get', '/api/papers/files').query({ bibcode: paper?.bibcode }).expect(200))
    .body as PaperFiles;
  expect(files.files).toMatchObject([{ type: 'pdf', label: 'winds.pdf', is_upload: true, is_chosen: true }]);
  const stored = await world.sql<{ location: string }>('select location from paper_file');
  expect(stored.flatMap(({ location }) => lostInPowerCut(join(world.libraryDir, location)))).toEqual([]);
  expect(problems.flatMap(({ messages }) => messages).toSorted()).toEqual([
    'an annotation without text (ink) was not imported',
    'it belongs to no entry, so it was not imported',
    'links to web pages are not imported',
  ]);
  expect(next_run_at).not.toBeNull();
});

test('ten later imports follow changes, keep what was removed there, and duplicate nothing', async () => {
  const place = library.put('collections', { name: 'Plan' });
  const keys = Array.from({ length: 120 }, (_, number) =>
    library.put(
      'items',
      article(`Sequence paper ${user} entry ${number}`, { collections: [place], tags: [{ tag: 'first' }] }),
    ),
  );
  const { id, counts } = await linked();
  expect(counts.papers).toBe(120);
  // The same items in another library.
  const other = `(select id from linked_library where library = 'users/other')`;
  await world.sql(`insert into linked_library (kind, library, name) values ('zotero', 'users/other', 'other')`);
  await world.sql(
    `insert into linked_item select (jsonb_populate_record(null::linked_item, to_jsonb(item) || jsonb_build_object(
       'library_id', ${other}, 'removals', array['a tag'], 'messages', array['a problem'],
       'version', 0, 'title', 'of the other library',
       'removed_at', case when ascii(right(key, 1)) % 2 = 0 then now() end))).* from linked_item as item where library_id = $1`,
    [id],
  );
  const others = async () =>
    await world.sql(`select to_jsonb(linked_item) as row from linked_item where library_id = ${other} order by key`);
  const before = await others();
  const count = async () => {
    const query = { title: `Sequence paper ${user}`, limit: 1 };
    return ((await world.call('get', '/api/library/papers').query(query).expect(200)).body as { total: number }).total;
  };
  expect(await count()).toBe(120);
  for (let round = 1; round <= 10; round += 1) {
    library.put('items', article(`Sequence paper ${user} round ${round}`, { collections: [place] }));
    library.put('items', { key: keys[round], volume: String(round), tags: [{ tag: `round ${round}` }] });
    library.put('items', { itemType: 'note', parentItem: keys[round], note: `<p>round ${round}</p>` });
    library.remove('items', keys[20 + round] ?? '');
    library.put('items', { key: keys[40 + round], deleted: 1 });
    world.lab.clearRequests();
    const { counts: now } = await refresh(world, id);
    expect(now).toEqual({ papers: 1, changed: 1, notes: 1, highlights: 0, files: 0, removed: 2 });
    expect(world.lab.requests({ route: 'zotero.items' }).length).toBeLessThanOrEqual(4);
    expect(await count()).toBe(120 + round);
  }
  const { removals, removal_count } = await refresh(world, id);
  // Ten deleted, ten in the trash, and ten that lost a tag.
  expect(removal_count).toBe(30);
  expect(removals.filter(({ messages }) => messages[0] === 'the entry was deleted')).toHaveLength(20);
  expect(removals.filter(({ messages }) => messages[0] === 'the tag first was removed')).toHaveLength(10);
  const changed = await paperOf(`Sequence paper ${user} entry 5`);
  expect(changed?.tags).toEqual(['first', 'round 5']);
  expect((await notesOf(changed?.bibcode)).map(({ note_text }) => note_text)).toEqual(['round 5']);
  library.put('items', { key: keys[41], deleted: 0 });
  expect((await refresh(world, id)).removal_count).toBe(29);
  const { body } = await world.call('delete', `${LINKED}/${id}/removals`).expect(200);
  expect(body).toMatchObject({ removal_count: 0, removals: [], problem_count: 0 });
  expect(await count()).toBe(130);
  expect(await others()).toEqual(before);
});

test('an unchanged library costs one request, and an unchanged file is not downloaded again', async () => {
  const file = library.attach(library.put('items', article('Steady paper')), 'steady.pdf', PDF);
  const { id } = await linked();
  world.lab.clearRequests();
  await refresh(world, id);
  expect(world.lab.requests({ host: 'zotero' }).map(({ status }) => status)).toEqual([304]);
  library.put('items', { key: file, title: 'Renamed' });
  expect((await refresh(world, id)).counts.files).toBe(0);
  expect(world.lab.requests({ route: 'zotero.file' })).toEqual([]);
});

test('collections keep their names and depth within the limits of this service', async () => {
  const keys: string[] = [];
  for (let level = 2; level <= 22; level += 1)
    keys.push(library.put('collections', { name: `Level ${level}`, parentCollection: keys.at(-1) ?? false }));
  library.put('items', article('Deep paper', { collections: keys.slice(-1) }));
  const { id, failure, collection_id: parent_id } = await linked();
  expect(failure).toBe('');
  const [path = ''] = await pathsOf(await paperOf('Deep paper'));
  expect([path.split('/').length - 1, path.endsWith('/Level 20')]).toEqual([20, true]);
  await world.call('post', '/api/collections').send({ name: 'Taken', parent_id }).expect(200);
  library.put('collections', { key: keys[0], name: 'Taken' });
  const { failure: later, problems } = await refresh(world, id);
  expect(later).toBe('');
  expect(problems.flatMap(({ messages }) => messages)).toContain(
    "the collection is called 'Taken' in Zotero. It keeps its name here",
  );
});

test.each([
  ['collections', 'zotero.collections'],
  ['entries', 'zotero.top'],
])('the next import adds what was created after the list of %s was read', async (_, route) => {
  library.put('items', article('Early paper'));
  const id = await linkHeld(world, route, chosen);
  const late = library.put('collections', { name: 'Late' });
  library.put('items', article(`Late paper ${user}`, { collections: [late] }));
  world.lab.clearFaults();
  await importEnd(world, id);
  await refresh(world, id);
  expect(await pathsOf(await paperOf(`Late paper ${user}`))).toContain(`/Zotero: ada ${user}/Late`);
});

test('changes that were made here are kept and listed', async () => {
  const place = library.put('collections', { name: 'Mine' });
  const tags = [{ tag: 'kept' }, { tag: 'dropped here' }];
  const one = library.put('items', article('Edited paper', { DOI: '10.5555/z7', collections: [place], tags }));
  const two = library.put('items', article('Binned paper'));
  const [a, b, c] = ['note a', 'note b', 'note c'].map((note) =>
    library.put('items', { itemType: 'note', parentItem: one, note: `<p>${note}</p>` }),
  );
  const { id } = await linked();
  const paper = await paperOf('Edited paper');
  const notes = await notesOf(paper?.bibcode);
  const idOf = (text: string) => notes.find(({ note_text }) => note_text === text)?.id ?? 0;
  await world
    .call('patch', '/api/notes')
    .send({ id: idOf('note a'), note_text: 'mine' })
    .expect(200);
  await world
    .call('delete', '/api/notes')
    .query({ id: idOf('note b') })
    .expect(200);
  await world
    .call('post', '/api/tags')
    .send({ bibcodes: [paper?.bibcode], remove: ['dropped here'] })
    .expect(200);
  const [collection] = paper?.collections ?? [];
  await world
    .call('post', `/api/collections/${collection}/papers`)
    .send({ remove: [paper?.bibcode] })
    .expect(200);
  await world.call('patch', `/api/collections/${collection}`).send({ name: 'Renamed here' }).expect(200);
  const bin = await paperOf('Binned paper');
  await world
    .call('post', '/api/library/trash')
    .send({ bibcodes: [bin?.bibcode] })
    .expect(200);
  for (const [key, note] of [
    [a, 'new a'],
    [b, 'new b'],
    [c, 'new c'],
  ])
    library.put('items', { key, note: `<p>${note}</p>` });
  library.put('items', { key: one, volume: '12', tags: [...tags, { tag: 'added' }] });
  library.put('items', { key: two, volume: '3' });
  library.attach(two, 'late.pdf', PDF);
  library.put('collections', { key: place, name: 'Renamed there' });
  const { problems } = await refresh(world, id);
  expect((await paperOf('Edited paper'))?.tags).toEqual(['added', 'kept']);
  expect((await paperOf('Edited paper'))?.collections).toEqual([]);
  expect(await paperOf('Binned paper')).toBeUndefined();
  expect((await notesOf(paper?.bibcode)).map(({ note_text }) => note_text).toSorted()).toEqual(['mine', 'new c']);
  expect((await collections()).map(({ name }) => name)).toContain('Renamed here');
  expect(problems.flatMap(({ messages }) => messages).toSorted()).toEqual(
    [
      "the collection is called 'Renamed there' in Zotero. It keeps its name here",
      'its text was changed in both places. The text here was kept',
      'it was deleted here. The change was not imported',
      'the paper is in the trash here. The change was not imported',
      'the paper is in the trash here. The file was not imported',
    ].toSorted(),
  );
  library.put('items', { key: one, volume: '13' });
  await world.sql(`delete from paper where title = 'Binned paper'`);
  library.put('items', { key: two, volume: '4' });
  const { problems: later } = await refresh(world, id);
  const messagesOf = (of: string) => later.find(({ title }) => title === of)?.messages;
  expect(messagesOf('Edited paper')).toEqual(['replaced stored values: volume']);
  expect(messagesOf('Binned paper')).toEqual(['the paper was deleted here. The change was not imported']);
  expect(await paperOf('Binned paper')).toBeUndefined();
});

test('entries that contradict a known paper stay separate papers', async () => {
  const bib =
    '@article{x, author = {Okonkwo, Ada}, title = {The same title}, year = 2014, volume = 5, doi = {10.5555/a}}';
  await world.call('post', '/api/import').attach('file', Buffer.from(bib), 'x.bib').expect(200);
  library.put('items', article('The same title', { volume: '9', DOI: '10.5555/b' }));
  library.put('items', article('The same title', { DOI: '10.5555/a', pages: '7' }));
  await linked();
  const { body } = await world.call('get', '/api/library/papers').query({ title: 'The same title' }).expect(200);
  expect((body as { papers: LibraryPaper[] }).papers.map(({ doi }) => doi).toSorted()).toEqual([
    '10.5555/a',
    '10.5555/b',
  ]);
});

/** Ends the pause of a library, and waits for the rest of the import. */
async function afterPause(id: number) {
  await world.sql('update linked_library set not_before = now(), next_run_at = now() where id = $1', [id]);
  return await wholeImport(world, id);
}

test('pauses when Zotero requests it, and resumes without reading anything twice', async () => {
  for (let number = 0; number < 160; number += 1) library.put('items', article(`Paused paper ${user} ${number}`));
  world.lab.clearRequests();
  world.lab.setFault('zotero.items', [{ kind: 'rate_limited', retry_after: 3_600, after: 2, times: 1 }]);
  const first = await linked();
  expect(first).toMatchObject({
    failure: 'Zotero requests a pause of 3600 s. The import resumes afterwards',
    last_run_at: null,
  });
  expect(first.done).toBe(50);
  // Neither a request nor linking again shortens the pause.
  expect(await refresh(world, first.id)).toMatchObject({ is_running: false, done: 50, next_run_at: first.next_run_at });
  expect(await linked()).toMatchObject({ id: first.id, done: 50, next_run_at: first.next_run_at });
  const whole = await afterPause(first.id);
  expect(whole.counts.papers).toBe(160);
  const read = world.lab
    .requests({ route: 'zotero.items' })
    .filter(({ target, status }) => target.includes('itemKey=') && status === 200)
    .flatMap(({ target }) => new URL(target, 'http://x').searchParams.get('itemKey')?.split(',') ?? []);
  expect([read.length, new Set(read).size]).toEqual([160, 160]);
  library.put('items', article(`Paused paper ${user} last`));
  world.lab.zotero.setBackoff(7_200);
  world.lab.clearRequests();
  const { failure } = await refresh(world, first.id);
  expect(failure).toBe('Zotero requests a pause of 7200 s. The import resumes afterwards');
  expect((await afterPause(first.id)).counts.papers).toBe(1);
});

test('lost connections are tried again, and longer outages end the attempt', async () => {
  for (let number = 0; number < 60; number += 1) library.put('items', article(`Cut paper ${user} ${number}`));
  world.lab.setFault('zotero.items', [
    { kind: 'truncated', after: 1, times: 1 },
    { kind: 'reset', times: 1 },
  ]);
  const { id, counts, failure } = await linked();
  expect([failure, counts.papers]).toEqual(['', 60]);
  for (let number = 0; number < 60; number += 1) library.put('items', article(`Cut again ${user} ${number}`));
  world.lab.setFault('zotero.items', { kind: 'reset', after: 2 });
  const stopped = await refresh(world, id);
  expect(stopped).toMatchObject({ done: 50, total: 60 });
  expect(stopped.failure).toMatch(/^Zotero: /);
  world.lab.clearFaults();
  expect(await refresh(world, id)).toMatchObject({ failure: '', counts: { papers: 60, changed: 0 } });
});

test('a revoked key ends the imports until the library is linked again', async () => {
  library.put('items', article('Before the end'));
  const { id } = await linked();
  const access = world.lab.zotero.access.get(chosen.key);
  world.lab.zotero.access.delete(chosen.key);
  const { failure, next_run_at } = await refresh(world, id);
  expect(failure).toMatch(/refused the API key/);
  expect(next_run_at).toBeNull();
  await world
    .call('post', '/api/zotero-libraries')
    .send({ key: chosen.key })
    .expect(400, /refused the API key/);
  if (access !== undefined) world.lab.zotero.access.set(chosen.key, access);
  const again = await linked();
  expect([again.id, again.failure]).toEqual([id, '']);
});

test('files that cannot be imported are listed, and all others are imported', async () => {
  const one = library.put('items', article('Paper with files'));
  library.attach(one, 'page.html', PDF, { contentType: 'text/html' });
  library.attach(one, 'linked.pdf', PDF, { linkMode: 'linked_file' });
  library.attach(one, 'wrong.pdf', Buffer.from('<html>no PDF</html>'));
  library.files.delete(library.attach(one, 'missing.pdf', PDF));
  library.attach(one, 'good.pdf', PDF);
  const { counts, problems } = await linked();
  expect(counts.files).toBe(1);
  expect(problems.map(({ title }) => title).toSorted()).toEqual([
    'linked.pdf',
    'missing.pdf',
    'page.html',
    'wrong.pdf',
  ]);
  expect(problems.every(({ messages }) => messages.length === 1)).toBe(true);
});

test('a paper that is moved to the trash while its file is downloaded stays there', async () => {
  const title = `Binned meanwhile ${user}`;
  library.attach(library.put('items', article(title)), 'late.pdf', PDF);
  const id = await linkHeld(world, 'zotero.storage', chosen);
  const bibcodes = [(await paperOf(title))?.bibcode];
  await world.call('post', '/api/library/trash').send({ bibcodes }).expect(200);
  world.lab.clearFaults();
  const { problems } = await importEnd(world, id);
  expect(problems.flatMap(({ messages }) => messages)).toEqual([
    'the paper is in the trash here. The file was not imported',
  ]);
  expect(await paperOf(title)).toBeUndefined();
});

test('ending the link keeps papers and notes, and linking again duplicates nothing', async () => {
  const place = library.put('collections', { name: `Kept place ${user}` });
  const one = library.put('items', article('Kept paper', { collections: [place] }));
  library.put('items', { itemType: 'note', parentItem: one, note: '<p>kept note</p>' });
  library.attach(one, 'kept.pdf', PDF);
  const { id, collection_id } = await linked();
  await world.call('delete', `${LINKED}/${id}`).expect(200, { changed: 1 });
  await world.call('delete', `${LINKED}/${id}`).expect(404);
  expect((await listLinked(world)).map((other) => other.id)).not.toContain(id);
  const paper = await paperOf('Kept paper');
  expect(paper).toMatchObject({ note_count: 1, is_downloaded: true });
  const again = await linked();
  expect([again.collection_id, again.failure]).toEqual([collection_id, '']);
  expect((await collections()).filter(({ name }) => name === `Kept place ${user}`)).toHaveLength(1);
  expect(await paperOf('Kept paper')).toMatchObject({ bibcode: paper?.bibcode, note_count: 1 });
  const all = (await world.call('get', '/api/library/notes').query({ q: 'kept note' }).expect(200)).body as {
    notes: LibraryNote[];
  };
  expect(all.notes).toHaveLength(1);
  await importEnd(world, again.id);
});
