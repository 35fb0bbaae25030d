import type { Collection, CollectionChange, NewCollection } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import {
  deleteCollections,
  findCollection,
  findCollectionIn,
  heightOf,
  insertCollection,
  listAround,
  listCollections,
  lockTree,
  updateCollection,
} from '../../persistence/library/collection-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { unknownCollection } from './require-collection.ts';

interface Deps {
  readonly db: Db;
}

/** The same depth as for imports. */
const MAX_DEPTH = 20;

export async function readCollections({ db }: Deps): Promise<Collection[]> {
  const rows = await listCollections(db);
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
}

/** Creates a collection. A repeated request returns the existing collection. */
export async function createCollection({ db }: Deps, { name, parent_id = null }: NewCollection): Promise<Collection> {
  const id = await inTransaction(db, async (trx) => {
    await lockTree(trx);
    const depth = parent_id === null ? 0 : (await requireAround(trx, parent_id)).length;
    const known = await findCollectionIn(trx, parent_id, name.trim());
    if (known !== undefined) return known.id;
    requireDepth(depth + 1);
    return await insertCollection(trx, parent_id, name.trim());
  });
  return await readCollection(db, id);
}

/** Renames or moves a collection. Refuses to move a collection into itself or next to one with the same name. */
export async function changeCollection({ db }: Deps, id: number, change: CollectionChange): Promise<Collection> {
  await inTransaction(db, async (trx) => {
    await lockTree(trx);
    const collection = await findCollection(trx, id);
    if (collection === undefined) throw unknownCollection(id);
    const { name = collection.name, parent_id = collection.parent_id } = change;
    const changed = { id, parent_id, name: name.trim() };
    if (parent_id !== null) {
      const around = await requireAround(trx, parent_id);
      if (around.includes(id))
        throw new Refusal('conflict', `parent_id: collection ${parent_id} is collection ${id} itself or is inside it`);
      requireDepth(around.length + (await heightOf(trx, id)));
    }
    const twin = await findCollectionIn(trx, parent_id, changed.name);
    if (twin !== undefined && twin.id !== id)
      throw new Refusal(
        'conflict',
        `there is already a collection '${changed.name.slice(0, 80).toWellFormed()}' in that place`,
      );
    await updateCollection(trx, changed);
  });
  return await readCollection(db, id);
}

/** Deletes a collection with its subcollections. Their papers stay. */
export async function removeCollection({ db }: Deps, id: number): Promise<{ changed: number }> {
  const changed = await inTransaction(db, async (trx) => {
    await lockTree(trx);
    return await deleteCollections(trx, id);
  });
  if (changed === 0) throw unknownCollection(id);
  return { changed };
}

async function requireAround(trx: Tx, id: number): Promise<number[]> {
  const around = await listAround(trx, id);
  if (around.length === 0) throw unknownCollection(id);
  return around;
}

function requireDepth(depth: number): void {
  if (depth > MAX_DEPTH)
    throw new Refusal(
      'conflict',
      `parent_id: collections can be nested at most ${MAX_DEPTH} deep; this one would be at depth ${depth}`,
    );
}

async function readCollection(db: Db, id: number): Promise<Collection> {
  const collection = (await readCollections({ db })).find((one) => one.id === id);
  // The collection was deleted meanwhile.
  if (collection === undefined) throw unknownCollection(id);
  return collection;
}
