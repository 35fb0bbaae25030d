import type pg from 'pg';

/** Calls of each statement that has written anything since the last reset, by its text. */
export type Writes = ReadonlyMap<string, number>;

/**
 * Statements of this database that wrote to the write-ahead log, as pg_stat_statements counts them: whatever sent them,
 * the worker's own housekeeping included, and calls of functions that write as much as plain updates.
 */
export async function readWrites(sql: pg.Client): Promise<Writes> {
  const { rows } = await sql.query<{ query: string; calls: string }>(
    `select query, sum(calls) as calls from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database()) and wal_records > 0
     group by query`,
  );
  return new Map(rows.map(({ query, calls }) => [query, Number(calls)]));
}

export function writesBetween(before: Writes, after: Writes): Map<string, number> {
  const written = new Map<string, number>();
  for (const [query, calls] of after) {
    const more = calls - (before.get(query) ?? 0);
    if (more > 0) written.set(query, more);
  }
  return written;
}
