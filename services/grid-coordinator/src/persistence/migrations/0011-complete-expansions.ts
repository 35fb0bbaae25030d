import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Records whether a workflow's points match its configuration, in which case a name search can use the configuration.
 */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      -- The last finished expansion: all its points are stored, and points that it does not name are retired.
      alter table workflow add column finished_expansion integer not null default 0`.execute(db);
    // A paused workflow may have been stopped in the middle of its expansion.
    await sql`update workflow set finished_expansion = expansion where status in ('running', 'completed')`.execute(db);
  },
};
