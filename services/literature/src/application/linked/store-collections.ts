import { addedSince, decideText } from '../../domain/linked/seen.ts';
import { parentsFirst, type ZoteroCollection } from '../../domain/linked/zotero-object.ts';
import type { Tx } from '../../persistence/database.ts';
import {
  findCollection,
  findCollectionIn,
  insertCollection,
  listAround,
  updateCollection,
  type CollectionRow,
} from '../../persistence/library/collection-repository.ts';
import {
  EMPTY_ITEM,
  findItems,
  markRemoved,
  saveItems,
  type LinkedItem,
} from '../../persistence/linked/linked-item-repository.ts';
import { MAX_COLLECTION_DEPTH, MAX_NAME_CHARS } from '../library/shorten-entry.ts';
import type { StepResult } from './import-run.ts';

/**
 * Returns the stored key of a collection. The key has a prefix, because Zotero may use the same key for a collection
 * and an item.
 */
export const collectionKey = (key: string): string => `collection:${key}`;

/**
 * Creates collections inside the library's collection, and renames collections that were renamed in Zotero. Keeps names
 * and places that a user changed in this service.
 */
export async function storeCollections(
  trx: Tx,
  libraryId: number,
  root: number | null,
  all: readonly ZoteroCollection[],
): Promise<StepResult> {
  const keys = addedSince(all.flatMap(({ key, parent }) => [key, parent])).filter((key) => key !== '');
  const known = new Map(await findItems(trx, libraryId, keys.map(collectionKey)));
  for (const collection of parentsFirst(all.filter(({ isTrashed }) => !isTrashed))) {
    const key = collectionKey(collection.key);
    const item = known.get(key);
    const parent =
      collection.parent === '' ? root : (known.get(collectionKey(collection.parent))?.collection_id ?? null);
    const place = await (item === undefined ? create(trx, parent, collection) : follow(trx, item, collection));
    const saved: LinkedItem = {
      ...EMPTY_ITEM,
      key,
      kind: 'collection',
      parent: collection.parent,
      version: collection.version,
      title: collection.name,
      seen: { text: collection.name },
      ...place,
    };
    known.set(key, saved);
    await saveItems(trx, libraryId, [saved]);
  }
  const removed = await markRemoved(
    trx,
    libraryId,
    all.filter(({ isTrashed }) => isTrashed).map(({ key }) => collectionKey(key)),
  );
  return { done: all.length, counts: { removed } };
}

type Placed = Pick<LinkedItem, 'collection_id' | 'messages'>;

async function create(trx: Tx, parentId: number | null, { name }: ZoteroCollection): Promise<Placed> {
  if (parentId === null)
    return { collection_id: null, messages: ['not created, because its parent collection was deleted here'] };
  const depth = (await listAround(trx, parentId)).length;
  if (depth >= MAX_COLLECTION_DEPTH)
    return {
      collection_id: parentId,
      messages: [`it is more than ${MAX_COLLECTION_DEPTH} levels deep. Its papers are in the parent collection`],
    };
  const parent = await findCollection(trx, parentId);
  const { owner_id = null, sharing = null, shared_group = null } = parent ?? {};
  const own = shortName(name);
  const twin = await findCollectionIn(trx, { parentId, ownerId: owner_id }, own);
  const id =
    twin?.id ?? (await insertCollection(trx, { parent_id: parentId, name: own, owner_id, sharing, shared_group }));
  return { collection_id: id, messages: [] };
}

async function follow(trx: Tx, item: LinkedItem, { name, parent }: ZoteroCollection): Promise<Placed> {
  const { collection_id: id } = item;
  const row = id === null ? undefined : await findCollection(trx, id);
  if (id === null || row === undefined)
    return { collection_id: null, messages: ['the collection was deleted here. Its papers are not added to it'] };
  const messages = parent === item.parent ? [] : ['the collection was moved in Zotero. It keeps its place here'];
  const decision = decideText(shortName(name), shortName(item.seen.text ?? ''), row.name);
  if (decision === 'replace' && (await isFree(trx, row, shortName(name))))
    await updateCollection(trx, { id, parent_id: row.parent_id, name: shortName(name) });
  else if (decision !== 'unchanged')
    messages.push(`the collection is called '${name.slice(0, 80).toWellFormed()}' in Zotero. It keeps its name here`);
  return { collection_id: id, messages };
}

async function isFree(trx: Tx, { parent_id, owner_id }: CollectionRow, name: string): Promise<boolean> {
  return (await findCollectionIn(trx, { parentId: parent_id, ownerId: owner_id }, name)) === undefined;
}

const shortName = (name: string): string => name.slice(0, MAX_NAME_CHARS).toWellFormed();
