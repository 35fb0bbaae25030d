import type { SavedSyncQuery } from '@almagest/contracts/literature';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Remembers a query that was run; the same query of the same source is the same row. */
export async function saveQuery(db: Db, saved: { query: string; source: string; limit: number }): Promise<void> {
  const { query, source, limit } = saved;
  await db
    .insertInto('saved_query')
    .values({ query, source, limit_count: limit })
    .onConflict((conflict) =>
      conflict.columns(['query', 'source']).doUpdateSet({ limit_count: limit, last_run: sql<Date>`now()` }),
    )
    .execute();
}

export async function listQueries(db: Db): Promise<SavedSyncQuery[]> {
  const rows = await db.selectFrom('saved_query').selectAll().orderBy('last_run', 'desc').orderBy('id').execute();
  return rows.map(({ last_run, ...row }) => ({ ...row, last_run: last_run.toISOString() }));
}

export async function deleteQuery(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('saved_query').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
