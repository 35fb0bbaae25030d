import { indexOnline } from '@almagest/service-kit/online-migration';

/** Creates an index of the points of a node in the usual order of a list, whatever fraction of all points they are. */
export const migration = indexOnline(
  'point_of_node',
  'on point (workflow_id, node_id, wave, name) include (status) where node_id is not null',
);
