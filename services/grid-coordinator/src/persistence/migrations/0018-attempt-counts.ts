import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How the attempts of each wave went and how long they took: what a forecast is made of. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    // Reports of one workflow are serialised by its row lock, so the rows are updated in place.
    await sql`
      create table attempt_count (
        workflow_id integer not null,
        run integer not null,
        wave integer not null,
        task_type text not null,
        tried bigint not null,
        converged bigint not null,
        -- From claim to report.
        seconds float8 not null,
        primary key (workflow_id, run, wave, task_type)) with (fillfactor = 50)`.execute(db);
  },
};
