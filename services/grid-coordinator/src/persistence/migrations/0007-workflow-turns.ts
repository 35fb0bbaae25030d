import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Stores, for all processes, the order in which workflows were served. It decides between workflows with equally many
 * tasks.
 */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`create sequence claim_turn`.execute(db);
    // Separate from 'workflow', whose rows reports lock, so that claims never wait for reports.
    await sql`
      create table workflow_turn (
        workflow_id integer primary key references workflow on delete cascade,
        turn bigint) with (fillfactor = 50)`.execute(db);
    await sql`insert into workflow_turn (workflow_id) select id from workflow`.execute(db);
  },
};
