import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Renames the column to the term that is used everywhere else. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table task rename taken_back to reclaimed`.execute(db);
  },
};
