import { statements } from '@almagest/service-kit/statements';

/** Records the origin of a model for as long as the model is kept. */
export const migration = statements([
  // The configuration of every start. It outlives its workflow, as models do.
  `create table workflow_start (
     workflow_id integer not null,
     expansion integer not null,
     workflow_name text collate "C" not null,
     run integer not null,
     config_yaml text not null,
     started_at timestamptz not null default now(),
     primary key (workflow_id, expansion))`,
  // A task claimed before a stop may end after the next start, which may have changed the configuration.
  `alter table task
     add column expansion integer,
     add column agent_version text,
     add column engine_name text,
     add column engine_version text`,
  // Copied from the task, whose row is removed with its workflow.
  `alter table model
     add column expansion integer,
     add column node_id text collate "C",
     add column agent_version text,
     add column engine_name text,
     add column engine_version text`,
]);
