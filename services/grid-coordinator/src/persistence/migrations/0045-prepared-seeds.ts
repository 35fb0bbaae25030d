import { statements } from '@almagest/service-kit/statements';

/** Stores seeds that are interpolated between models, with their sources. */
export const migration = statements([
  // The versions that a structure was interpolated from. Their weights sum to 1.
  `create table model_parent (
     model_id bigint not null,
     parent_id bigint not null,
     weight float8 not null,
     primary key (model_id, parent_id))`,
  `create index model_parent_of on model_parent (parent_id)`,
  // The start of a point's next seed step, for workflows with interpolated seeds.
  `create table prepared_seed (
     workflow_id integer not null,
     point_name text collate "C" not null,
     -- The point's attempts in this run. After another one, the seed is prepared again.
     run integer not null,
     attempts integer not null,
     status text not null check (status in ('wanted', 'interpolated', 'nearest')),
     model_id bigint,
     -- Why the nearest model is used.
     reason text,
     primary key (workflow_id, point_name),
     check ((status = 'interpolated') = (model_id is not null)),
     check ((status = 'nearest') = (reason is not null)))`,
  `create index prepared_seed_wanted on prepared_seed (workflow_id, point_name) where status = 'wanted'`,
]);
