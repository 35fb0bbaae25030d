import { statements } from '@almagest/service-kit/statements';

/**
 * Records who applied for the name of a node, from where and when. A registration outlives the node, so that a
 * replacement is recognised.
 */
export const migration = statements([
  `create table node_registration (
     id bigint generated always as identity primary key,
     node_id text collate "C" not null,
     kind text not null check (kind in ('applied', 'contested', 'announced', 'refused', 'removed')),
     address text,
     max_slots integer,
     first_at timestamptz not null default now(),
     last_at timestamptz not null default now(),
     times integer not null default 1 check (times >= 1))`,
  `create index node_registration_of_node on node_registration (node_id, id)`,
]);
