import { statements } from '@almagest/service-kit/statements';

/** Records the archives that are being imported, by the SHA-256 of the file. */
export const migration = statements([
  `create table archive_import (
     sha256 text primary key,
     size_bytes bigint not null check (size_bytes > 0),
     status text not null check (status in ('uploading', 'waiting', 'done', 'refused')),
     -- The id of the future workflow. Records are stored under it before the workflow exists.
     workflow_id integer,
     workflow_name text,
     message text,
     updated_at timestamptz not null default now())`,
  `create index archive_import_waiting on archive_import (updated_at) where status = 'waiting'`,
]);
