import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Papers that the user brings, with what reference managers keep of them: the entry itself, collections and tags. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table source_record drop constraint source_record_source_check`,
  // 'user': an imported file, or a form. What the sources tell takes precedence.
  `alter table source_record add check (source in ('catalog', 'preprint', 'user')) not valid`,
  // The fields of an imported entry that a record does not hold: volume, pages, publisher, what a format adds.
  `create table reference (
     paper_id integer primary key references paper on delete cascade,
     item jsonb not null,
     imported_at timestamptz not null default now())`,
  `create table collection (
     id integer generated always as identity primary key,
     parent_id integer references collection on delete cascade,
     name text not null check (name <> ''),
     created_at timestamptz not null default now(),
     unique nulls not distinct (parent_id, name))`,
  `create table collection_paper (
     collection_id integer not null references collection on delete cascade,
     paper_id integer not null references paper on delete cascade,
     primary key (collection_id, paper_id))`,
  `create index collection_paper_paper on collection_paper (paper_id)`,
  `create table tag (
     paper_id integer not null references paper on delete cascade,
     name text not null check (name <> ''),
     primary key (paper_id, name))`,
  `create index tag_name on tag (name)`,
  // A note about the paper as a whole stands on no paragraph.
  `alter table note drop constraint note_anchor_check`,
  `alter table note add check (anchor in ('exact', 'moved', 'lost', 'unchecked', 'paper')) not valid`,
];
