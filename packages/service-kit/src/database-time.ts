import { sql, type Kysely } from 'kysely';

/** Columns of a table that say when something was last done: none of them can be in the future. */
export interface PastTimes {
  readonly table: string;
  readonly columns: readonly string[];
  /** Only these rows; an index should lead to them. */
  readonly where?: string;
}

/** Clocks of several hosts, and a failover between two database servers, differ by less. */
const CLOCKS_DIFFER_SEC = 60;

/** The time of PostgreSQL: times in rows are compared with it, and the clocks of processes may be others. */
export async function databaseTime<DB>(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a select without a table has no row');
  return row.now;
}

/**
 * Sets times that lie in the future back to now.
 *
 * A clock of PostgreSQL's host that ran ahead for a while leaves such times. A lease taken then would hold, and a node
 * heard of then would count as alive, until the clock has got as far again.
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
