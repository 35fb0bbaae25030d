import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

/** Adds papers to the library and removes them from the trash. */
export async function keepPapers(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('paper')
    .set({
      in_library_since: sql<Date>`coalesce(in_library_before, clock_timestamp())`,
      in_library_before: null,
      trashed_at: null,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('in_library_since', 'is', null)
    .execute();
}

/** Moves papers from the library to the trash. Returns how many. */
export async function trashPapers(trx: Tx, ids: readonly number[]): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('paper')
    .set({
      in_library_before: sql<Date>`in_library_since`,
      in_library_since: null,
      trashed_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('in_library_since', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Returns which of these papers are in the trash. */
export async function listTrashed(trx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('paper')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('trashed_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes up to `limit` papers that have been in the trash for longer than this, with their notes. Returns how many.
 */
export async function deleteTrashed(trx: Tx, ageSec: number, limit: number): Promise<number> {
  const rows = await trx
    .selectFrom('paper')
    .select('id')
    .where('trashed_at', '<', sql<Date>`now() - make_interval(secs => ${ageSec})`)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = rows.map(({ id }) => id);
  // Even an empty deletion waits for table locks.
  if (ids.length === 0) return 0;
  await trx
    .deleteFrom('note')
    .where('paper_id', '=', sql<number>`any(${ids}::int[])`)
    .execute();
  await trx
    .deleteFrom('paper')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute();
  return ids.length;
}

/** Sets the given marks. Returns how many papers changed. */
export async function markPapers(
  trx: Tx,
  ids: readonly number[],
  { reading_state = null, is_starred = null }: { reading_state?: string | null; is_starred?: boolean | null },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update paper set reading_state = coalesce(${reading_state}, reading_state),
      is_starred = coalesce(${is_starred}, is_starred)
    where id = any(${ids}::int[])
      and (reading_state <> coalesce(${reading_state}, reading_state) or is_starred <> coalesce(${is_starred}, is_starred))`.execute(
    trx,
  );
  return Number(numAffectedRows);
}

interface ImportedMarks {
  readonly paperId: number;
  readonly readingState: '' | 'reading' | 'read';
  readonly isStarred: boolean;
}

/**
 * Merges the marks of entries into the marks of their papers: read papers stay read, and starred papers stay starred.
 */
export async function markImported(trx: Tx, marks: readonly ImportedMarks[]): Promise<void> {
  const given = marks
    .filter(({ readingState, isStarred }) => readingState !== '' || isStarred)
    .map(({ paperId, readingState, isStarred }) => ({ paperId, readingState, isStarred }));
  if (given.length === 0) return;
  await sql`
    update paper set is_starred = is_starred or starred,
      reading_state = case when finished or reading_state = 'read' then 'read' when begun then 'reading' else reading_state end
    from (select "paperId", bool_or("isStarred") as starred, bool_or("readingState" = 'read') as finished,
                 bool_or("readingState" = 'reading') as begun
          from ${recordset(given, { paperId: 'int4', readingState: 'text', isStarred: 'bool' }, 'm')} group by "paperId") as of_paper
    where id = "paperId"`.execute(trx);
}
