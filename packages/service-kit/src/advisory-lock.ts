import { sql, type RawBuilder } from 'kysely';

/** SQL for the key of the lock whose name is the first parameter. */
export const LOCK_KEY = `hashtextextended(concat_ws(' ', current_schema(), $1::text), 0)`;

/**
 * The key of an advisory lock. Such locks belong to a database and know no schema: with the schema in their keys two
 * coordinators in one database do not wait for each other, and neither takes the other's work for its own.
 */
export function lockKey(name: string): RawBuilder<number> {
  return sql<number>`hashtextextended(concat_ws(' ', current_schema(), ${name}::text), 0)`;
}
