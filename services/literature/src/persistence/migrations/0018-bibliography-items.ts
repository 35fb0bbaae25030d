import { statements } from '@almagest/service-kit/statements';

/** Adds the reference list entries of parsed papers, with the keys that match the entries to cited papers. */
export const migration = statements([
  `create table bibliography_item (
     paper_id integer not null references paper on delete cascade,
     -- The position of its block.
     position integer not null,
     -- Identifiers that it prints or links to, as in paper_name, and its first surname with each printed year.
     names text[] collate "C" not null,
     keys text[] collate "C" not null,
     primary key (paper_id, position))`,
  `create index bibliography_item_names on bibliography_item using gin (names) with (fastupdate = off)`,
  `create index bibliography_item_keys on bibliography_item using gin (keys) with (fastupdate = off)`,
  // Finds the paper that an entry may refer to by the surname of its first author.
  `create index paper_surname on paper (surname_key, year) where surname_key <> ''`,
]);
