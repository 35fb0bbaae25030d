import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** Removes sign-in attempts that no longer count towards a limit. */
export async function deleteOldHits(db: Db): Promise<void> {
  await db
    .deleteFrom('rate_limit_hit')
    .where('at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
}
