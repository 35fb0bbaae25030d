import { sql, type Kysely } from 'kysely';

/** Columns of a table that say when something was last done. None of these times can be in the future. */
export interface PastTimes {
  readonly table: string;
  readonly columns: readonly string[];
  /** Only these rows; there should be an index on the condition. */
  readonly where?: string;
}

/** The clocks of several hosts, or of two database servers in a failover, differ by less. */
const CLOCKS_DIFFER_SEC = 60;

/** The time of PostgreSQL. Times in rows are compared with it, because the clocks of the processes may differ. */
export async function databaseTime<DB>(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a select without a table has no row');
  return row.now;
}

/**
 * Sets times that lie in the future back to now.
 *
 * Such times remain after the clock of PostgreSQL's host was ahead for a while. A lease renewed then would not expire,
 * and a node seen then would count as alive, until the clock reaches that time again.
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
