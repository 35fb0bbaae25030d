import { statements } from '@almagest/service-kit/statements';

/** Creates the tables of asset versions and of the versions that starts have pinned. */
export const migration = statements([
  // The files that the assets folder has now. The identity shows whether a file was changed since it was hashed.
  `create table asset_file (
     path text collate "C" primary key,
     sha256 text collate "C" not null,
     identity text not null)`,
  `create table asset_version (
     path text collate "C" not null,
     sha256 text collate "C" not null,
     size_bytes bigint not null check (size_bytes >= 0),
     first_seen_at timestamptz not null default now(),
     primary key (path, sha256))`,
  // A pin outlives its workflow, as starts and models do, because the pin shows which assets models were computed with.
  `create table asset_pin (
     workflow_id integer not null,
     expansion integer not null,
     run integer not null,
     path text collate "C" not null,
     sha256 text collate "C" not null,
     primary key (workflow_id, expansion, path))`,
  // This index is for the removal of unreferenced contents.
  `create index asset_pin_content on asset_pin (sha256)`,
]);
