import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Counts the results of attempts from seeds by the direction of the seed (domain/seeds/seed-direction.ts). */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    // A workflow's row lock serialises its reports, so the rows are updated in place.
    await sql`
      create table seed_direction (
        workflow_id integer not null,
        direction text not null,
        tried bigint not null,
        converged bigint not null,
        primary key (workflow_id, direction)) with (fillfactor = 50)`.execute(db);
  },
};
