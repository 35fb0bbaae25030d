import { statements } from '@almagest/service-kit/statements';

/** Stores the keys with which nodes are approved immediately, and the key with which each node was approved. */
export const migration = statements([
  `create table join_key (
     id uuid primary key default gen_random_uuid(),
     digest bytea not null unique,
     name text not null,
     pattern text not null,
     max_nodes integer,
     max_slots integer,
     created_at timestamptz(3) not null default now(),
     expires_at timestamptz(3),
     revoked_at timestamptz(3))`,
  `alter table node add column join_key_id uuid`,
  `create index node_of_join_key on node (join_key_id) where join_key_id is not null`,
]);
