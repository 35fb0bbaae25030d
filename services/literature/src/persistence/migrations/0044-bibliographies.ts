import { statements } from '@almagest/service-kit/statements';

/** Adds live bibliographies and citation keys. Rows without an owner belong to the built-in account. */
export const migration = statements([
  `create table bibliography (
     id integer generated always as identity primary key,
     owner_id text,
     -- Without any of these three, the bibliography is the whole library.
     collection_id integer references collection on delete cascade,
     search_id integer references saved_search on delete cascade,
     tag text,
     key_digest bytea not null,
     created_at timestamptz not null default now(),
     check (num_nonnulls(collection_id, search_id, tag) <= 1))`,
  `create index bibliography_owner on bibliography (owner_id)`,
  `create index bibliography_collection on bibliography (collection_id) where collection_id is not null`,
  `create index bibliography_search on bibliography (search_id) where search_id is not null`,
  `create table citation_key (
     owner_id text,
     key text not null,
     -- The key in lower case, because BibTeX ignores the case of keys.
     folded text not null,
     paper_id integer not null references paper on delete cascade,
     -- An earlier key of the paper, or the key of a paper that was merged with it.
     is_alias boolean not null default false)`,
  `create unique index citation_key_folded on citation_key (folded, owner_id) nulls not distinct`,
  `create unique index citation_key_current on citation_key (paper_id, owner_id) nulls not distinct where not is_alias`,
  `create index citation_key_paper on citation_key (paper_id)`,
  `create index citation_key_owner on citation_key (owner_id) where owner_id is not null`,
  `create table citation_pattern (owner_id text, pattern text not null)`,
  `create unique index citation_pattern_owner on citation_pattern (owner_id) nulls not distinct`,
]);
