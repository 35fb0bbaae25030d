import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../database.ts';
import { markOf, trashedAtOf } from '../people/paper-marks.ts';

/** Adds papers to the library, and removes them from the common trash and from the viewer's trash. */
export async function keepPapers(db: Db, { ownerId }: Viewer, ids: readonly number[]): Promise<void> {
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
  if (ownerId !== null)
    await db
      .updateTable('paper_mark')
      .set({ trashed_at: null })
      .where('owner_id', '=', ownerId)
      .where('paper_id', '=', sql<number>`any(${ids}::int[])`)
      .execute();
}

/**
 * Moves papers from the library to the trash. A person's trash hides papers only from this person, because papers
 * belong to everyone. Returns the number of papers moved.
 */
export async function trashPapers(trx: Tx, { ownerId }: Viewer, ids: readonly number[]): Promise<number> {
  if (ownerId !== null) {
    const { numAffectedRows = 0n } = await sql`
      insert into paper_mark as mark (owner_id, paper_id, trashed_at)
      select ${ownerId}::text, id, now() from paper where id = any(${ids}::int[]) and in_library_since is not null
      on conflict (owner_id, paper_id) do update set trashed_at = now() where mark.trashed_at is null`.execute(trx);
    return Number(numAffectedRows);
  }
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

/** Returns which of these papers are in the common trash or in the viewer's trash. */
export async function listTrashed(db: Db, viewer: Viewer, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('paper')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where(sql<boolean>`${trashedAtOf(viewer)} is not null`)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes up to `limit` papers that have been in the trash for longer than `ageSec`, with their notes. Returns the
 * number of papers deleted.
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
  // Return early, because even an empty deletion waits for table locks.
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

/** Sets the given marks on papers. Returns how many papers changed. */
export async function markPapers(
  trx: Tx,
  viewer: Viewer,
  ids: readonly number[],
  { reading_state = null, is_starred = null }: { reading_state?: string | null; is_starred?: boolean | null },
): Promise<number> {
  if (viewer.ownerId !== null) {
    const [state, star] = [markOf(viewer, 'reading_state'), markOf(viewer, 'is_starred')];
    const { numAffectedRows = 0n } = await sql`
      insert into paper_mark as mark (owner_id, paper_id, reading_state, is_starred)
      select ${viewer.ownerId}::text, id, ${reading_state}::text, ${is_starred}::bool from paper
      where id = any(${ids}::int[])
        and (${state} <> coalesce(${reading_state}, ${state}) or ${star} <> coalesce(${is_starred}::bool, ${star}))
      on conflict (owner_id, paper_id) do update set
        reading_state = coalesce(excluded.reading_state, mark.reading_state),
        is_starred = coalesce(excluded.is_starred, mark.is_starred)`.execute(trx);
    return Number(numAffectedRows);
  }
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
 * Merges the marks of imported entries into the marks of their papers. Never removes a star, and never makes a read
 * paper unread.
 */
export async function markImported(trx: Tx, viewer: Viewer, marks: readonly ImportedMarks[]): Promise<void> {
  const given = marks
    .filter(({ readingState, isStarred }) => readingState !== '' || isStarred)
    .map(({ paperId, readingState, isStarred }) => ({ paperId, readingState, isStarred }));
  if (given.length === 0) return;
  const [state, star] = [markOf(viewer, 'reading_state'), markOf(viewer, 'is_starred')];
  const marked = sql`
    select paper.id, ${star} or starred as is_starred,
      case when finished or ${state} = 'read' then 'read' when begun then 'reading' else ${state} end as reading_state
    from (select "paperId", bool_or("isStarred") as starred, bool_or("readingState" = 'read') as finished,
                 bool_or("readingState" = 'reading') as begun
          from ${recordset(given, { paperId: 'int4', readingState: 'text', isStarred: 'bool' }, 'm')} group by "paperId") as of_paper
    join paper on id = "paperId"`;
  await (
    viewer.ownerId === null
      ? sql`
          update paper set is_starred = marked.is_starred, reading_state = marked.reading_state
          from (${marked}) as marked where paper.id = marked.id`
      : sql`
          insert into paper_mark (owner_id, paper_id, is_starred, reading_state)
          select ${viewer.ownerId}::text, id, is_starred, reading_state from (${marked}) as marked
          on conflict (owner_id, paper_id) do update set
            is_starred = excluded.is_starred, reading_state = excluded.reading_state`
  ).execute(trx);
}
