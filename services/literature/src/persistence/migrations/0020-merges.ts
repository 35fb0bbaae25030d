import { statements } from '@almagest/service-kit/statements';

/** Adds merges by users, which can be undone, and pairs of papers that users keep separate. */
export const migration = statements([
  // A merged paper is in the trash with its texts and files, but without its names, until it is deleted there.
  `alter table paper
     add merged_into integer references paper on delete cascade,
     add constraint merged_is_trashed check (merged_into is null or trashed_at is not null)`,
  `create index paper_merged on paper (merged_into) where merged_into is not null`,
  `create table paper_merge (
     id integer generated always as identity primary key,
     kept_id integer not null references paper on delete cascade,
     merged_id integer not null unique references paper on delete cascade,
     bibcode text not null,
     merged_at timestamptz not null default now(),
     -- The state that undoing the merge restores.
     state jsonb not null)`,
  `create index paper_merge_kept on paper_merge (kept_id)`,
  `create table kept_apart (
     paper_a integer not null references paper on delete cascade,
     paper_b integer not null references paper on delete cascade,
     primary key (paper_a, paper_b),
     check (paper_a < paper_b))`,
  `create index kept_apart_b on kept_apart (paper_b)`,
]);
