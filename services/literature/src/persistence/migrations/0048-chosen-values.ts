import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds values that a person chose while merging papers. They take precedence over all records. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table paper add column chosen jsonb`.execute(db);
  },
};
