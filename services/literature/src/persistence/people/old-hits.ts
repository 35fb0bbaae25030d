import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** Removes attempts to sign in that no longer count for a limit. */
export async function deleteOldHits(db: Db): Promise<void> {
  await db
    .deleteFrom('rate_limit_hit')
    .where('at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
}
