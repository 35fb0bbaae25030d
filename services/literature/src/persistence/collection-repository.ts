import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';

/** A collection by the names that lead to it, from the outermost one inwards. */
export type CollectionPath = readonly string[];

/**
 * Finds collections by their paths and creates those that are missing, with the ones around them. Returns the id of
 * each path, by the path as JSON, and how many were created.
 */
export async function ensureCollections(
  trx: Tx,
  paths: readonly CollectionPath[],
): Promise<{ readonly ids: ReadonlyMap<string, number>; readonly added: number }> {
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
      insert into collection (parent_id, name) select parent, name from ${given} on conflict do nothing`.execute(trx);
    added += Number(numAffectedRows);
    const { rows } = await sql<{ id: number; path: string }>`
      select collection.id, c.path from ${given}
      join collection on collection.name = c.name and collection.parent_id is not distinct from c.parent`.execute(trx);
    for (const { id, path } of rows) ids.set(path, id);
  }
  return { ids, added };
}

/** Puts papers into collections; those that are there already stay. */
export async function addToCollections(
  trx: Tx,
  members: readonly { readonly collectionId: number; readonly paperId: number }[],
): Promise<void> {
  if (members.length === 0) return;
  await sql`
    insert into collection_paper (collection_id, paper_id)
    select distinct "collectionId", "paperId" from ${recordset(members, { collectionId: 'int4', paperId: 'int4' }, 'm')}
    on conflict do nothing`.execute(trx);
}

/** The collections that hold each of these papers, as paths. */
export async function pathsOfPapers(db: Db, paperIds: readonly number[]): Promise<ReadonlyMap<number, string[][]>> {
  const { rows } = await sql<{ paper_id: number; path: string[] }>`
    with recursive held as (
      select paper_id, collection_id from collection_paper where paper_id = any(${paperIds}::int[])
    ), named as (
      select id, parent_id, array[name] as path, 1 as depth, id as leaf
      from collection where id in (select collection_id from held)
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

export async function hasCollection(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('collection').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
