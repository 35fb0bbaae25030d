import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lists of the library that people come back to. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql
      .raw(
        `create table saved_search (
           id integer generated always as identity primary key,
           name text not null unique check (name <> ''),
           -- Conditions and order, as the contract has them.
           search jsonb not null,
           -- The order of the list; equal places are sorted by their rows.
           position integer not null,
           created_at timestamptz not null default now())`,
      )
      .execute(db);
  },
};
