import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The first schema: papers and their names, notes, batches, and what hosts are asked how often. */
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
     -- Which source each field came from.
     provenance jsonb not null,
     -- For the paper that a record without a common name may describe.
     title_key text collate "C" not null,
     surname_key text collate "C" not null,
     -- Null for a paper that a search has shown and nobody has kept.
     in_library_since timestamptz,
     -- Where a file is below the library's folder, or 'error:' and why there is none.
     pdf_location text,
     html_location text,
     -- Files that a user brought; an automatic download leaves them alone.
     pdf_uploaded boolean not null default false,
     html_uploaded boolean not null default false,
     markdown_location text,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now())`,
  `create index paper_title on paper (title_key, surname_key) where title_key <> ''`,
  `create index paper_library on paper (in_library_since, id) where in_library_since is not null`,
  // Every code, DOI and preprint identifier by which a paper is known, as 'bibcode:...', 'doi:...', 'preprint:...'.
  `create table paper_name (
     name text collate "C" primary key,
     paper_id integer not null references paper on delete cascade)`,
  `create index paper_name_paper on paper_name (paper_id)`,
  // What each source told last; the paper's own fields are put together from these.
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
     -- Null when the last parse no longer has the text that the note was written on.
     position integer,
     note_text text not null,
     highlight_color text not null check (highlight_color in ('yellow', 'green', 'blue', 'pink')),
     selected_text text not null,
     block_id text not null,
     text_hash text not null,
     -- Where it stood when it was last on a paragraph.
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
  // The last run of each kind; it is active until it says otherwise, whatever dies.
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
     -- How far it has come, in the run's own terms, so that another worker goes on there.
     progress jsonb not null default '{}',
     -- Who works at it; one that has not been heard of for a while is replaced.
     worker uuid,
     worker_seen_at timestamptz not null default now())`,
  // The papers of an asset run, in its order; a paper that is done is not done again after a crash.
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
     -- Nobody may begin before this.
     free_at timestamptz not null,
     holder uuid)`,
];
