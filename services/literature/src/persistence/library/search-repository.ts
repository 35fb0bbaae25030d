import { lockKey } from '@almagest/service-kit/advisory-lock';
import { recordset } from '@almagest/service-kit/recordset';
import type { LibraryOrder } from '@almagest/contracts/literature';
import { sql } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../database.ts';
import { ownedBy, personalTo } from '../people/visibility.ts';

export interface SearchRow {
  readonly id: number;
  readonly name: string;
  readonly search: LibraryOrder;
  readonly created_at: Date;
  readonly owner_id: string | null;
}

/** Locks the list of saved searches, so that no two searches get the same position. */
export async function lockSearches(trx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey('saved searches')})`.execute(trx);
}

export async function listSearches(db: Db, viewer: Viewer): Promise<SearchRow[]> {
  return await db
    .selectFrom('saved_search')
    .select(['id', 'name', 'search', 'created_at', 'owner_id'])
    .where(personalTo(viewer, 'saved_search'))
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Saves a search at the end of the list, or changes the viewer's existing search with this name. Returns its id. */
export async function insertSearch(trx: Tx, { ownerId }: Viewer, name: string, search: LibraryOrder): Promise<number> {
  const json = JSON.stringify(search);
  const { id } = await trx
    .insertInto('saved_search')
    .values({
      name,
      owner_id: ownerId,
      search: json,
      position: sql<number>`(select coalesce(max(position), -1) + 1 from saved_search)`,
    })
    .onConflict((conflict) => conflict.columns(['name', 'owner_id']).doUpdateSet({ search: json }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSearch(
  trx: Tx,
  id: number,
  { name, search }: { readonly name?: string | undefined; readonly search?: LibraryOrder | undefined },
): Promise<void> {
  if (name === undefined && search === undefined) return;
  await trx
    .updateTable('saved_search')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(search === undefined ? {} : { search: JSON.stringify(search) }),
    })
    .where('id', '=', id)
    .execute();
}

export async function orderSearches(trx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update saved_search set position = o.position
    from ${recordset(
      ids.map((id, position) => ({ id, position })),
      { id: 'int4', position: 'int4' },
      'o',
    )}
    where saved_search.id = o.id`.execute(trx);
}

export async function deleteSearch(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_search')
    .where('id', '=', id)
    .where(ownedBy(viewer, 'saved_search'))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
