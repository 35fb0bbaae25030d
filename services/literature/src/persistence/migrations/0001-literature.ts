import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Creates the first schema: papers and their names, notes, batches, and the request rate of hosts. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of [...PAPERS, ...READING, ...BATCHES, ...SERVICE]) await sql.raw(statement).execute(db);
  },
};

const PAPERS = [
  `create table paper (
     id integer generated always as identity primary key,
     bibcode text collate "C" not null unique,
     title text not null,
     authors text[] not null,
     year text not null,
     date text not null,
     pub_journal text not null,
     keywords text[] not null,
     abstract text not null,
     doi text not null,
     preprint_id text not null,
     citation_count integer not null,
     reference_count integer not null,
     doctype text not null,
     -- The source of each field.
     provenance jsonb not null,
     -- For matching a record without a common name.
     title_key text collate "C" not null,
     surname_key text collate "C" not null,
     -- Null for a paper that a search has found but that is not in the library.
     in_library_since timestamptz,
     -- Path of the file in the library's folder, or 'error:' with the reason why there is none.
     pdf_location text,
     html_location text,
     -- Files uploaded by a user. Automatic downloads do not replace them.
     pdf_uploaded boolean not null default false,
     html_uploaded boolean not null default false,
     markdown_location text,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now())`,
  `create index paper_title on paper (title_key, surname_key) where title_key <> ''`,
  `create index paper_library on paper (in_library_since, id) where in_library_since is not null`,
  // Every code, DOI and preprint identifier of a paper, as 'bibcode:...', 'doi:...', 'preprint:...'.
  `create table paper_name (
     name text collate "C" primary key,
     paper_id integer not null references paper on delete cascade)`,
  `create index paper_name_paper on paper_name (paper_id)`,
  // The last record of each source. The fields of `paper` are merged from these records.
  `create table source_record (
     paper_id integer not null references paper on delete cascade,
     source text not null check (source in ('catalog', 'preprint')),
     record jsonb not null,
     seen_at timestamptz not null default now(),
     primary key (paper_id, source))`,
];

const READING = [
  // One list of blocks for the reader, notes, translation and retrieval.
  `create table block (
     paper_id integer not null references paper on delete cascade,
     position integer not null,
     id text not null,
     kind text not null,
     text text not null,
     text_hash text not null,
     markdown text not null,
     primary key (paper_id, position))`,
  `create table note (
     id integer generated always as identity primary key,
     paper_id integer not null references paper,
     -- Null if the last parse no longer has the text of the note.
     position integer,
     note_text text not null,
     highlight_color text not null check (highlight_color in ('yellow', 'green', 'blue', 'pink')),
     selected_text text not null,
     block_id text not null,
     text_hash text not null,
     -- The last paragraph of the note.
     last_position integer not null,
     created_at timestamptz not null default now())`,
  `create index note_paper on note (paper_id)`,
  `create table citation_network (
     paper_id integer primary key references paper on delete cascade,
     reference_codes text[] not null,
     citation_codes text[] not null,
     counts jsonb not null,
     fetched_at timestamptz not null default now())`,
  `create table active_paper (
     singleton boolean primary key default true check (singleton),
     paper_id integer references paper on delete set null)`,
];

const BATCHES = [
  // The last run of each kind. If a process dies, its run remains active.
  `create table batch (
     kind text primary key check (kind in ('meta', 'asset')),
     run integer not null,
     active boolean not null,
     stop_requested boolean not null default false,
     request jsonb not null,
     total integer not null default 0,
     synced integer not null default 0,
     downloaded integer not null default 0,
     parsed integer not null default 0,
     translated integer not null default 0,
     download_failed integer not null default 0,
     parse_failed integer not null default 0,
     translate_failed integer not null default 0,
     current_bibcode text not null default '',
     started_at timestamptz not null default now(),
     -- The progress of the run, so that another worker can resume it.
     progress jsonb not null default '{}',
     -- The worker of the run. A worker that stops renewing is replaced.
     worker uuid,
     worker_seen_at timestamptz not null default now())`,
  // The papers of an asset run, in order. A finished paper is not processed again after a crash.
  `create table batch_paper (
     run integer not null,
     position integer not null,
     paper_id integer not null references paper on delete cascade,
     done boolean not null default false,
     primary key (run, position))`,
  `create index batch_paper_open on batch_paper (run, position) where not done`,
  `create table batch_log (
     id bigint generated always as identity primary key,
     kind text not null,
     line text not null)`,
  `create index batch_log_kind on batch_log (kind, id)`,
  `create table saved_query (
     id integer generated always as identity primary key,
     query text not null,
     source text not null,
     limit_count integer not null,
     last_run timestamptz not null default now(),
     unique (query, source))`,
];

const SERVICE = [
  `create table host_turn (
     host text primary key,
     -- The next request must not begin earlier.
     free_at timestamptz not null,
     holder uuid)`,
];
