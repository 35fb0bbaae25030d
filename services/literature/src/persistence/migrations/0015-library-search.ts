import { statements } from '@almagest/service-kit/statements';

/** Extends the full-text search of the library to records, notes and translations. */
export const migration = statements([
  // Null until the worker has indexed an existing row.
  `alter table paper add words tsvector`,
  `create index paper_without_words on paper (id) where words is null and in_library_since is not null`,
  `alter table note add words tsvector`,
  `create index note_without_words on note (id) where words is null`,
  `create index note_words on note using gin (words) with (fastupdate = off)`,
  // The blocks of a translation that differ from the original.
  `create table translated_block (
     paper_id integer not null references paper on delete cascade,
     position integer not null,
     text text not null,
     words tsvector not null,
     primary key (paper_id, position))`,
  `create index translated_block_words on translated_block using gin (words) with (fastupdate = off)`,
]);
