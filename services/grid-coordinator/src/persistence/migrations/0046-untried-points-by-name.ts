import { indexOnline } from '@almagest/service-kit/online-migration';

/**
 * The points that are first in a list by attempts, and last in one by anything that only attempts give. A point leaves
 * it with its first claim: claims and reports write no entry.
 */
export const migration = indexOnline(
  'point_untried',
  'on point (workflow_id, name) include (status, last_max_relc, last_completed_at) where attempts = 0',
);
