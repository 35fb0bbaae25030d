import { indexOnline } from '@almagest/service-kit/online-migration';

/** Finds what has changed since a transaction. */
export const migration = indexOnline('point_by_change', 'on point (workflow_id, changed)');
