import type { BatchOutcome, SavedSyncQuery } from '@almagest/contracts/literature';
import type { Db } from '../database.ts';

/** Saves a query. The table has one row per query and source. */
export async function saveQuery(db: Db, saved: { query: string; source: string; limit: number }): Promise<void> {
  const { query, source, limit } = saved;
  await db
    .insertInto('saved_query')
    .values({ query, source, limit_count: limit })
    .onConflict((conflict) => conflict.columns(['query', 'source']).doUpdateSet({ limit_count: limit }))
    .execute();
}

export interface QueryRun {
  readonly query: string;
  readonly source: string;
  readonly beganAt: Date;
  readonly outcome: BatchOutcome;
  readonly failures: readonly string[];
}

/** Records the end of a synchronisation in its saved query. A failed run does not change the time of the last run. */
export async function recordRun(db: Db, { query, source, beganAt, outcome, failures }: QueryRun): Promise<void> {
  await db
    .updateTable('saved_query')
    .set({
      last_outcome: outcome,
      last_failures: [...failures],
      ...(outcome === 'failed' ? {} : { last_run: beganAt }),
    })
    .where('query', '=', query)
    .where('source', '=', source)
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
