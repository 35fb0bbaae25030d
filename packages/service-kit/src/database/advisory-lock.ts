import { sql, type RawBuilder } from 'kysely';

/** SQL for a lock key. The lock's name is the first parameter. */
export const LOCK_KEY = `hashtextextended(concat_ws(' ', current_schema(), $1::text), 0)`;

/**
 * Returns the key of an advisory lock.
 *
 * Advisory locks belong to the whole database. The key includes the schema, so that two coordinators in one database do
 * not block each other.
 */
export function lockKey(name: string): RawBuilder<number> {
  return sql<number>`hashtextextended(concat_ws(' ', current_schema(), ${name}::text), 0)`;
}
