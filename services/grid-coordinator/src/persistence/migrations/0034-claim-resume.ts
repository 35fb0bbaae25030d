import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When all claims were last resumed: the time before it says nothing about a workflow that makes no progress. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table claim_resume (
        singleton boolean primary key default true check (singleton),
        at timestamptz not null default now())`.execute(db);
  },
};
