import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds saved searches of the library. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql
      .raw(
        `create table saved_search (
           id integer generated always as identity primary key,
           name text not null unique check (name <> ''),
           -- Conditions and order in the form of the contract.
           search jsonb not null,
           -- The order of the list. Equal positions are sorted by id.
           position integer not null,
           created_at timestamptz not null default now())`,
      )
      .execute(db);
  },
};
