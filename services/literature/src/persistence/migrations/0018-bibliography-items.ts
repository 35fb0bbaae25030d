import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The entries of the lists of references of parsed papers, by what they may be found as the citation of a paper. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table bibliography_item (
     paper_id integer not null references paper on delete cascade,
     -- Of its block.
     position integer not null,
     -- Identifiers that it prints or links to, as in paper_name; and its first surname with each year that it prints.
     names text[] collate "C" not null,
     keys text[] collate "C" not null,
     primary key (paper_id, position))`,
  `create index bibliography_item_names on bibliography_item using gin (names) with (fastupdate = off)`,
  `create index bibliography_item_keys on bibliography_item using gin (keys) with (fastupdate = off)`,
  // By the surname of its first author, a paper is found that an entry may mean.
  `create index paper_surname on paper (surname_key, year) where surname_key <> ''`,
];
