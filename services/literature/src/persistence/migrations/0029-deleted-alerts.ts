import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Alerts that were deleted and may be wanted back. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    // Null: it is there.
    await sql.raw(`alter table alert add deleted_at timestamptz`).execute(db);
  },
};
