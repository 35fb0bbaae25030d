import { statements } from '@almagest/service-kit/statements';

/** Adds papers from the user with the data of reference managers: the entry itself, collections and tags. */
export const migration = statements([
  `alter table source_record drop constraint source_record_source_check`,
  // 'user': an imported file, or a form. Data of the sources takes precedence.
  `alter table source_record add check (source in ('catalog', 'preprint', 'user')) not valid`,
  // The fields of an imported entry that a record does not have: volume, pages, publisher, and fields of a format.
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
  // A note about the whole paper has no paragraph.
  `alter table note drop constraint note_anchor_check`,
  `alter table note add check (anchor in ('exact', 'moved', 'lost', 'unchecked', 'paper')) not valid`,
]);
