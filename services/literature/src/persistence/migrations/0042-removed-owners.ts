import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds removed people, whose private data is deleted later. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table removed_owner (
        owner_id text primary key,
        removed_at timestamptz not null default now())`.execute(db);
  },
};
