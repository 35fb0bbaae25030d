import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The word that is used everywhere else for an attempt that was ended because its node was lost or its time over. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table task rename taken_back to reclaimed`.execute(db);
  },
};
