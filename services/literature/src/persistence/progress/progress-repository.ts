import type { WorkProgress } from '@almagest/contracts/literature';
import { sql } from 'kysely';
import type { Db } from '../database.ts';

/**
 * If a task reports no progress for this long, its process has died. The slowest step, a page of a scan, takes at most
 * two minutes.
 */
const STALE_AFTER_SEC = 300;

const isFresh = sql<boolean>`reported_at > clock_timestamp() - make_interval(secs => ${STALE_AFTER_SEC})`;

export async function reportProgress(
  db: Db,
  work: string,
  { done, total }: Omit<WorkProgress, 'active'>,
): Promise<void> {
  await db
    .insertInto('work_progress')
    .values({ work, done, total })
    .onConflict((row) => row.column('work').doUpdateSet({ done, total, reported_at: sql`clock_timestamp()` }))
    .execute();
}

export async function endProgress(db: Db, work: string): Promise<void> {
  await db.deleteFrom('work_progress').where('work', '=', work).execute();
}

export async function findProgress(db: Db, work: string): Promise<WorkProgress> {
  const found = await db
    .selectFrom('work_progress')
    .select(['done', 'total'])
    .where('work', '=', work)
    .where(isFresh)
    .executeTakeFirst();
  return found === undefined ? { active: false, done: 0, total: 0 } : { active: true, ...found };
}

/** Removes the progress of tasks whose process has died. */
export async function deleteStaleProgress(db: Db): Promise<void> {
  await db
    .deleteFrom('work_progress')
    .where(sql<boolean>`not ${isFresh}`)
    .execute();
}
