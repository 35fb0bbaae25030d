import { statements } from '@almagest/service-kit/statements';

/** Creates the tables of artifacts. Their contents are files named by their hashes. */
export const migration = statements([
  `create table artifact (
     workflow_id integer not null,
     point_name text collate "C" not null,
     task_id uuid not null,
     -- Relative to the engine's folder out.
     path text collate "C" not null,
     kind text collate "C" not null,
     product text collate "C",
     sha256 text collate "C" not null,
     size_bytes bigint not null check (size_bytes >= 0),
     stored_at timestamptz not null default now(),
     primary key (task_id, path))`,
  // This index has the order of list pages.
  `create index artifact_of_point on artifact (workflow_id, point_name, task_id, path)`,
  `create index artifact_of_kind on artifact (workflow_id, kind, point_name, task_id, path)`,
  // This index is for the removal of unreferenced contents.
  `create index artifact_content on artifact (sha256)`,
  `create index artifact_log on artifact (stored_at) where kind = 'log'`,
  // Contents that a node has declared and not reported yet. Only these contents may be uploaded, and they are not
  // removed.
  `create table artifact_upload (
     task_id uuid not null,
     sha256 text collate "C" not null,
     size_bytes bigint not null,
     workflow_id integer not null,
     declared_at timestamptz not null default now(),
     primary key (task_id, sha256))`,
  `create index artifact_upload_content on artifact_upload (sha256)`,
  // The quota is checked against these counts, which are appended and folded like the counts of points.
  `create table artifact_count (
     workflow_id integer not null,
     kind text collate "C" not null,
     files bigint not null,
     bytes bigint not null,
     primary key (workflow_id, kind))`,
  `create table artifact_count_delta (
     workflow_id integer not null,
     kind text collate "C" not null,
     files bigint not null,
     bytes bigint not null)`,
]);
