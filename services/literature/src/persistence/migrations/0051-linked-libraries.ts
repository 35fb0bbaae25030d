import { statements } from '@almagest/service-kit/statements';

/** Adds linked libraries at Zotero and SciX, and the items imported from these libraries. */
export const migration = statements([
  `create table linked_library (
     id integer generated always as identity primary key,
     owner_id text,
     kind text not null check (kind in ('zotero', 'scix')),
     library text not null,
     name text not null,
     -- The API key, encrypted. See TextSeal.
     sealed_key bytea,
     collection_id integer references collection on delete set null,
     -- The version of the other library up to which everything is imported.
     version integer not null default 0,
     -- Whether an import began and has not ended.
     is_unfinished boolean not null default false,
     -- Null: only imported on request.
     next_run_at timestamptz,
     -- The other service asked not to be called before.
     not_before timestamptz not null default now(),
     last_run_at timestamptz,
     attempts integer not null default 0,
     failure text not null default '',
     done integer not null default 0,
     total integer not null default 0,
     counts jsonb not null default '{}',
     lease_holder uuid,
     lease_renewed_at timestamptz not null default now(),
     created_at timestamptz not null default now())`,
  `create unique index linked_library_key on linked_library (kind, library, owner_id) nulls not distinct`,
  `create index linked_library_owner on linked_library (owner_id) where owner_id is not null`,
  `create index linked_library_collection on linked_library (collection_id) where collection_id is not null`,
  `create index linked_library_due on linked_library (next_run_at) where next_run_at is not null`,
  `create table linked_item (
     library_id integer not null references linked_library on delete cascade,
     key text collate "C" not null,
     kind text not null check (kind in ('collection', 'entry', 'note', 'highlight', 'file')),
     parent text not null default '',
     version integer not null,
     title text not null default '',
     -- Each is null if there is none, or if it was deleted here.
     paper_id integer references paper on delete set null,
     note_id integer references note on delete set null,
     collection_id integer references collection on delete set null,
     -- The imported values. Later imports recognise by them what was changed here.
     seen jsonb not null default '{}',
     -- What was not imported.
     messages text[] not null default '{}',
     -- What was removed from the entry in the other library and is still here.
     removals text[] not null default '{}',
     removed_at timestamptz,
     primary key (library_id, key))`,
  `create index linked_item_paper on linked_item (paper_id) where paper_id is not null`,
  `create index linked_item_note on linked_item (note_id) where note_id is not null`,
  `create index linked_item_collection on linked_item (collection_id) where collection_id is not null`,
]);
