import { indexOnline } from '@almagest/service-kit/online-migration';

/** Creates an index of the points that have changed since a transaction. */
export const migration = indexOnline('point_by_change', 'on point (workflow_id, changed)');
