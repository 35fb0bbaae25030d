import { sql, type RawBuilder } from 'kysely';

/** The key of the lock that the first parameter names, for statements that are sent as texts. */
export const LOCK_KEY = `hashtextextended(concat_ws(' ', current_schema(), $1::text), 0)`;

/**
 * The key of an advisory lock. Such locks belong to a database and know no schema: with the schema in their keys two
 * coordinators in one database do not wait for each other, nor take the other's work for done.
 */
export function lockKey(name: string): RawBuilder<number> {
  return sql<number>`hashtextextended(concat_ws(' ', current_schema(), ${name}::text), 0)`;
}
