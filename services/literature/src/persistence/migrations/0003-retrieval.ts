import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Passages of papers, found by their words and by their vectors. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of [...PASSAGES, ...VECTORS]) await sql.raw(statement).execute(db);
  },
};

const PASSAGES = [
  `create table chunk (
     id integer generated always as identity primary key,
     paper_id integer not null references paper on delete cascade,
     -- Its place among the paper's chunks, and the blocks that it was made of.
     position integer not null,
     first_block integer not null,
     last_block integer not null,
     headings text[] not null,
     text text not null,
     -- SHA-256 of headings and text: a chunk that a new parse leaves as it was keeps its row and its vector.
     hash bytea not null,
     words tsvector not null,
     -- Looked at when a transaction ends: within it chunks change their places.
     unique (paper_id, position) deferrable initially deferred)
   with (toast_tuple_target = 128)`,
  // Out of the row, and not packed: a search reads many rows and the words of few of them.
  `alter table chunk alter column words set storage external`,
  // Statistics hold ten times as many words: those that stand in one passage of a few hundred, and commoner ones.
  `alter table chunk alter column words set statistics 300`,
  // A list of pending entries would be looked through at every search.
  `create index chunk_words on chunk using gin (words) with (fastupdate = off)`,
  // By which rules the chunks of a paper were made; papers without a row, or with older ones, are indexed by the worker.
  `create table paper_index (
     paper_id integer primary key references paper on delete cascade,
     rules integer not null)`,
];

const VECTORS = [
  `create sequence chunk_vector_version`,
  `create table chunk_vector (
     chunk_id integer primary key references chunk on delete cascade,
     -- The embedding model that made the vector; empty while there is none.
     model text collate "C" not null default '',
     -- Grows in the order in which vectors become visible, so that a reader who knows the last one misses none.
     version bigint not null default 0,
     -- A worker has it in hand, or the model refused it, until then.
     not_before timestamptz not null default '-infinity',
     failures integer not null default 0,
     -- 1,024 signs, see sign-code.ts.
     code bytea,
     -- Of length 1, as little-endian 16-bit integers that stand for -1 to 1.
     vector bytea,
     check ((model = '') = (code is null) and (code is null) = (vector is null)),
     check (octet_length(code) = 128))
   with (toast_tuple_target = 256)`,
  `alter table chunk_vector alter column vector set storage external`,
  `create index chunk_vector_model on chunk_vector (model, version)`,
];
