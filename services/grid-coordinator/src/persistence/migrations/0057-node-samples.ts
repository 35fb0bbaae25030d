import { statements } from '@almagest/service-kit/statements';

/**
 * Keeps the load and tasks of each node over time. The worker writes these samples, so claims and reports have no
 * additional cost.
 */
export const migration = statements([
  `create table node_sample (
     node_id text collate "C" not null,
     -- The end of the interval in which tasks were counted.
     at timestamptz not null,
     slots_used integer not null,
     slots integer not null,
     cpu_usage real not null,
     memory_usage real not null,
     completed integer not null,
     failed integer not null,
     primary key (node_id, at))`,
]);
