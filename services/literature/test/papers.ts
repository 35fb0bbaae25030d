import type { StandardPaper } from '@almagest/contracts/literature';
import type { World } from './world.ts';

/** A paper as the outside world has it. */
export type Entry = ReturnType<World['lab']['library']['byKey']>;

/** A paper that a search has found but that is not in the library. */
export async function givenFound(world: World, key: string): Promise<Entry> {
  const entry = world.lab.library.byKey(key);
  const query = { q: `bibcode:"${entry.bibcode}"`, source: 'catalog' };
  const { body } = await world.call('get', '/api/search').query(query).expect(200);
  const [found] = body as StandardPaper[];
  if (found?.bibcode !== entry.bibcode) throw new Error(`the catalog did not find ${entry.bibcode}`);
  return entry;
}

/** The record of a paper as the reader shows it. */
export async function readRecord(world: World, bibcode: string): Promise<StandardPaper> {
  const { body } = await world.call('get', '/api/paper').query({ bibcode }).expect(200);
  return (body as { paper: StandardPaper }).paper;
}

export async function readLibrary(world: World): Promise<StandardPaper[]> {
  return (await world.call('get', '/api/library').expect(200)).body as StandardPaper[];
}
