import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds priority, share and slot cap of workflows, and the pause of all claims. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    // With these defaults, the order of claims is unchanged.
    await sql`
      alter table workflow
        add column priority smallint not null default 0,
        add column share smallint not null default 1 check (share > 0),
        -- The maximum number of running tasks of the workflow. Null means no cap.
        add column max_slots integer check (max_slots >= 0)`.execute(db);
    // At most one row, which exists while claims are paused.
    await sql`
      create table claim_pause (
        singleton boolean primary key default true check (singleton),
        since timestamptz not null default now(),
        reason text)`.execute(db);
  },
};
