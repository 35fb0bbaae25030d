import { sql, type RawBuilder } from 'kysely';
import type { Tx } from './database.ts';

/** A statement that writes to one table and has not been executed yet. */
export type Write = RawBuilder<unknown> | NamedWrite;

/** A write whose returned rows later writes may read by its name. */
export interface NamedWrite {
  readonly name: string;
  readonly write: RawBuilder<unknown>;
}

/**
 * Runs writes as one statement, in one round trip to the database. Reports and claims write to up to five tables each.
 * With a hundred nodes, separate round trips took most of a transaction's time (`npm run bench -- grid --only cycles`).
 *
 * Every write sees the tables as they were before the statement, and no two writes may write the same row.
 */
export async function writeTogether(trx: Tx, writes: readonly Write[]): Promise<void> {
  if (writes.length > 0) await sql`${withAll(writes)} select`.execute(trx);
}

/** Runs the writes and a query in one round trip. The writes may read the query's result as the table `asked`. */
export async function writeAndRead<T>(trx: Tx, writes: readonly Write[], question: RawBuilder<T>): Promise<T[]> {
  const asked = sql`asked as materialized (${question})`;
  const { rows } = await sql<T>`${withAll(writes, [asked])} select * from asked`.execute(trx);
  return rows;
}

function withAll(writes: readonly Write[], before: readonly RawBuilder<unknown>[] = []): RawBuilder<unknown> {
  const named = writes.map((each, index) => {
    const { name, write } = 'write' in each ? each : { name: `write_${index}`, write: each };
    return sql`${sql.ref(name)} as (${write})`;
  });
  return sql`with ${sql.join([...before, ...named])}`;
}
