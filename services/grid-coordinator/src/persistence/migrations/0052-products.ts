import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Records which named spectra a point's model has and which ones a task was to compute. Null for older points: their
 * artifacts show what they have.
 */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table point add column products text[]`.execute(db);
    await sql`alter table task add column products text[]`.execute(db);
  },
};
