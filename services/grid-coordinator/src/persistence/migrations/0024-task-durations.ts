import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores how long converged attempts took, and the time limit of each task. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    // As for counts, reports append differences and the worker adds them up. `bin`: domain/tasks/task-durations.ts.
    await sql`
      create table task_duration (
        workflow_id integer not null,
        kind text not null,
        band integer not null,
        bin integer not null,
        n bigint not null,
        primary key (workflow_id, kind, band, bin))`.execute(db);
    await sql`
      create table task_duration_delta (
        workflow_id integer not null,
        kind text not null,
        band integer not null,
        bin integer not null,
        n integer not null)`.execute(db);
    // Null for tasks of earlier versions, which use the limit of the configuration.
    await sql`alter table task add column timeout_sec integer`.execute(db);
  },
};
