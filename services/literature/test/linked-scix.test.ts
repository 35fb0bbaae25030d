import type { Collection, LinkedLibrary, StandardPaper } from '@almagest/contracts/literature';
import { beforeEach, expect, test } from '@jest/globals';
import { importEnd, LINKED, refresh } from './linked-calls.ts';
import { OFTEN_SWEPT, useWorld } from './world.ts';

const world = useWorld({ env: OFTEN_SWEPT, bulk: 1_300 });
let count = 0;
let id = '';
beforeEach(() => {
  count += 1;
  id = `aLibraryOfSciX_${count}`;
});

/** Returns bibcodes of the stand-in's papers. */
const codes = (from: number, to: number) => world.lab.library.entries.slice(from, to).map(({ bibcode }) => bibcode);

const set = (bibcodes: readonly string[]) => world.lab.scix.set(id, { name: `Stars ${count}`, bibcodes });

async function link(): Promise<LinkedLibrary> {
  const { body } = await world.call('post', LINKED).send({ kind: 'scix', library: id }).expect(200);
  return await importEnd(world, (body as LinkedLibrary).id);
}

async function codesIn({ collection_id }: LinkedLibrary): Promise<string[]> {
  const query = { collection: collection_id };
  const { body } = await world.call('get', '/api/library/codes').query(query).expect(200);
  return (body as { bibcodes: string[] }).bibcodes.toSorted();
}

test('imports a library into a collection, follows additions and lists removals', async () => {
  set(codes(0, 5));
  const linked = await link();
  expect(linked).toMatchObject({ failure: '', kind: 'scix', name: `Stars ${count}`, counts: { papers: 5 } });
  expect(await codesIn(linked)).toEqual(codes(0, 5).toSorted());
  const { body } = await world.call('get', '/api/collections').expect(200);
  const own = (body as Collection[]).find((one) => one.id === linked.collection_id);
  expect(own?.name).toBe(`SciX: Stars ${count}`);
  set(codes(2, 7));
  const later = await refresh(world, linked.id);
  expect(later).toMatchObject({ counts: { papers: 2, removed: 2 }, removal_count: 2, problem_count: 0 });
  expect(later.removals.map(({ bibcode }) => bibcode ?? '').toSorted()).toEqual(codes(0, 2).toSorted());
  expect(await codesIn(linked)).toEqual(codes(0, 7).toSorted());
  set(codes(0, 7));
  expect(await refresh(world, linked.id)).toMatchObject({ removal_count: 0, counts: { papers: 2, removed: 0 } });
  world.lab.clearRequests();
  expect(await refresh(world, linked.id)).toMatchObject({ counts: { papers: 0, removed: 0 } });
  expect(world.lab.requests({ host: 'catalog' }).map(({ route }) => route)).toEqual(['catalog.library']);
});

test('papers that were removed from the collection here are not added again', async () => {
  set(codes(10, 13));
  const linked = await link();
  const [taken = ''] = codes(10, 11);
  await world
    .call('post', `/api/collections/${linked.collection_id}/papers`)
    .send({ remove: [taken] })
    .expect(200);
  set(codes(10, 14));
  await refresh(world, linked.id);
  expect(await codesIn(linked)).toEqual(codes(11, 14).toSorted());
});

test('reads a library of several pages, and resumes after faults without losing papers', async () => {
  set(codes(20, 1_220));
  const linked = await link();
  expect([linked.failure, linked.counts.papers]).toEqual(['', 1_200]);
  expect(await codesIn(linked)).toHaveLength(1_200);
  set(codes(20, 1_290));
  world.lab.setFault('catalog.library', { kind: 'not_found' });
  expect((await refresh(world, linked.id)).failure).toMatch(/SciX has no library/);
  world.lab.setFault('catalog.search', { kind: 'forbidden' });
  world.lab.clearFaults('catalog.library');
  expect((await refresh(world, linked.id)).failure).not.toBe('');
  world.lab.clearFaults();
  expect(await refresh(world, linked.id)).toMatchObject({ failure: '', counts: { papers: 70, removed: 0 } });
  expect(await codesIn(linked)).toHaveLength(1_270);
});

test('an old code is the same paper, unknown codes are listed, and unknown libraries are refused', async () => {
  const merged = world.lab.library.entries.find(({ alternates }) => alternates.length > 0);
  const [old = ''] = merged?.alternates ?? [];
  expect(old).not.toBe('');
  set([old, '1999ApJ...999..999X']);
  const linked = await link();
  expect(linked).toMatchObject({ counts: { papers: 1 }, problem_count: 1 });
  expect(linked.problems[0]?.key).toBe('1999ApJ...999..999X');
  expect(await codesIn(linked)).toEqual([merged?.bibcode]);
  set([merged?.bibcode ?? '']);
  const later = await refresh(world, linked.id);
  // The code that the catalog did not know is removed, and the old code of the paper is not.
  expect(later.removals.map(({ key }) => key)).toEqual(['1999ApJ...999..999X']);
  const answer = await world.call('post', LINKED).send({ kind: 'scix', library: 'noSuchLibrary' }).expect(400);
  expect(answer.text).toMatch(/SciX has no library noSuchLibrary/);
  const papers = (await world.call('get', '/api/library').expect(200)).body as StandardPaper[];
  expect(papers.filter(({ bibcode }) => bibcode === merged?.bibcode)).toHaveLength(1);
});
