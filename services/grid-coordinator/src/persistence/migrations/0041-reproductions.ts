import { statements } from '@almagest/service-kit/statements';

/** Creates the table of reproductions, whose results are compared with the grid's results and never replace them. */
export const migration = statements([
  `create table reproduction (
     id bigint generated always as identity primary key,
     workflow_id integer not null,
     point_name text collate "C" not null,
     -- The model to reproduce, and the attempt and node that made it.
     sha256 text not null,
     original_task uuid not null,
     original_node text collate "C" not null,
     -- The spectra that belong to it: path, product and SHA-256 of each.
     spectra jsonb not null,
     status text not null default 'waiting'
       check (status in ('waiting', 'running', 'comparing', 'compared', 'failed', 'withdrawn')),
     note text,
     requested_by text not null,
     requested_at timestamptz not null default clock_timestamp(),
     ended_at timestamptz,
     -- The last attempt.
     task_id uuid,
     losses smallint not null default 0,
     -- The SHA-256 of a converged reproduction's model, and its spectra. Kept until they are compared.
     model_sha256 text,
     found_spectra jsonb,
     -- The attempt that was compared or that failed. It outlives the row of its task.
     reproduced jsonb,
     difference jsonb,
     error text,
     check (status <> 'running' or task_id is not null),
     check ((status in ('compared', 'failed', 'withdrawn')) = (ended_at is not null)))`,
  // This index is for claims and is usually empty.
  `create index reproduction_waiting on reproduction (id) where status = 'waiting'`,
  `create index reproduction_comparing on reproduction (id) where status = 'comparing'`,
  `create index reproduction_of_workflow on reproduction (workflow_id, id)`,
  // A point has at most one open reproduction.
  `create unique index reproduction_open on reproduction (workflow_id, point_name)
     where status in ('waiting', 'running', 'comparing')`,
  // The reproduction that a task belongs to, or null for an attempt at its point.
  `alter table task add column reproduction_id bigint`,
  `alter table task add column iterations float8`,
]);
