import type { SavedSearch } from '@almagest/contracts/literature';
import { expect, test } from '@jest/globals';
import { importFile } from './import-calls.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

const PATH = '/api/library/searches';
const save = async (body: object) => (await world.call('post', PATH).send(body).expect(200)).body as SavedSearch;
const list = async () => (await world.call('get', PATH).expect(200)).body as SavedSearch[];
const namesOf = (searches: readonly SavedSearch[]) => searches.map(({ name }) => name);

test('saved searches are counted, reordered, changed and deleted', async () => {
  await importFile(
    world,
    [2001, 2002, 2003].map((year) => `@misc{a${year}, title = {Of ${year}}, year = ${year}}`).join('\n'),
  );
  const recent = await save({ name: ' Recent ', search: { year_from: 2002, sort: 'year' } });
  expect(recent).toMatchObject({ name: 'Recent', search: { year_from: 2002, sort: 'year' }, paper_count: 2 });
  await save({ name: 'Old', search: { year_to: 2001 } });
  await save({ name: 'First', search: {}, position: 0 });
  expect((await list()).map(({ name, paper_count }) => [name, paper_count])).toEqual([
    ['First', 3],
    ['Recent', 2],
    ['Old', 1],
  ]);
  // A search with the same name replaces the first one in its place.
  expect(await save({ name: 'Recent', search: { year_from: 2003 } })).toMatchObject({ id: recent.id, paper_count: 1 });
  const change = (body: object) => world.call('patch', `${PATH}/${recent.id}`).send(body);
  expect(namesOf((await change({ position: 10 }).expect(200)).body as SavedSearch[])).toEqual([
    'First',
    'Old',
    'Recent',
  ]);
  await change({ name: 'Old' }).expect(409, /already a saved search/);
  await change({ name: 'Newest', search: { collection: 99 } }).expect(404, /no collection 99/);
  await change({ name: 'Newest' }).expect(200);
  expect(namesOf((await world.call('delete', `${PATH}/${recent.id}`).expect(200)).body as SavedSearch[])).toEqual([
    'First',
    'Old',
  ]);
});

test('a search in a deleted collection is kept and finds nothing', async () => {
  const { id } = (await world.call('post', '/api/collections').send({ name: 'C' }).expect(200)).body as { id: number };
  const { paper_count } = await save({ name: 'In it', search: { collection: id } });
  await world.call('delete', `/api/collections/${id}`).expect(200);
  expect((await list()).find(({ name }) => name === 'In it')).toMatchObject({
    paper_count,
    search: { collection: id },
  });
});

test('searches saved concurrently get different positions', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  await Promise.all(names.map((name) => save({ name, search: {} })));
  const saved = namesOf(await list());
  expect(names.every((name) => saved.includes(name))).toBe(true);
  const rows = await world.sql('select count(distinct position) = count(*) as distinct from saved_search');
  expect(rows).toEqual([{ distinct: true }]);
});
