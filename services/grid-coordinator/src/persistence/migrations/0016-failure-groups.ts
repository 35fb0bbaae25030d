import { statements } from '@almagest/service-kit/statements';

/** Counts failures by cause. Reports update the counts, so grouping needs no read of the attempts. */
export const migration = statements([
  // A workflow's row lock serialises its reports, so these rows are updated in place.
  `create table failure_group (
     workflow_id integer not null,
     -- A hash of stage and cause.
     fingerprint text not null,
     stage text not null check (stage in ('atmosphere', 'spectrum')),
     cause text not null,
     -- The last reported message.
     message text not null,
     attempts bigint not null,
     -- The number of doubted attempts.
     doubted bigint not null,
     points bigint not null,
     -- The number of points that converged later.
     converged bigint not null,
     -- The names of the last points.
     examples text[] not null,
     -- The region of the points: the extremes along each axis.
     low float8[] not null,
     high float8[] not null,
     first_at timestamptz not null default now(),
     last_at timestamptz not null default now(),
     primary key (workflow_id, fingerprint)) with (fillfactor = 50)`,
  `create table failure_group_node (
     workflow_id integer not null,
     fingerprint text not null,
     node_id text collate "C" not null,
     attempts bigint not null,
     primary key (workflow_id, fingerprint, node_id)) with (fillfactor = 50)`,
  // The attempts by which points with this failure converged.
  `create table failure_group_help (
     workflow_id integer not null,
     fingerprint text not null,
     method text not null check (method in ('cold_run', 'seed_step', 'spectrum')),
     direction text not null,
     points bigint not null,
     primary key (workflow_id, fingerprint, method, direction)) with (fillfactor = 50)`,
  // The groups of failures that a point has had since it last converged.
  `alter table point add column failure_groups text[]`,
  // The group of a failed attempt, and the direction of its seed (domain/seeds/seed-direction.ts).
  `alter table task add column failure_group text, add column seed_direction text`,
]);
