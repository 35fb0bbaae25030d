import { statements } from '@almagest/service-kit/statements';

/** Keeps what each node did over time. The worker writes it, so claims and reports cost no more than before. */
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
