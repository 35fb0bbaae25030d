import { statements } from '@almagest/service-kit/statements';

const SHARED = ['note', 'collection', 'alert', 'agent_session'];
const PERSONAL = ['tag', 'answer', 'saved_search', 'deleted_note'];

/**
 * Adds owners of personal data, and groups with which owners can share this data. Rows without an owner belong to the
 * built-in account, and everyone sees these rows. Existing rows have no owner.
 */
export const migration = statements([
  `create table person_group (
     id integer generated always as identity primary key,
     name text not null unique check (name <> ''),
     created_at timestamptz not null default now())`,
  `create table group_member (
     group_id integer not null references person_group on delete cascade,
     account_id uuid not null references account on delete cascade,
     is_editor boolean not null default false,
     primary key (group_id, account_id))`,
  `create index group_member_account on group_member (account_id)`,
  ...PERSONAL.map((table) => `alter table ${table} add owner_id text`),
  ...SHARED.flatMap((table) => [
    `alter table ${table}
     add owner_id text,
     add sharing text check (sharing in ('group_reads', 'group_edits', 'everyone_reads')),
     -- After the group is deleted, the owner alone sees the object.
     add shared_group integer references person_group on delete set null`,
    `create index ${table}_shared on ${table} (shared_group) where shared_group is not null`,
  ]),
  ...[...SHARED, ...PERSONAL].map(
    (table) => `create index ${table}_owner on ${table} (owner_id) where owner_id is not null`,
  ),
  // The person who asked the current question. The tools of the run act for this person.
  `alter table agent_session add asker_id text`,
  // Names are unique for each owner.
  `alter table tag drop constraint tag_pkey`,
  `create unique index tag_key on tag (paper_id, name, owner_id) nulls not distinct`,
  `alter table collection drop constraint collection_parent_id_name_key`,
  `create unique index collection_key on collection (parent_id, name, owner_id) nulls not distinct`,
  `alter table alert drop constraint alert_query_source_key`,
  `create unique index alert_key on alert (query, source, owner_id) nulls not distinct`,
  `alter table saved_search drop constraint saved_search_name_key`,
  `create unique index saved_search_key on saved_search (name, owner_id) nulls not distinct`,
  // A person's marks on a paper. Null: as marked by the built-in account in the table of papers.
  `create table paper_mark (
     owner_id text not null,
     paper_id integer not null references paper on delete cascade,
     reading_state text check (reading_state in ('unread', 'reading', 'read')),
     is_starred boolean,
     -- The paper is hidden from this person only.
     trashed_at timestamptz,
     primary key (owner_id, paper_id))`,
  `create index paper_mark_paper on paper_mark (paper_id)`,
  // The paper that a person views. The built-in account uses the table active_paper.
  `create table person_active_paper (
     owner_id text primary key,
     paper_id integer not null references paper on delete cascade)`,
  `create index person_active_paper_paper on person_active_paper (paper_id)`,
]);
