import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keeps deleted alerts, so that they can be restored. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    // Null: not deleted.
    await sql.raw(`alter table alert add deleted_at timestamptz`).execute(db);
  },
};
