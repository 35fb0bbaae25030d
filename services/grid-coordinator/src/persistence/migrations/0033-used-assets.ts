import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Records where a node's assets differ from those that its task's start has pinned. Null if the node did not report
 * any, empty if all assets are equal.
 */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table task add column asset_differences jsonb`.execute(db);
    // Copied from the task, whose row is removed with its workflow.
    await sql`alter table model add column asset_differences jsonb`.execute(db);
  },
};
