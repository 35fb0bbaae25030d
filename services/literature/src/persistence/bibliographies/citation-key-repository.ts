import { lockKey } from '@almagest/service-kit/advisory-lock';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import { foldKey, type UnkeyedPaper } from '../../domain/bibliographies/citation-keys.ts';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../database.ts';
import { isInLibrary, type LibraryFilter } from '../library/library-filter.ts';
import { createdBy } from '../people/visibility.ts';
import type { MovedKey } from './bibliography-tables.ts';

/** Takes a lock, so that only one transaction at a time assigns or changes keys. */
export async function lockCitationKeys(trx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey('citation keys')})`.execute(trx);
}

export async function findPattern(db: Db, viewer: Viewer): Promise<string | undefined> {
  const row = await db
    .selectFrom('citation_pattern')
    .select('pattern')
    .where(createdBy(viewer, 'citation_pattern'))
    .executeTakeFirst();
  return row?.pattern;
}

export async function storePattern(trx: Tx, { ownerId }: Viewer, pattern: string): Promise<void> {
  await trx
    .insertInto('citation_pattern')
    .values({ owner_id: ownerId, pattern })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ pattern }))
    .execute();
}

/** The papers that get keys: those that match a filter, or one paper. */
export type UnkeyedPapers = { readonly filter: LibraryFilter } | { readonly paperId: number };

export async function listUnkeyed(db: Db, viewer: Viewer, papers: UnkeyedPapers): Promise<UnkeyedPaper[]> {
  const isWanted = 'filter' in papers ? isInLibrary(viewer, papers.filter) : sql`paper.id = ${papers.paperId}`;
  const { rows } = await sql<UnkeyedPaper>`
    select paper.id, paper.bibcode, paper.authors, paper.title, paper.year, coalesce(item ->> 'key', '') as "importedKey"
    from paper left join reference on reference.paper_id = paper.id
    where ${isWanted} and not exists (
      select from citation_key where citation_key.paper_id = paper.id and not is_alias and ${createdBy(viewer, 'citation_key')})
    order by paper.id`.execute(db);
  return rows;
}

/** Lists the folded keys of a viewer. */
export async function listFoldedKeys(db: Db, viewer: Viewer): Promise<string[]> {
  const rows = await db.selectFrom('citation_key').select('folded').where(createdBy(viewer, 'citation_key')).execute();
  return rows.map(({ folded }) => folded);
}

/** Stores the current keys of papers. A paper that got a key from a merge in the meantime keeps that key. */
export async function insertKeys(trx: Tx, { ownerId }: Viewer, keys: ReadonlyMap<number, string>): Promise<void> {
  const rows = [...keys].map(([paper_id, key]) => ({ paper_id, key, folded: foldKey(key) }));
  await sql`
    insert into citation_key (owner_id, key, folded, paper_id)
    select ${ownerId}::text, key, folded, paper_id
    from ${recordset(rows, { paper_id: 'int4', key: 'text', folded: 'text' }, 'k')}
    on conflict do nothing`.execute(trx);
}

export interface CitationKeyRow {
  readonly paper_id: number;
  readonly key: string;
  readonly is_alias: boolean;
}

/** Lists the keys of papers. The current key of a paper comes before the aliases. */
export async function keysOfPapers(db: Db, viewer: Viewer, paperIds: readonly number[]): Promise<CitationKeyRow[]> {
  return await db
    .selectFrom('citation_key')
    .select(['paper_id', 'key', 'is_alias'])
    .where('paper_id', '=', sql<number>`any(${paperIds}::int[])`)
    .where(createdBy(viewer, 'citation_key'))
    .orderBy('is_alias')
    .orderBy('key')
    .execute();
}

/** Returns the current keys of these papers. Papers without a key are missing. */
export async function currentKeys(
  db: Db,
  viewer: Viewer,
  paperIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await keysOfPapers(db, viewer, paperIds);
  return new Map(rows.flatMap(({ paper_id, key, is_alias }) => (is_alias ? [] : [[paper_id, key] as const])));
}

/** Returns the paper that has a key as its current key or as an alias. */
export async function paperWithKey(
  db: Db,
  viewer: Viewer,
  key: string,
): Promise<{ readonly paper_id: number; readonly bibcode: string } | undefined> {
  return await db
    .selectFrom('citation_key')
    .innerJoin('paper', 'paper.id', 'paper_id')
    .select(['paper_id', 'bibcode'])
    .where('folded', '=', foldKey(key))
    .where(createdBy(viewer, 'citation_key'))
    .executeTakeFirst();
}

/** Sets the current key of a paper. The previous key becomes an alias, unless only the case changes. */
export async function replaceKey(trx: Tx, viewer: Viewer, paperId: number, key: string): Promise<void> {
  const folded = foldKey(key);
  await trx.deleteFrom('citation_key').where('folded', '=', folded).where(createdBy(viewer, 'citation_key')).execute();
  await trx
    .updateTable('citation_key')
    .set({ is_alias: true })
    .where('paper_id', '=', paperId)
    .where(createdBy(viewer, 'citation_key'))
    .execute();
  await insertKeys(trx, viewer, new Map([[paperId, key]]));
}

/**
 * Moves the keys of papers to another paper. If the owner of a key already has a current key for that paper, the key
 * becomes an alias. Returns the keys before the change.
 */
export async function moveKeys(trx: Tx, kept: number, others: readonly number[]): Promise<MovedKey[]> {
  const { rows } = await sql<MovedKey & { place: number }>`
    select folded, owner_id, is_alias, row_number() over (partition by owner_id, is_alias order by paper_id)::int as place
    from citation_key where paper_id = any(${others}::int[])`.execute(trx);
  await sql`
    update citation_key set paper_id = ${kept}, is_alias = citation_key.is_alias or k.place > 1 or exists (
      select from citation_key as other
      where other.paper_id = ${kept} and not other.is_alias and other.owner_id is not distinct from citation_key.owner_id)
    from ${recordset(rows, { folded: 'text', owner_id: 'text', place: 'int4' }, 'k')}
    where citation_key.folded = k.folded and citation_key.owner_id is not distinct from k.owner_id`.execute(trx);
  return rows.map(({ folded, owner_id, is_alias }) => ({ folded, owner_id, is_alias }));
}

/** Moves keys back to a paper whose merge is undone. */
export async function returnKeys(trx: Tx, keys: readonly MovedKey[], kept: number, merged: number): Promise<void> {
  await sql`
    update citation_key set paper_id = ${merged}, is_alias = k.is_alias or exists (
      select from citation_key as other
      where other.paper_id = ${merged} and not other.is_alias and other.owner_id is not distinct from citation_key.owner_id)
    from ${recordset(keys, { folded: 'text', owner_id: 'text', is_alias: 'bool' }, 'k')}
    where citation_key.paper_id = ${kept} and citation_key.folded = k.folded
      and citation_key.owner_id is not distinct from k.owner_id`.execute(trx);
}
