import type { TextSeal } from '@almagest/durable-files';
import { changedKeys } from '../../domain/linked/seen.ts';
import { readCollection, readItem, type ZoteroItem } from '../../domain/linked/zotero-object.ts';
import {
  EMPTY_ITEM,
  findItems,
  listVersions,
  markRemoved,
  saveItems,
  type LinkedItem,
} from '../../persistence/linked/linked-item-repository.ts';
import { SourceError } from '../../sources/source.ts';
import { KEYS_PER_REQUEST, type ZoteroApi, type ZoteroSession } from '../../sources/zotero/zotero-api.ts';
import type { UploadDeps } from '../full-text/upload-paper.ts';
import type { ImportRun } from './import-run.ts';
import { collectionKey, storeCollections } from './store-collections.ts';
import { storeEntries } from './store-entries.ts';
import { storeFile } from './store-file.ts';
import { storeNotes } from './store-parts.ts';

export interface ZoteroDeps extends UploadDeps {
  readonly zotero: Pick<ZoteroApi, 'libraries' | 'open'>;
  readonly seal: Pick<TextSeal, 'open' | 'seal'>;
}

/** Types of items that belong to other items. */
const PARTS: ReadonlySet<string> = new Set(['note', 'annotation', 'attachment']);

/** Depth of items below an entry: an annotation belongs to a file, and the file belongs to an entry. */
const LEVELS = 2;

/**
 * Imports the changes of a Zotero library since the last import. Returns the version up to which everything is
 * imported. Each step stores the versions of its objects, so that the next import continues after an interruption.
 *
 * The version comes from the first response. Later changes have higher versions, so the next import finds them.
 */
export async function importZotero(deps: ZoteroDeps, run: ImportRun): Promise<number> {
  const { link } = run;
  const key = link.sealed_key === null ? undefined : deps.seal.open(link.sealed_key);
  if (key === undefined)
    throw new SourceError('zotero', 'unauthorized', 'The stored key is unreadable. Link the library again');
  const session = deps.zotero.open(link.library, key, run.signal);
  const since = link.version;
  const collections = await session.changes('collections', since);
  if (collections === undefined) return since;
  const top = await session.changes('items/top', since);
  const all = await session.changes('items', since);
  const importedItems = await listVersions(deps.db, link.id, 'items');
  const importedCollections = new Map(
    [...(await listVersions(deps.db, link.id, 'collections'))].map(([one, version]) => [bareKey(one), version]),
  );
  const newCollections = changedKeys(collections.versions, importedCollections);
  const entries = changedKeys(top?.versions ?? new Map(), importedItems);
  const parts = changedKeys(all?.versions ?? new Map(), importedItems).filter((one) => !top?.versions.has(one));
  await run.announce(newCollections.length + entries.length + parts.length);
  await importCollections(run, session, newCollections);
  for (const keys of chunks(entries)) await importEntries(run, session, keys);
  await importParts(deps, run, session, parts);
  if (since > 0) await importRemovals(run, session, since);
  return collections.version;
}

const bareKey = (key: string): string => key.slice(collectionKey('').length);

async function importCollections(run: ImportRun, session: ZoteroSession, keys: readonly string[]): Promise<void> {
  const found = [];
  for (const some of chunks(keys)) {
    for (const object of await session.objects('collections', some)) found.push(readCollection(object) ?? []);
  }
  const all = found.flat();
  if (all.length > 0) await run.step((trx, root) => storeCollections(trx, run.link.id, root, all));
  session.pauseIfAsked();
}

async function itemsOf(session: ZoteroSession, keys: readonly string[]): Promise<ZoteroItem[]> {
  return (await session.objects('items', keys)).flatMap((object) => readItem(object) ?? []);
}

async function importEntries(run: ImportRun, session: ZoteroSession, keys: readonly string[]): Promise<void> {
  const { link } = run;
  const items = await itemsOf(session, keys);
  await run.step(async (trx, root) => {
    const lone = items.filter(({ type }) => PARTS.has(type));
    await saveItems(trx, link.id, lone.map(loneRow));
    const entries = items.filter(({ type }) => !PARTS.has(type));
    const { done = 0, counts = {} } = await storeEntries(trx, targetOf(run, root), entries);
    return { done: done + lone.length, counts };
  });
  session.pauseIfAsked();
}

/** Returns the row of a note or file that has no entry and therefore cannot be imported. */
function loneRow({ key, type, version, data }: ZoteroItem): LinkedItem {
  const { title, note } = data;
  const name = typeof title === 'string' && title !== '' ? title : typeof note === 'string' ? note : key;
  return {
    ...EMPTY_ITEM,
    key,
    kind: type === 'note' ? 'note' : 'file',
    version,
    title: name
      .replaceAll(/<[^<>]*>/g, ' ')
      .trim()
      .slice(0, 120)
      .toWellFormed(),
    messages: ['it belongs to no entry, so it was not imported'],
  };
}

/** Imports notes, files and annotations. Imports a file before its notes and annotations. */
async function importParts(
  deps: ZoteroDeps,
  run: ImportRun,
  session: ZoteroSession,
  keys: readonly string[],
): Promise<void> {
  let waiting = keys;
  for (let level = 1; level <= LEVELS && waiting.length > 0; level += 1) {
    const later: string[] = [];
    for (const some of chunks(waiting)) {
      // Skips entries that were created after the list of entries was read. The next import reads them.
      const items = (await itemsOf(session, some)).filter(({ type }) => PARTS.has(type));
      for (const item of items.filter(({ type }) => type === 'attachment')) {
        await storeFile(deps, run, session, item);
        session.pauseIfAsked();
      }
      const notes = items.filter(({ type }) => type !== 'attachment');
      const known = await findItems(
        deps.db,
        run.link.id,
        notes.map(({ parent }) => parent),
      );
      const isReady = ({ parent }: ZoteroItem) => level === LEVELS || known.has(parent);
      for (const { key } of notes.filter((note) => !isReady(note))) later.push(key);
      await run.step((trx) => storeNotes(trx, targetOf(run, null), notes.filter(isReady)));
      session.pauseIfAsked();
    }
    waiting = later;
  }
}

async function importRemovals(run: ImportRun, session: ZoteroSession, since: number): Promise<void> {
  const { collections, items } = await session.deleted(since);
  const keys = [...items, ...collections.map(collectionKey)];
  await run.step(async (trx) => ({ counts: { removed: await markRemoved(trx, run.link.id, keys) } }));
}

const targetOf = ({ link: { id, library }, viewer }: ImportRun, root: number | null) => ({
  libraryId: id,
  library,
  root,
  viewer,
});

function* chunks(keys: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < keys.length; from += KEYS_PER_REQUEST) yield keys.slice(from, from + KEYS_PER_REQUEST);
}
