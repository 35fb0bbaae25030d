import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Records whether points were queued before the position that claims have reached in the claim order. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      -- Counts the transactions that queued points of the workflow, except expansions, which happen while it initialises.
      alter table workflow add column requeues integer not null default 0`.execute(db);
  },
};
