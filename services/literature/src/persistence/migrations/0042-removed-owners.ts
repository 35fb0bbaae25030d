import { statements } from '@almagest/service-kit/statements';

/** Adds a list of removed people. Their private data is deleted later. */
export const migration = statements([
  `create table removed_owner (
     owner_id text primary key,
     removed_at timestamptz not null default now())`,
]);
