import { statements } from '@almagest/service-kit/statements';

/** Stores judgements of models and points. */
export const migration = statements([
  `create table judgement (
     id bigint generated always as identity primary key,
     workflow_id integer not null,
     point_name text collate "C" not null,
     kind text not null check (kind in ('rejected', 'accepted', 'checked', 'unchecked')),
     -- The model that was judged. Null for a point without one.
     sha256 text,
     -- The point's attempts at that moment: a check ends, and a rejection cannot be undone, once there are more.
     attempts integer not null,
     note text not null,
     judged_by text not null,
     judged_at timestamptz not null default clock_timestamp(),
     -- For a rejection, how the point had converged. An acceptance restores it.
     former jsonb check ((kind = 'rejected') = (former is not null)))`,
  `create index judgement_of_workflow on judgement (workflow_id, id)`,
  `create index judgement_of_point on judgement (workflow_id, point_name, id)`,
  // An administrator has rejected this content. The content is kept, but never chosen.
  `alter table model add column rejected boolean not null default false`,
]);
