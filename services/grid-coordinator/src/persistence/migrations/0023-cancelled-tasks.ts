import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores cancelled tasks that their nodes do not know of yet, and points that are held back. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table cancelled_task (
        task_id uuid primary key,
        node_id text collate "C" not null,
        cancelled_at timestamptz not null default now())`.execute(db);
    await sql`create index cancelled_task_of_node on cancelled_task (node_id)`.execute(db);
    // Whether a pending point is not handed out until an administrator releases it.
    await sql`alter table point add column held boolean not null default false`.execute(db);
  },
};
