import type { StandardPaper } from '@almagest/contracts/literature';
import type { World } from './world.ts';

/** A paper at the sources. */
export type Entry = ReturnType<World['lab']['library']['byKey']>;

/** Finds a paper with a search, without adding it to the library. */
export async function givenFound(world: World, key: string): Promise<Entry> {
  const entry = world.lab.library.byKey(key);
  const query = { q: `bibcode:"${entry.bibcode}"`, source: 'catalog' };
  const { body } = await world.call('get', '/api/search').query(query).expect(200);
  const [found] = body as StandardPaper[];
  if (found?.bibcode !== entry.bibcode) throw new Error(`the catalog did not find ${entry.bibcode}`);
  return entry;
}

/** Returns the record of a paper as the reader gets it. */
export async function readRecord(world: World, bibcode: string): Promise<StandardPaper> {
  const { body } = await world.call('get', '/api/paper').query({ bibcode }).expect(200);
  return (body as { paper: StandardPaper }).paper;
}

export async function readLibrary(world: World): Promise<StandardPaper[]> {
  return (await world.call('get', '/api/library').expect(200)).body as StandardPaper[];
}
