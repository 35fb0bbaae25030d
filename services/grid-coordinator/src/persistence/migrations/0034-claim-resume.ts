import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Records when all claims were last resumed. A workflow without progress before that is not stuck. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table claim_resume (
        singleton boolean primary key default true check (singleton),
        at timestamptz not null default now())`.execute(db);
  },
};
