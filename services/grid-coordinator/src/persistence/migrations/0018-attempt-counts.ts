import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Counts the results and durations of each wave's attempts, as the basis of forecasts. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    // A workflow's row lock serialises its reports, so the rows are updated in place.
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
