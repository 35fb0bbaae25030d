import { statements } from '@almagest/service-kit/statements';

/** Records where the agent of a node runs, and where a second agent with the same credentials was refused. */
export const migration = statements([
  `alter table node
     add column instance_id text,
     add column instance_host text,
     add column second_host text,
     add column second_at timestamptz`,
]);
