import { sql, type Kysely } from 'kysely';

/** Columns that hold the time of a past event. These times are never in the future. */
export interface PastTimes {
  readonly table: string;
  readonly columns: readonly string[];
  /** Restricts the rows. The condition should have an index. */
  readonly where?: string;
}

/** The clocks of different hosts, or of two database servers in a failover, differ by less than this. */
const CLOCKS_DIFFER_SEC = 60;

/** Returns PostgreSQL's time. Compare times in rows with this time, because process clocks may differ. */
export async function databaseTime<DB>(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the time query returned no row');
  return row.now;
}

/**
 * Resets times in the future to now.
 *
 * Future times remain if the clock of PostgreSQL's host was ahead for a while. Until the clock reaches them, a lease
 * would not expire and a node would count as alive.
 */
export async function setBackFutureTimes<DB>(db: Kysely<DB>, all: readonly PastTimes[]): Promise<void> {
  for (const { table, columns, where = 'true' } of all) {
    const future = columns.map(
      (column) => sql`${sql.ref(column)} > now() + make_interval(secs => ${CLOCKS_DIFFER_SEC})`,
    );
    const changes = columns.map((column) => sql`${sql.ref(column)} = least(${sql.ref(column)}, now())`);
    await sql`
      update ${sql.table(table)} set ${sql.join(changes)}
      where ${sql.raw(where)} and (${sql.join(future, sql` or `)})`.execute(db);
  }
}
