import type { ImportCounts, LinkedKind } from '@almagest/contracts/literature';
import { isLeaseFree } from '@almagest/service-kit/lease';
import { sql } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../database.ts';
import { createdBy } from '../people/visibility.ts';

export interface LinkedLibraryRow {
  readonly id: number;
  readonly kind: LinkedKind;
  readonly library: string;
  readonly name: string;
  readonly collection_id: number | null;
  readonly is_running: boolean;
  readonly done: number;
  readonly total: number;
  readonly counts: Partial<ImportCounts>;
  readonly last_run_at: Date | null;
  readonly next_run_at: Date | null;
  readonly failure: string;
  readonly created_at: Date;
}

const ROW = sql`
  id, kind, library, name, collection_id, done, total, counts, last_run_at, next_run_at, failure, created_at,
  (not ${isLeaseFree('linked_library')} or coalesce(next_run_at <= now(), false)) as is_running`;

/** Lists the libraries that the viewer has linked. Other people cannot see them. */
export async function listLinked(db: Db, viewer: Viewer): Promise<readonly LinkedLibraryRow[]> {
  const { rows } = await sql<LinkedLibraryRow>`
    select ${ROW} from linked_library where ${createdBy(viewer, 'linked_library')} order by id`.execute(db);
  return rows;
}

export async function findOwnLink(db: Db, viewer: Viewer, id: number): Promise<LinkedLibraryRow | undefined> {
  const { rows } = await sql<LinkedLibraryRow>`
    select ${ROW} from linked_library where id = ${id} and ${createdBy(viewer, 'linked_library')}`.execute(db);
  return rows[0];
}

export interface NewLink {
  readonly kind: LinkedKind;
  readonly library: string;
  readonly name: string;
  readonly sealedKey: Buffer | null;
}

/** Links a library, or replaces the key of a linked library. The library is due at once. Returns its id. */
export async function insertLink(
  trx: Tx,
  { ownerId }: Viewer,
  { kind, library, name, sealedKey }: NewLink,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into linked_library (owner_id, kind, library, name, sealed_key, next_run_at)
    values (${ownerId}, ${kind}, ${library}, ${name}, ${sealedKey}, now())
    on conflict (kind, library, owner_id) do update
      set sealed_key = excluded.sealed_key, next_run_at = greatest(now(), linked_library.not_before), failure = '', attempts = 0
    returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

/**
 * Makes a library due now, or as soon as the other service may be called again. Returns false if the viewer has no such
 * library.
 */
export async function requestImport(trx: Tx, viewer: Viewer, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('linked_library')
    .set({ next_run_at: sql<Date>`greatest(now(), not_before)` })
    .where('id', '=', id)
    .where(createdBy(viewer, 'linked_library'))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a link. A worker that is importing the library loses its lease. */
export async function deleteLink(trx: Tx, viewer: Viewer, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('linked_library')
    .where('id', '=', id)
    .where(createdBy(viewer, 'linked_library'))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Lists the due libraries that no worker is importing, each with the name for its job. The name changes if a worker
 * dies during the import.
 */
export async function listDueLinks(db: Db): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, id || '-' || extract(epoch from next_run_at)::text || '-' || extract(epoch from lease_renewed_at)::text as name
    from linked_library where next_run_at <= now() and ${isLeaseFree('linked_library')}
    order by next_run_at limit 100`.execute(db);
  return rows;
}

export interface DueLink {
  readonly id: number;
  readonly owner_id: string | null;
  readonly kind: LinkedKind;
  readonly library: string;
  readonly name: string;
  readonly sealed_key: Buffer | null;
  readonly version: number;
  /** The number of attempts that failed in a row. */
  readonly attempts: number;
}

/**
 * Acquires the lease of a due library and begins an import, or resumes an unfinished one. Returns undefined if another
 * worker has the lease or the library is no longer due.
 */
export async function acquireLink(db: Db, id: number, holder: string): Promise<DueLink | undefined> {
  const { rows } = await sql<DueLink>`
    update linked_library set lease_holder = ${holder}::uuid, lease_renewed_at = now(), is_unfinished = true,
      counts = case when is_unfinished then counts else '{}' end
    where id = ${id} and next_run_at <= now() and ${isLeaseFree('linked_library')}
    returning id, owner_id, kind, library, name, sealed_key, version, attempts`.execute(db);
  return rows[0];
}

/**
 * Locks a library for a step of its import and returns the library's collection, or null if the collection was deleted.
 * Returns undefined if the worker lost the lease or the link was deleted.
 */
export async function lockLink(
  trx: Tx,
  id: number,
  holder: string,
): Promise<{ readonly collection_id: number | null } | undefined> {
  return await trx
    .selectFrom('linked_library')
    .select('collection_id')
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .forUpdate()
    .executeTakeFirst();
}

export async function storeExtent(trx: Tx, id: number, extent: { done: number; total: number }): Promise<void> {
  await trx.updateTable('linked_library').set(extent).where('id', '=', id).execute();
}

export async function addCounts(trx: Tx, id: number, done: number, counts: Partial<ImportCounts>): Promise<void> {
  await sql`
    update linked_library set done = done + ${done}::int, counts = (
      select coalesce(jsonb_object_agg(name, sum), '{}') from (
        select name, sum(value::int) as sum
        from (select * from jsonb_each_text(counts) union all select * from jsonb_each_text(${JSON.stringify(counts)}::jsonb)) as c (name, value)
        group by name) as summed)
    where id = ${id}`.execute(trx);
}

export async function setCollection(trx: Tx, id: number, collectionId: number): Promise<void> {
  await trx.updateTable('linked_library').set({ collection_id: collectionId }).where('id', '=', id).execute();
}

interface ImportEnd {
  readonly version: number;
  readonly nextSec: number;
}

/** Records the end of an import and releases the lease. The caller must have locked the link. */
export async function endImport(trx: Tx, id: number, { version, nextSec }: ImportEnd): Promise<void> {
  await sql`
    update linked_library set lease_holder = null, is_unfinished = false, attempts = 0, failure = '',
      version = ${version}::int, done = total, last_run_at = now(), next_run_at = now() + make_interval(secs => ${nextSec}::int)
    where id = ${id}`.execute(trx);
}

interface ImportStop {
  readonly id: number;
  readonly holder: string;
  readonly failure: string;
  readonly attempts: number;
  /** Seconds until the import resumes. Null if it resumes only on request. */
  readonly nextSec: number | null;
  /** The length of the pause that the other service requested, in seconds. */
  readonly pauseSec: number;
}

/** Records that an import stopped before its end, and releases the lease. */
export async function stopImport(db: Db, stop: ImportStop): Promise<void> {
  const { id, holder, failure, attempts, nextSec, pauseSec } = stop;
  await sql`
    update linked_library set lease_holder = null, attempts = ${attempts}::int, failure = ${failure},
      next_run_at = now() + make_interval(secs => ${nextSec}::int),
      not_before = now() + make_interval(secs => ${pauseSec}::int)
    where id = ${id} and lease_holder = ${holder}::uuid`.execute(db);
}
