import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How attempts from seeds went, by the direction in which the seed lay (domain/seed-direction.ts). */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    // Reports of one workflow are serialised by its row lock, so the rows are updated in place.
    await sql`
      create table seed_direction (
        workflow_id integer not null,
        direction text not null,
        tried bigint not null,
        converged bigint not null,
        primary key (workflow_id, direction)) with (fillfactor = 50)`.execute(db);
  },
};
