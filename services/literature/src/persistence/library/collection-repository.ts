import { lockKey } from '@almagest/service-kit/advisory-lock';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Ownership, Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../database.ts';
import { inLibraryOf } from '../people/paper-marks.ts';
import { createdBy, visibleTo } from '../people/visibility.ts';

/** The path of a collection: the names of the collections, outermost first. */
export type CollectionPath = readonly string[];

/**
 * Finds the viewer's collections by their paths, and creates missing collections and their parents. Returns the id for
 * each path, with the path as JSON text, and the number of created collections.
 */
export async function ensureCollections(
  trx: Tx,
  viewer: Viewer,
  paths: readonly CollectionPath[],
): Promise<{ readonly ids: ReadonlyMap<string, number>; readonly added: number }> {
  if (paths.length > 0) await lockTree(trx);
  const wanted = new Map<string, CollectionPath>();
  for (const path of paths)
    for (let depth = 1; depth <= path.length; depth += 1)
      wanted.set(JSON.stringify(path.slice(0, depth)), path.slice(0, depth));
  const ids = new Map<string, number>([['[]', 0]]);
  let added = 0;
  const byDepth = Map.groupBy(wanted.values(), (path) => path.length);
  for (const depth of [...byDepth.keys()].toSorted((a, b) => a - b)) {
    const level = (byDepth.get(depth) ?? []).map((path) => ({
      name: path.at(-1) ?? '',
      parent: ids.get(JSON.stringify(path.slice(0, -1))) || null,
      path: JSON.stringify(path),
    }));
    const given = recordset(level, { name: 'text', parent: 'int4', path: 'text' }, 'c');
    const { numAffectedRows = 0n } = await sql`
      insert into collection (parent_id, name, owner_id, sharing, shared_group)
      select parent, c.name, ${viewer.ownerId}::text, up.sharing, up.shared_group
      from ${given} left join collection up on up.id = parent on conflict do nothing`.execute(trx);
    added += Number(numAffectedRows);
    const { rows } = await sql<{ id: number; path: string }>`
      select collection.id, c.path from ${given}
      join collection on collection.name = c.name and collection.parent_id is not distinct from c.parent
      where ${createdBy(viewer, 'collection')}`.execute(trx);
    for (const { id, path } of rows) ids.set(path, id);
  }
  return { ids, added };
}

/** Adds papers to collections. Returns the number of additions. */
export async function addToCollections(
  trx: Tx,
  members: readonly { readonly collectionId: number; readonly paperId: number }[],
): Promise<number> {
  if (members.length === 0) return 0;
  const { numAffectedRows = 0n } = await sql`
    insert into collection_paper (collection_id, paper_id)
    select distinct "collectionId", "paperId" from ${recordset(members, { collectionId: 'int4', paperId: 'int4' }, 'm')}
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows);
}

export async function takeFromCollection(trx: Tx, id: number, paperIds: readonly number[]): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('collection_paper')
    .where('collection_id', '=', id)
    .where('paper_id', '=', sql<number>`any(${paperIds}::int[])`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns the paths of the visible collections that contain each of these papers. */
export async function pathsOfPapers(
  db: Db,
  viewer: Viewer,
  paperIds: readonly number[],
): Promise<ReadonlyMap<number, string[][]>> {
  const { rows } = await sql<{ paper_id: number; path: string[] }>`
    with recursive held as (
      select paper_id, collection_id from collection_paper where paper_id = any(${paperIds}::int[])
    ), named as (
      select id, parent_id, array[name] as path, 1 as depth, id as leaf
      from collection where id in (select collection_id from held) and ${visibleTo(viewer, 'collection')}
      union all
      select up.id, up.parent_id, up.name || path, depth + 1, leaf
      from named join collection as up on up.id = named.parent_id
    )
    select paper_id, path from held join named on leaf = collection_id and named.parent_id is null
    order by paper_id, path`.execute(db);
  const paths = new Map<number, string[][]>();
  for (const { paper_id, path } of rows) paths.set(paper_id, [...(paths.get(paper_id) ?? []), path]);
  return paths;
}

export async function hasCollection(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('collection')
    .select('id')
    .where('id', '=', id)
    .where(visibleTo(viewer, 'collection'))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks the whole tree of collections. Without this lock, two concurrent moves could put two collections into each
 * other.
 */
export async function lockTree(trx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey('collections')})`.execute(trx);
}

/** Locks a collection until the transaction ends. Returns false for an unknown id. */
export async function lockCollection(trx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from collection where id = ${id} for key share`.execute(trx);
  return rows.length > 0;
}

/**
 * Returns the ids of a collection and its ancestors, innermost first. Returns an empty list for an unknown collection.
 */
export async function listAround(trx: Tx, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive around as (
      select id, parent_id, 1 as depth from collection where id = ${id}
      union all
      select up.id, up.parent_id, depth + 1 from around join collection as up on up.id = around.parent_id)
    select id from around order by depth`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Returns the number of levels of a collection, including itself. */
export async function heightOf(trx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ height: number }>`
    with recursive inside as (
      select id, 1 as height from collection where id = ${id}
      union all
      select collection.id, height + 1 from inside join collection on collection.parent_id = inside.id)
    select max(height) as height from inside`.execute(trx);
  return rows[0]?.height ?? 0;
}

