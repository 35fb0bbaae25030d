import type { LinkedLibrary } from '@almagest/contracts/literature';
import { until } from '@almagest/test-kit/until';
import type { ZoteroLibrary } from '@almagest/upstream-lab';
import type { World } from './world.ts';

export const ZOTERO_KEY = 'aKeyOfZotero24charsLong1';
export const LINKED = '/api/linked-libraries';

type Headers = Readonly<Record<string, string>>;

/** Creates a library of a person at the stand-in for Zotero, and a key for the library. */
export function givenZotero(world: World, { userId = 7, key = ZOTERO_KEY, name = 'ada' } = {}): ZoteroLibrary {
  const path = `users/${userId}`;
  world.lab.zotero.access.set(key, { userId, userName: name, libraries: [path], files: true });
  return world.lab.zotero.library(path, name);
}

/** Returns an entry at Zotero. */
export function article(title: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    itemType: 'journalArticle',
    title,
    date: '2014',
    publicationTitle: 'The Astrophysical Journal',
    creators: [{ creatorType: 'author', firstName: 'Ada', lastName: 'Okonkwo' }],
    tags: [],
    collections: [],
    ...more,
  };
}

export async function listLinked(world: World, headers: Headers = {}): Promise<LinkedLibrary[]> {
  return (await world.call('get', LINKED).set(headers).expect(200)).body as LinkedLibrary[];
}

/** Waits until no import is due or running. */
export async function importEnd(world: World, id: number, headers: Headers = {}): Promise<LinkedLibrary> {
  return await until(async () => {
    const linked = (await listLinked(world, headers)).find((one) => one.id === id);
    return linked?.is_running === false && linked;
  }, `the import of library ${id} to end`);
}

/** Waits for the end of a complete import, across pauses. */
export async function wholeImport(world: World, id: number, headers: Headers = {}): Promise<LinkedLibrary> {
  return await until(
    async () => {
      const linked = (await listLinked(world, headers)).find((one) => one.id === id);
      return linked?.is_running === false && linked.failure === '' && linked.last_run_at !== null && linked;
    },
    `the import of library ${id} to be complete`,
    async () => (await listLinked(world, headers)).find((one) => one.id === id)?.done,
  );
}

export async function link(
  world: World,
  headers: Headers = {},
  { library = 'users/7', key = ZOTERO_KEY } = {},
): Promise<LinkedLibrary> {
  const body = { kind: 'zotero', library, key };
  const linked = (await world.call('post', LINKED).set(headers).send(body).expect(200)).body as LinkedLibrary;
  return await importEnd(world, linked.id, headers);
}

/** Links a library, and waits until the import waits for the answer of a route. Returns the id of the library. */
export async function linkHeld(
  world: World,
  route: string,
  { library, key }: { readonly library: string; readonly key: string },
): Promise<number> {
  world.lab.setFault(route, { kind: 'hold' });
  world.lab.clearRequests();
  const { body } = await world.call('post', LINKED).send({ kind: 'zotero', library, key }).expect(200);
  await until(() => world.lab.requests({ route }).length > 0, `a request of the route ${route}`);
  return (body as LinkedLibrary).id;
}

export async function refresh(world: World, id: number, headers: Headers = {}): Promise<LinkedLibrary> {
  await world.call('post', `${LINKED}/${id}/refresh`).set(headers).expect(200);
  return await importEnd(world, id, headers);
}
