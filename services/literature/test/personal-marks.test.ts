import type { LibraryPapers, MergedPaper, SavedSearch, Tag } from '@almagest/contracts/literature';
import { beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { givenPerson } from './people.ts';
import { useWorld } from './world.ts';

const TOKEN = 'the-token-of-the-library';
const BUILT_IN = { 'x-api-key': TOKEN };

const world = useWorld({ worker: false, env: { API_TOKEN: TOKEN, LOGIN_RATE_PER_MIN: '1000' } });
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
    people.set(name, (await givenPerson(world, TOKEN, name, role)).headers);
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
  // A person's own mark replaces the common one.
  expect(await mark('ben', [second], { is_starred: false })).toEqual({ changed: 1 });
  expect([await starred('ben'), await starred('built-in')]).toEqual([[], [second]]);
  expect(codesOf(await list('ben', { is_starred: false }))).toEqual([...papers].toSorted());
  const read = await list('ada', { sort: 'reading_state', order: 'desc', limit: 1 });
  expect(read.papers[0]).toMatchObject({ bibcode: first, reading_state: 'read', is_starred: true });
  expect(codesOf(await list('ben', { reading_state: 'read' }))).toEqual([]);
  expect(codesOf(await list('ada', { reading_state: 'unread' }))).toEqual([second, third].toSorted());
  const search = { name: 'starred', search: { is_starred: true } };
  expect(await post<SavedSearch>('ada', '/api/library/searches', search)).toMatchObject({ paper_count: 2 });
  expect(await post<SavedSearch>('ben', '/api/library/searches', search)).toMatchObject({ paper_count: 0 });
});

test('tags of a person are seen and changed only by this person', async () => {
  const [first = '', second = ''] = papers;
  await post('built-in', '/api/tags', { bibcodes: [first], add: ['common'] });
  await post('ada', '/api/tags', { bibcodes: [first, second], add: ['own', 'common'] });
  expect(await get<Tag[]>('ada', '/api/tags')).toEqual([
    { name: 'common', paper_count: 2 },
    { name: 'own', paper_count: 2 },
  ]);
  expect(await get<Tag[]>('ben', '/api/tags')).toEqual([{ name: 'common', paper_count: 1 }]);
  const rename = (who: string, status: number) =>
    request(world.url).patch('/api/tags').set(as(who)).send({ name: 'common', new_name: 'renamed' }).expect(status);
  await rename('ben', 403);
  await rename('ada', 200);
  expect((await get<Tag[]>('ben', '/api/tags')).map(({ name }) => name)).toEqual(['common']);
  await rename('chief', 200);
  expect((await get<Tag[]>('ben', '/api/tags')).map(({ name }) => name)).toEqual(['renamed']);
});

test('the trash of a person hides papers from this person only', async () => {
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
  expect(await post('ada', '/api/library/restore', { bibcodes: [first] })).toEqual({ changed: 1 });
  expect(codesOf(await list('ada'))).toEqual([...papers].toSorted());
});

test('merging papers keeps the marks and tags of people, and undoing the merge restores them', async () => {
  const [, second = '', third = ''] = papers;
  await mark('ada', [third], { is_starred: true, reading_state: 'reading' });
  await post('ben', '/api/tags', { bibcodes: [third], add: ['of ben'] });
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
  expect((await seen('ada')).find(({ bibcode }) => bibcode === second)).toMatchObject({
    is_starred: true,
    reading_state: 'reading',
  });
  expect((await seen('ben')).find(({ bibcode }) => bibcode === second)?.tags).toContain('of ben');
  expect((await seen('ada')).find(({ bibcode }) => bibcode === second)?.tags).not.toContain('of ben');
  await post('chief', `/api/library/merges/${merges[0]?.id}/undo`, {});
  expect([await seen('ada'), await seen('ben'), await seen('built-in')]).toEqual(before);
});

test('the open paper of a person is seen only by this person', async () => {
  const [first = '', second = ''] = papers;
  await post('built-in', '/api/active_bibcode', { bibcode: second });
  await post('ada', '/api/active_bibcode', { bibcode: first });
  const open = async (who: string) => (await get<{ bibcode: string | null }>(who, '/api/active_bibcode')).bibcode;
  expect([await open('ada'), await open('ben'), await open('built-in')]).toEqual([first, null, second]);
});