export interface CollectionRow extends Ownership {
  readonly id: number;
  readonly parent_id: number | null;
  readonly name: string;
  readonly created_at: Date;
}

const COLUMNS = ['id', 'parent_id', 'name', 'created_at', 'owner_id', 'sharing', 'shared_group'] as const;

export async function findCollection(db: Db, id: number): Promise<CollectionRow | undefined> {
  return await db.selectFrom('collection').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Finds a collection by name in a parent collection, or among the top-level collections of an owner. */
export async function findCollectionIn(
  db: Db,
  { parentId, ownerId }: { readonly parentId: number | null; readonly ownerId: string | null },
  name: string,
): Promise<CollectionRow | undefined> {
  return await db
    .selectFrom('collection')
    .select(COLUMNS)
    .where(sql<boolean>`parent_id is not distinct from ${parentId}::int and owner_id is not distinct from ${ownerId}`)
    .where('name', '=', name)
    .executeTakeFirst();
}

export async function insertCollection(
  trx: Tx,
  row: Ownership & Pick<CollectionRow, 'parent_id' | 'name'>,
): Promise<number> {
  return (await trx.insertInto('collection').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateCollection(
  trx: Tx,
  { id, parent_id, name }: Pick<CollectionRow, 'id' | 'parent_id' | 'name'>,
): Promise<void> {
  await trx.updateTable('collection').set({ parent_id, name }).where('id', '=', id).execute();
}

/** Shares a collection and its subcollections, because all collections of a tree are visible to the same people. */
export async function shareCollections(
  trx: Tx,
  id: number,
  { sharing, shared_group }: Pick<Ownership, 'sharing' | 'shared_group'>,
): Promise<void> {
  await sql`
    with recursive inside as (
      select id from collection where id = ${id}
      union all select collection.id from inside join collection on collection.parent_id = inside.id)
    update collection set sharing = ${sharing}, shared_group = ${shared_group}::int
    where id in (select id from inside)`.execute(trx);
}

/** Deletes a collection and its subcollections. Returns how many were deleted. */
export async function deleteCollections(trx: Tx, id: number): Promise<number> {
  const { rows } = await sql`
    with recursive inside as (
      select id from collection where id = ${id}
      union all select collection.id from inside join collection on collection.parent_id = inside.id)
    delete from collection where id in (select id from inside) returning id`.execute(trx);
  return rows.length;
}

/** Lists the visible collections, parents first. For each collection, counts the papers that are in the library. */
export async function listCollections(
  db: Db,
  viewer: Viewer,
): Promise<(CollectionRow & { readonly paper_count: number })[]> {
  const { rows } = await sql<CollectionRow & { paper_count: number }>`
    with recursive placed as (
      select id, parent_id, name, created_at, owner_id, sharing, shared_group, array[lower(name), name, id::text] as path
      from collection where parent_id is null and ${visibleTo(viewer, 'collection')}
      union all
      select inner_one.id, inner_one.parent_id, inner_one.name, inner_one.created_at,
             inner_one.owner_id, inner_one.sharing, inner_one.shared_group,
             path || array[lower(inner_one.name), inner_one.name, inner_one.id::text]
      from placed join collection as inner_one on inner_one.parent_id = placed.id
      where ${visibleTo(viewer, 'inner_one')}
    ), counted as (
      select collection_id, count(*)::int as paper_count from collection_paper join paper on paper.id = paper_id
      where ${inLibraryOf(viewer)} group by collection_id)
    select id, parent_id, name, created_at, owner_id, sharing, shared_group, coalesce(paper_count, 0) as paper_count
    from placed left join counted on collection_id = id order by path`.execute(db);
  return rows;
}

/** Returns the visible collections that contain each of these papers. */
export async function collectionsOfPapers(
  db: Db,
  viewer: Viewer,
  paperIds: readonly number[],
): Promise<ReadonlyMap<number, number[]>> {
  const rows = await db
    .selectFrom('collection_paper')
    .innerJoin('collection', 'collection.id', 'collection_id')
    .select(['paper_id', 'collection_id'])
    .where(visibleTo(viewer, 'collection'))
    .where('paper_id', '=', sql<number>`any(${paperIds}::int[])`)
    .orderBy('collection_id')
    .execute();
  const groups = Map.groupBy(rows, ({ paper_id }) => paper_id);
  return new Map([...groups].map(([id, all]) => [id, all.map(({ collection_id }) => collection_id)]));
}
