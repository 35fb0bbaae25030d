import { statements } from '@almagest/service-kit/statements';

/** Stores how far each model is from the prediction of its neighbours. */
export const migration = statements([
  `create table model_residual (
     workflow_id integer not null,
     point_name text collate "C" not null,
     -- The version that was compared.
     model_id bigint not null,
     sha256 text not null,
     -- The versions it was compared with, in ascending order. It is compared again only if they change.
     neighbours bigint[] not null,
     -- Relative difference, root mean square over depths. Null if nothing could be compared.
     residual float8,
     predictions integer not null,
     -- Why nothing could be compared.
     problem text,
     measured_at timestamptz not null default clock_timestamp(),
     primary key (workflow_id, point_name))`,
  `create index model_residual_by_size on model_residual (workflow_id, residual desc, point_name) where residual is not null`,
  // One pass over the points of a workflow.
  `create table residual_pass (
     workflow_id integer primary key,
     -- How many points had converged when it began.
     converged bigint not null,
     -- The last point that was compared.
     after_name text collate "C" not null default '',
     -- In milliseconds, as programs compare it.
     started_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
     finished_at timestamptz,
     median float8)`,
]);
