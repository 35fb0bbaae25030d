import { statements } from '@almagest/service-kit/statements';

/** Adds scheduled queries and their results. */
export const migration = statements([
  `create table alert (
     id integer generated always as identity primary key,
     name text not null,
     query text not null,
     source text not null check (source in ('all', 'catalog', 'preprint')),
     schedule text not null check (schedule in ('off', 'daily', 'weekly')),
     -- Null: only checked on request.
     next_check_at timestamptz,
     last_checked_at timestamptz,
     last_attempt_at timestamptz,
     failures text[] not null default '{}',
     -- For each source that has answered before: papers older than this date are not new.
     known_since jsonb not null default '{}',
     feed_digest bytea unique,
     lease_holder uuid,
     lease_renewed_at timestamptz not null default now(),
     created_at timestamptz not null default now(),
     unique (query, source))`,
  `create index alert_due on alert (next_check_at) where next_check_at is not null`,
  // The names (as in paper_name) of all papers that an alert has found. The names remain when a paper outside the
  // library is deleted.
  `create table alert_name (
     alert_id integer not null references alert on delete cascade,
     name text collate "C" not null,
     primary key (alert_id, name))`,
  // The papers that an alert has found since its first check.
  `create table alert_paper (
     alert_id integer not null references alert on delete cascade,
     paper_id integer not null references paper on delete cascade,
     found_at timestamptz not null default now(),
     seen_at timestamptz,
     -- The permanent id of the feed entry, which outlives the paper's row.
     entry_id uuid not null default gen_random_uuid(),
     primary key (alert_id, paper_id))`,
  `create index alert_paper_paper on alert_paper (paper_id)`,
  `create index alert_paper_found on alert_paper (alert_id, found_at desc, paper_id desc)`,
]);
