import { statements } from '@almagest/service-kit/statements';

/** Lets an import reserve its part of the artifact quota, and record why its last attempt failed. */
export const migration = statements([
  `alter table archive_import
     -- Bytes of its artifacts, which count towards the quota while it is waiting.
     add column artifact_bytes bigint not null default 0,
     -- The number of successive failed attempts, and the last fault.
     add column failed_tries integer not null default 0,
     add column fault text`,
]);
