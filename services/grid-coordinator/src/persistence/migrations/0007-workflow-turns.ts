import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Remembers in which order workflows were served, for all processes: of those with equally many tasks that decides. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`create sequence claim_turn`.execute(db);
    // Beside 'workflow', whose rows reports hold: a claim never waits for one.
    await sql`
      create table workflow_turn (
        workflow_id integer primary key references workflow on delete cascade,
        turn bigint) with (fillfactor = 50)`.execute(db);
    await sql`insert into workflow_turn (workflow_id) select id from workflow`.execute(db);
  },
};
