import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A migration of SQL statements, which run in order in one transaction. */
export function statements(list: readonly string[]): Migration {
  return {
    up: async (db: Kysely<never>) => {
      for (const statement of list) await sql.raw(statement).execute(db);
    },
  };
}
