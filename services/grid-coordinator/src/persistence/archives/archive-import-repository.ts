import { inTransaction } from '@almagest/service-kit/database';
import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

export interface ImportRow {
  readonly sha256: string;
  readonly size_bytes: number;
  /** `stored`: the workflow and its rows exist, but some of its models are not seeds yet. */
  readonly status: 'uploading' | 'waiting' | 'stored' | 'done' | 'refused';
  readonly workflow_id: number | null;
  readonly workflow_name: string | null;
  readonly message: string | null;
  /** The number of successive failed attempts. `fault` is the last fault. */
  readonly failed_tries: number;
  readonly fault: string | null;
}

const ROW = [
  'sha256',
  'size_bytes',
  'status',
  'workflow_id',
  'workflow_name',
  'message',
  'failed_tries',
  'fault',
] as const;

/** True for a finished import whose workflow has been deleted since. Its archive may be imported again. */
const UNDONE = sql<boolean>`(
  archive_import.status = 'done' and not exists (select from workflow where id = archive_import.workflow_id))`;

export async function findImport(db: Db, sha256: string): Promise<ImportRow | undefined> {
  return await db
    .selectFrom('archive_import')
    .select(ROW)
    .where('sha256', '=', sha256)
    .where(sql<boolean>`not ${UNDONE}`)
    .executeTakeFirst();
}

/** Begins an upload. A refused import starts again, because the reason for the refusal may be gone. */
export async function beginImport(db: Db, sha256: string, sizeBytes: number): Promise<void> {
  await sql`
    insert into archive_import (sha256, size_bytes, status) values (${sha256}, ${sizeBytes}, 'uploading')
    on conflict (sha256) do update set
      status = 'uploading', size_bytes = excluded.size_bytes, message = null, workflow_id = null, workflow_name = null,
      artifact_bytes = 0, failed_tries = 0, fault = null, updated_at = now()
    where archive_import.status in ('uploading', 'refused') or ${UNDONE}`.execute(db);
}

/** Records that an archive has arrived completely. Returns false if this was already recorded. */
export async function markArrived(db: Db, sha256: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('archive_import')
    .set({ status: 'waiting', updated_at: sql`now()` })
    .where('sha256', '=', sha256)
    .where('status', '=', 'uploading')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Reserves an id for the workflow of a waiting import, and quota for its artifacts. The transaction must hold the quota
 * lock.
 */
export async function reserveImport(trx: Tx, sha256: string, artifactBytes: number): Promise<number | undefined> {
  const { rows } = await sql<{ workflow_id: number }>`
    update archive_import set
      workflow_id = coalesce(workflow_id, nextval(pg_get_serial_sequence('workflow', 'id'))),
      artifact_bytes = ${artifactBytes}, updated_at = now()
    where sha256 = ${sha256} and status = 'waiting' returning workflow_id`.execute(trx);
  return rows[0]?.workflow_id;
}

/** Locks a waiting import for the transaction that stores its rows. */
export async function lockWaitingImport(trx: Tx, sha256: string): Promise<ImportRow | undefined> {
  return await trx
    .selectFrom('archive_import')
    .select(ROW)
    .where('sha256', '=', sha256)
    .where('status', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
}

/** Records that an archive has become a workflow, in the transaction that stores the rows of the workflow. */
export async function markStored(
  trx: Tx,
  sha256: string,
  stored: { readonly workflowName: string; readonly message: string },
): Promise<void> {
  await changeStatus(trx, sha256, 'waiting', {
    status: 'stored',
    workflow_name: stored.workflowName,
    message: stored.message,
  });
}

export async function markDone(db: Db, sha256: string): Promise<void> {
  await changeStatus(db, sha256, 'stored', { status: 'done' });
}

/** Marks an import as refused and drops its declarations, so that its contents are no longer referenced. */
export async function markRefused(db: Db, sha256: string, reason: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const waiting = await lockWaitingImport(trx, sha256);
    if (waiting === undefined) return;
    if (waiting.workflow_id !== null)
      await trx.deleteFrom('artifact_upload').where('workflow_id', '=', waiting.workflow_id).execute();
    await changeStatus(trx, sha256, 'waiting', { status: 'refused', workflow_name: null, message: reason });
  });
}

/** Records why an attempt of an unfinished import has failed. */
export async function recordFault(db: Db, sha256: string, fault: string): Promise<void> {
  await db
    .updateTable('archive_import')
    .set({ failed_tries: sql`failed_tries + 1`, fault, updated_at: sql`now()` })
    .where('sha256', '=', sha256)
    .where('status', 'in', ['waiting', 'stored'])
    .execute();
}

/** Returns the imports whose last attempt failed and that will be retried. */
export async function listFailingImports(db: Db, limit: number): Promise<ImportRow[]> {
  return await db
    .selectFrom('archive_import')
    .select(ROW)
    .where('status', 'in', ['waiting', 'stored'])
    .where('fault', 'is not', null)
    .orderBy('updated_at', 'desc')
    .orderBy('sha256')
    .limit(limit)
    .execute();
}

async function changeStatus(
  db: Db,
  sha256: string,
  from: 'waiting' | 'stored',
  to: Pick<ImportRow, 'status'> & Partial<Pick<ImportRow, 'workflow_name' | 'message'>>,
): Promise<void> {
  await db
    .updateTable('archive_import')
    .set({ ...to, failed_tries: 0, fault: null, updated_at: sql`now()` })
    .where('sha256', '=', sha256)
    .where('status', '=', from)
    .execute();
}

/** Records that an import is still being worked on. */
export async function touchImport(db: Db, sha256: string): Promise<void> {
  await db
    .updateTable('archive_import')
    .set({ updated_at: sql`now()` })
    .where('sha256', '=', sha256)
    .execute();
}

/**
 * Returns the unfinished imports that have been idle for a minute. After each failed attempt, the wait doubles, up to
 * an hour, because every attempt reads the whole archive.
 */
export async function listForgottenImports(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('archive_import')
    .select('sha256')
    .where('status', 'in', ['waiting', 'stored'])
    .where('updated_at', '<', sql<Date>`now() - interval '1 minute' * least(60, power(2, least(failed_tries, 6)))`)
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

/** Deletes uploads that were not continued for a day, and the results of imports after a month. */
export async function expireImports(db: Db): Promise<void> {
  await sql`
    delete from archive_import
    where status = 'uploading' and updated_at < now() - interval '1 day'
      or status in ('done', 'refused') and updated_at < now() - interval '30 days'`.execute(db);
}

/** Returns which of these uploads are known and unfinished. */
export async function findOpenImports(db: Db, sha256s: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('archive_import')
    .select('sha256')
    .where('sha256', '=', sql<string>`any(${sha256s}::text[])`)
    .where('status', 'in', ['uploading', 'waiting'])
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}
