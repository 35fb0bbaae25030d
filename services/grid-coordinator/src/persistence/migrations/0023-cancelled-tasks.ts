import { statements } from '@almagest/service-kit/statements';

/** Stores cancelled tasks whose nodes have not been notified yet, and points that are held back. */
export const migration = statements([
  `create table cancelled_task (
     task_id uuid primary key,
     node_id text collate "C" not null,
     cancelled_at timestamptz not null default now())`,
  `create index cancelled_task_of_node on cancelled_task (node_id)`,
  // Whether a pending point is not handed out until an administrator releases it.
  `alter table point add column held boolean not null default false`,
]);
