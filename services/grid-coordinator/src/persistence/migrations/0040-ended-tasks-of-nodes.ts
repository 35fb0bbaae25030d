import { indexOnline } from '@almagest/service-kit/online-migration';

/** Creates an index for the last attempts of a node. */
export const migration = indexOnline(
  'task_ended_of_node',
  'on task (node_id, completed_at) where completed_at is not null and not reclaimed',
);
