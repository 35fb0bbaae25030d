import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds passages of papers, with their indexed words and their vectors. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of [...PASSAGES, ...VECTORS]) await sql.raw(statement).execute(db);
  },
};

const PASSAGES = [
  `create table chunk (
     id integer generated always as identity primary key,
     paper_id integer not null references paper on delete cascade,
     -- Its position among the paper's chunks, and its blocks.
     position integer not null,
     first_block integer not null,
     last_block integer not null,
     headings text[] not null,
     text text not null,
     -- SHA-256 of headings and text. A chunk that a new parse does not change keeps its row and its vector.
     hash bytea not null,
     words tsvector not null,
     -- Checked when a transaction ends, because chunks change their positions within it.
     unique (paper_id, position) deferrable initially deferred)
   with (toast_tuple_target = 128)`,
  // Stored outside the row and uncompressed, because a search reads many rows but the words of only a few.
  `alter table chunk alter column words set storage external`,
  // PostgreSQL then collects statistics for 3,000 words instead of 1,000.
  `alter table chunk alter column words set statistics 300`,
  // With `fastupdate`, every search would have to scan a list of pending entries.
  `create index chunk_words on chunk using gin (words) with (fastupdate = off)`,
  // The version of the rules with which the chunks of a paper were made. The worker indexes papers without a row or
  // with older rules.
  `create table paper_index (
     paper_id integer primary key references paper on delete cascade,
     rules integer not null)`,
];

const VECTORS = [
  `create sequence chunk_vector_version`,
  `create table chunk_vector (
     chunk_id integer primary key references chunk on delete cascade,
     -- The embedding model of the vector. Empty until there is one.
     model text collate "C" not null default '',
     -- Grows in the order in which vectors become visible, so that readers can continue from the last version.
     version bigint not null default 0,
     -- Reserved by a worker, or postponed after a refusal of the model, until this time.
     not_before timestamptz not null default '-infinity',
     failures integer not null default 0,
     -- 1,024 signs, see sign-code.ts.
     code bytea,
     -- Has length 1. Little-endian 16-bit integers represent -1 to 1.
     vector bytea,
     check ((model = '') = (code is null) and (code is null) = (vector is null)),
     check (octet_length(code) = 128))
   with (toast_tuple_target = 256)`,
  `alter table chunk_vector alter column vector set storage external`,
  `create index chunk_vector_model on chunk_vector (model, version)`,
];
