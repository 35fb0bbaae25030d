import { statements } from '@almagest/service-kit/statements';

/** Adds the columns, indexes and totals that are needed to remove old data. */
export const migration = statements([
  `alter table translated_text add used_at timestamptz not null default now()`,
  `create index translated_text_used on translated_text (used_at)`,
  `create index agent_session_put_away on agent_session (deleted_at) where deleted_at is not null`,
  // Totals of removed sessions, for the metrics.
  `create table agent_past (
     singleton boolean primary key default true check (singleton),
     sessions bigint not null default 0,
     steps bigint not null default 0)`,
  `insert into agent_past default values`,
  `create table agent_past_call (
     tool_name text primary key,
     calls bigint not null,
     -- Calls with a result, and calls that failed.
     ended bigint not null,
     failed bigint not null)`,
]);
