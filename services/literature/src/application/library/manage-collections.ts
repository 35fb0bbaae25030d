import { recordAudit } from '@almagest/accounts';
import type { Collection, CollectionChange, NewCollection } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Ownership, Viewer } from '../../domain/people/access.ts';
import {
  deleteCollections,
  findCollection,
  findCollectionIn,
  heightOf,
  insertCollection,
  listAround,
  listCollections,
  lockTree,
  shareCollections,
  updateCollection,
  type CollectionRow,
} from '../../persistence/library/collection-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { withOwnership } from '../people/with-ownership.ts';
import { requireAccess } from '../people/require-access.ts';
import { unknownCollection } from './require-collection.ts';

interface Deps {
  readonly db: Db;
}

/** The maximum depth of subcollections. Imports have the same limit. */
const MAX_DEPTH = 20;

export async function readCollections({ db }: Deps, viewer: Viewer): Promise<Collection[]> {
  const rows = await listCollections(db, viewer);
  return await withOwnership(
    db,
    viewer,
    rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() })),
  );
}

/**
 * Creates a collection. A repeated request returns the existing collection. A subcollection has the owner and the
 * sharing of its parent.
 */
export async function createCollection(
  { db }: Deps,
  viewer: Viewer,
  { name, parent_id = null }: NewCollection,
): Promise<Collection> {
  const id = await inTransaction(db, async (trx) => {
    await lockTree(trx);
    if (parent_id !== null) await requireAccess(trx, viewer, { table: 'collection', id: parent_id }, 'edit');
    const depth = parent_id === null ? 0 : (await requireAround(trx, parent_id)).length;
    const owner = (parent_id === null ? undefined : await findCollection(trx, parent_id)) ?? newFor(viewer);
    const known = await findCollectionIn(trx, { parentId: parent_id, ownerId: owner.owner_id }, name.trim());
    if (known !== undefined) return known.id;
    requireDepth(depth + 1);
    const { owner_id, sharing, shared_group } = owner;
    const created = await insertCollection(trx, { parent_id, name: name.trim(), owner_id, sharing, shared_group });
    await recordAudit(trx, { object: `collection ${created}` });
    return created;
  });
  return await readCollection(db, viewer, id);
}

/**
 * Renames or moves a collection. Refuses to move a collection into itself, or next to another collection with the same
 * name.
 */
export async function changeCollection(
  { db }: Deps,
  viewer: Viewer,
  id: number,
  change: CollectionChange,
): Promise<Collection> {
  await inTransaction(db, async (trx) => {
    await lockTree(trx);
    const collection = await findCollection(trx, id);
    if (collection === undefined) throw unknownCollection(id);
    await requireAccess(trx, viewer, { table: 'collection', id }, 'edit');
    const { name = collection.name, parent_id = collection.parent_id } = change;
    const changed = { id, parent_id, name: name.trim() };
    if (parent_id !== null) {
      await requireAccess(trx, viewer, { table: 'collection', id: parent_id }, 'edit');
      const around = await requireAround(trx, parent_id);
      if (around.includes(id))
        throw new Refusal('conflict', `parent_id: collection ${parent_id} is collection ${id} itself or is inside it`);
      requireDepth(around.length + (await heightOf(trx, id)));
      await adoptSharing(trx, collection, parent_id);
    }
    const place = { parentId: parent_id, ownerId: collection.owner_id };
    const twin = await findCollectionIn(trx, place, changed.name);
    if (twin !== undefined && twin.id !== id)
      throw new Refusal(
        'conflict',
        `there is already a collection '${changed.name.slice(0, 80).toWellFormed()}' in that place`,
      );
    await updateCollection(trx, changed);
    await recordAudit(trx, { object: `collection ${id}` });
  });
  return await readCollection(db, viewer, id);
}

/** Deletes a collection with its subcollections. Keeps the papers in these collections. */
export async function removeCollection({ db }: Deps, viewer: Viewer, id: number): Promise<{ changed: number }> {
  const changed = await inTransaction(db, async (trx) => {
    await lockTree(trx);
    await requireAccess(trx, viewer, { table: 'collection', id }, 'own');
    const deleted = await deleteCollections(trx, id);
    if (deleted > 0) await recordAudit(trx, { object: `collection ${id}`, detail: { collections: deleted } });
    return deleted;
  });
  if (changed === 0) throw unknownCollection(id);
  return { changed };
}

const newFor = ({ ownerId }: Viewer): Ownership => ({ owner_id: ownerId, sharing: null, shared_group: null });

/** Copies the sharing of the new parent to a moved collection. Refuses a parent with another owner. */
async function adoptSharing(trx: Tx, collection: CollectionRow, parentId: number): Promise<void> {
  const parent = await findCollection(trx, parentId);
  if (parent === undefined) throw unknownCollection(parentId);
  if (parent.owner_id !== collection.owner_id)
    throw new Refusal(
      'conflict',
      `parent_id: collections ${parentId} and ${collection.id} belong to different accounts. Create a collection in ${parentId} instead`,
    );
  await shareCollections(trx, collection.id, parent);
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
      `parent_id: collections can be nested at most ${MAX_DEPTH} levels deep. This collection would be at level ${depth}`,
    );
}

async function readCollection(db: Db, viewer: Viewer, id: number): Promise<Collection> {
  const collection = (await readCollections({ db }, viewer)).find((one) => one.id === id);
  // The collection was deleted in the meantime.
  if (collection === undefined) throw unknownCollection(id);
  return collection;
}
