import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Counts attempts that only computed the spectrum of a model from an earlier start. `attempts` doesn't include them. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table point add column spectrum_attempts integer not null default 0`.execute(db);
  },
};
