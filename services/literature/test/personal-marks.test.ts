import type {
  AnswerRecord,
  Collection,
  ImportReport,
  LibraryAnswer,
  LibraryPapers,
  MergedPaper,
  SavedSearch,
  Tag,
} from '@almagest/contracts/literature';
import { beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { BUILT_IN, givenPerson, WITH_TOKEN } from './people.ts';
import { givenText } from './retrieval/passages.ts';
import { useWorld, type World } from './world.ts';

const world = useWorld({ worker: false, env: WITH_TOKEN });
type Headers = Readonly<Record<string, string>>;
const people = new Map<string, Headers>();
const as = (name: string): Headers => people.get(name) ?? BUILT_IN;
const papers: string[] = [];
beforeAll(async () => {
  for (const key of ['okonkwo2014', 'zhao2023', 'stone1991']) {
    const { bibcode } = world.lab.library.byKey(key);
    await request(world.url)
      .get('/api/search')
      .query({ q: `bibcode:"${bibcode}"`, source: 'catalog' })
      .set(BUILT_IN);
    await mark('built-in', [bibcode], { reading_state: 'unread' });
    papers.push(bibcode);
  }
  for (const [name, role] of [
    ['ada', 'reader'],
    ['ben', 'member'],
    ['chief', 'administrator'],
  ] as const)
    people.set(name, (await givenPerson(world, name, role)).headers);
});

async function post<R>(who: string, path: string, body: object, status = 200): Promise<R> {
  return (await request(world.url).post(path).set(as(who)).send(body).expect(status)).body as R;
}

const mark = (who: string, bibcodes: string[], marks: object) =>
  post<{ changed: number }>(who, '/api/library/marks', { bibcodes, ...marks });

async function list(who: string, query: object = {}): Promise<LibraryPapers> {
  return (await request(world.url).get('/api/library/papers').query(query).set(as(who)).expect(200))
    .body as LibraryPapers;
}

async function get<R>(who: string, path: string): Promise<R> {
  return (await request(world.url).get(path).set(as(who)).expect(200)).body as R;
}

const codesOf = ({ papers: all }: LibraryPapers) => all.map(({ bibcode }) => bibcode).toSorted();

test('only the person sees their stars and reading states, and everyone sees the marks of the built-in account', async () => {
  const [first = '', second = '', third = ''] = papers;
  expect(await mark('ada', [first], { is_starred: true, reading_state: 'read' })).toEqual({ changed: 1 });
  expect(await mark('ada', [first], { is_starred: true })).toEqual({ changed: 0 });
  expect(await mark('built-in', [second], { is_starred: true })).toEqual({ changed: 1 });
  const starred = async (who: string) => codesOf(await list(who, { is_starred: true }));
  expect(await starred('ada')).toEqual([first, second].toSorted());
  for (const who of ['ben', 'chief', 'built-in']) expect(await starred(who)).toEqual([second]);
  await mark('chief', [second], { reading_state: 'reading' });
  expect(await starred('chief')).toEqual([second]);
  // A person's own mark replaces the common mark.
  expect(await mark('ben', [second], { is_starred: false })).toEqual({ changed: 1 });
  expect([await starred('ben'), await starred('built-in')]).toEqual([[], [second]]);
  expect(codesOf(await list('ben', { is_starred: false }))).toEqual([...papers].toSorted());
  const read = await list('ada', { sort: 'reading_state', order: 'desc', limit: 1 });
  expect(read.papers[0]).toMatchObject({ bibcode: first, reading_state: 'read', is_starred: true });
  expect(codesOf(await list('ben', { reading_state: 'read' }))).toEqual([]);
  expect(codesOf(await list('ada', { reading_state: 'unread' }))).toEqual([second, third].toSorted());
  const search = { name: 'starred', search: { is_starred: true } };
  const saved = await post<SavedSearch>('ada', '/api/library/searches', search);
  expect(saved).toMatchObject({ paper_count: 2 });
  const path = `/api/library/searches/${saved.id}`;
  for (const who of ['ben', 'chief', 'built-in']) {
    await request(world.url).patch(path).set(as(who)).send({ name: 'x' }).expect(404);
    await request(world.url).delete(path).set(as(who)).expect(404);
    await request(world.url).post('/api/library/bibliographies').set(as(who)).send({ search: saved.id }).expect(404);
  }
  expect(await get<SavedSearch[]>('ada', '/api/library/searches')).toMatchObject([{ name: 'starred' }]);
  expect(await post<SavedSearch>('ben', '/api/library/searches', search)).toMatchObject({ paper_count: 0 });
});

test("only the person sees and changes the person's tags", async () => {
  const [first = '', second = ''] = papers;
  await post('built-in', '/api/tags', { bibcodes: [first], add: ['common'] });
  await post('ada', '/api/tags', { bibcodes: [first, second], add: ['own', 'common'] });
  expect(await get<Tag[]>('ada', '/api/tags')).toEqual([
    { name: 'common', paper_count: 2 },
    { name: 'own', paper_count: 2 },
  ]);
  expect(await get<Tag[]>('ben', '/api/tags')).toEqual([{ name: 'common', paper_count: 1 }]);
  const tagged = async (who: string, query: object) => codesOf(await list(who, query));
  expect(await tagged('ada', { tag: 'common' })).toEqual([first, second].toSorted());
  expect(await tagged('ada', { has_tags: true })).toEqual([first, second].toSorted());
  expect([await tagged('ben', { tag: 'common' }), await tagged('ben', { tag: 'own' })]).toEqual([[first], []]);
  expect(await tagged('ben', { has_tags: true })).toEqual([first]);
  const rename = (who: string, status: number) =>
    request(world.url).patch('/api/tags').set(as(who)).send({ name: 'common', new_name: 'renamed' }).expect(status);
  await rename('ben', 403);
  const remove = { bibcodes: [first, second], remove: ['own', 'common'] };
  expect(await post('ben', '/api/tags', remove)).toEqual({ added: 0, removed: 0 });
  await rename('ada', 200);
  expect((await get<Tag[]>('ben', '/api/tags')).map(({ name }) => name)).toEqual(['common']);
  await rename('chief', 200);
  expect((await get<Tag[]>('ben', '/api/tags')).map(({ name }) => name)).toEqual(['renamed']);
});

test("a person's trash hides papers only from this person", async () => {
  const [first = ''] = papers;
  expect(await post('ada', '/api/library/trash', { bibcodes: [first] })).toEqual({ changed: 1 });
  const others = papers.slice(1).toSorted();
  expect([codesOf(await list('ada')), codesOf(await list('ada', { in_trash: true }))]).toEqual([others, [first]]);
  expect([codesOf(await list('ben')), codesOf(await list('ben', { in_trash: true }))]).toEqual([
    [...papers].toSorted(),
    [],
  ]);
  const library = await get<{ bibcode: string }[]>('ada', '/api/library');
  expect(library.map(({ bibcode }) => bibcode).toSorted()).toEqual(others);
  await post('ben', '/api/library/trash', { bibcodes: [first] });
  const [, second = ''] = papers;
  await post('ada', '/api/library/trash', { bibcodes: [second] });
  expect(await post('ada', '/api/library/restore', { bibcodes: [first] })).toEqual({ changed: 1 });
  expect(codesOf(await list('ada', { in_trash: true }))).toEqual([second]);
  await post('ada', '/api/library/restore', { bibcodes: [second] });
  expect([codesOf(await list('ada')), codesOf(await list('ben'))]).toEqual([[...papers].toSorted(), others]);
  await post('ben', '/api/library/restore', { bibcodes: [first] });
});

test("a person's questions and answers show no paper in the person's own trash", async () => {
  const asBuiltIn = { lab: world.lab, call: (...to) => world.call(...to).set(BUILT_IN) } as World;
  const { bibcode } = await givenText(asBuiltIn, 'laurent1999', ['The axolotl nebula is pink.']);
  world.lab.setScript(Array.from({ length: 5 }, () => ({ text: 'It is pink [1].' })));
  const sources = async (who: string) =>
    (await post<LibraryAnswer>(who, '/api/chat/rag', { question: 'axolotl nebula' })).sources.map((one) => one.bibcode);
  await request(world.url).post('/api/answers').set(as('ben')).send({ question: 'Which?', bibcode }).expect(200);
  const asked = async () => (await get<{ answers: AnswerRecord[] }>('ben', '/api/answers')).answers.length;
  expect([await sources('ben'), await asked()]).toEqual([[bibcode], 1]);
  await post('ben', '/api/library/trash', { bibcodes: [bibcode] });
  expect([await sources('ben'), await asked(), await sources('chief')]).toEqual([[], 0, [bibcode]]);
  await post('ben', '/api/library/restore', { bibcodes: [bibcode] });
  expect([await sources('ben'), await asked()]).toEqual([[bibcode], 1]);
  await world.sql('delete from answer');
});

test('merging papers keeps the marks and tags of people, and undoing the merge restores what has not changed since', async () => {
  const [first = '', second = '', third = ''] = papers;
  await mark('ada', [first], { reading_state: 'read' });
  await mark('ada', [third], { is_starred: true, reading_state: 'reading' });
  await mark('ben', [second, third], { reading_state: 'reading' });
  await mark('chief', [second, third], { reading_state: 'reading' });
  await post('ben', '/api/tags', { bibcodes: [third], add: ['of ben'] });
  // A person sees the remaining paper unless all of the papers are in their trash.
  await post('ben', '/api/library/trash', { bibcodes: [third] });
  const seen = async (who: string) =>
    (await list(who, { sort: 'title' })).papers.map(({ bibcode, is_starred, reading_state, tags }) => ({
      bibcode,
      is_starred,
      reading_state,
      tags,
    }));
  const before = [await seen('ada'), await seen('ben'), await seen('built-in')];
  await post('ben', '/api/library/merges', { keep: second, merge: [third] }, 403);
  const { merges } = await post<MergedPaper>('chief', '/api/library/merges', { keep: second, merge: [third] });
  expect(codesOf(await list('built-in', { in_trash: true }))).toEqual([]);
  expect((await seen('ada')).find(({ bibcode }) => bibcode === second)).toMatchObject({
    is_starred: true,
    reading_state: 'reading',
  });
  expect((await seen('ben')).find(({ bibcode }) => bibcode === second)?.tags).toContain('of ben');
  expect((await seen('ada')).find(({ bibcode }) => bibcode === second)?.tags).not.toContain('of ben');
  await mark('chief', [second], { reading_state: 'read' });
  await post('chief', `/api/library/merges/${merges[0]?.id}/undo`, {});
  expect([await seen('ada'), await seen('ben'), await seen('built-in')]).toEqual(before);
  expect((await seen('chief')).find(({ bibcode }) => bibcode === second)?.reading_state).toBe('read');
});

test("only the person sees the person's open paper", async () => {
  const [first = '', second = ''] = papers;
  await post('built-in', '/api/active_bibcode', { bibcode: second });
  await post('ada', '/api/active_bibcode', { bibcode: first });
  const open = async (who: string) => (await get<{ bibcode: string | null }>(who, '/api/active_bibcode')).bibcode;
  expect([await open('ada'), await open('ben'), await open('built-in')]).toEqual([first, null, second]);
});

test("only the person sees and deletes the person's questions and answers", async () => {
  await request(world.url).post('/api/answers').set(as('ben')).send({ question: 'Why?' }).expect(200);
  const asked = async (who: string) => (await get<{ answers: AnswerRecord[] }>(who, '/api/answers')).answers;
  const [{ id } = { id: 0 }] = await asked('ben');
  for (const who of ['chief', 'built-in']) {
    expect(await asked(who)).toEqual([]);
    await post(who, '/api/answers', { question: 'And then?', follows: id }, 404);
    await request(world.url).delete(`/api/answers/${id}`).set(as(who)).expect(404);
  }
  expect(await asked('ben')).toMatchObject([{ id, question: 'Why?' }]);
});

test('a linked library is seen and changed only by its person', async () => {
  const rows = () =>
    world.sql('select to_jsonb(l), to_jsonb(i) from linked_library l join linked_item i on i.library_id = l.id');
  const [{ id } = { id: 0 }] = await world.sql<{ id: number }>(
    `insert into linked_library (owner_id, kind, library, name)
     select id::text, 'zotero', 'users/1', 'ben' from account where user_name = 'ben' returning id`,
  );
  await world.sql(
    `insert into linked_item (library_id, key, kind, version, removed_at) values ($1, 'AAAA2222', 'entry', 1, now())`,
    [id],
  );
  const before = await rows();
  for (const who of ['chief', 'built-in']) {
    expect(await get(who, '/api/linked-libraries')).toEqual([]);
    for (const [method, path] of [
      ['post', '/refresh'],
      ['delete', '/removals'],
      ['delete', ''],
    ] as const)
      await world.call(method, `/api/linked-libraries/${id}${path}`).set(as(who)).expect(404);
  }
  expect(await rows()).toEqual(before);
  expect(await get('ben', '/api/linked-libraries')).toMatchObject([{ id, name: 'ben' }]);
});

test('an import adds papers to the importer’s collection, not to another collection of the same name', async () => {
  const imported = async (title: string) => {
    const item = { pubtype: 'ARTICLE', title, author: [{ first: 'A', last: 'Okafor' }], foldersNamed: ['Thesis'] };
    const file = Buffer.from(JSON.stringify([item]));
    await request(world.url).post('/api/import').set(as('ben')).attach('file', file, 'export').expect(200);
  };
  const counted = async (who: string) =>
    (await get<Collection[]>(who, '/api/collections')).map(({ name, paper_count }) => [name, paper_count]);
  await imported('The first paper');
  await post('chief', '/api/collections', { name: 'Thesis' });
  await imported('The second paper');
  expect([await counted('ben'), await counted('chief')]).toEqual([[['Thesis', 2]], [['Thesis', 0]]]);
});

test('an import adds a note to each paper and for each person once', async () => {
  const entry = (title: string) =>
    `@misc{x, title = {${title}}, author = {Ng, A.}, year = 2003, annote = {To be checked.}}`;
  const notesAdded = async (who: string, ...titles: readonly string[]) => {
    const call = request(world.url).post('/api/import').set(as(who));
    const { body } = await call.attach('file', Buffer.from(titles.map(entry).join('\n')), 'x.bib').expect(200);
    return (body as ImportReport).notes_added;
  };
  expect(await notesAdded('ben', 'One')).toBe(1);
  expect(await notesAdded('ben', 'One', 'Two')).toBe(1);
  expect(await notesAdded('chief', 'One')).toBe(1);
});
