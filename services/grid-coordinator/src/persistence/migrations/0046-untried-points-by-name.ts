import { indexOnline } from '@almagest/service-kit/online-migration';

/**
 * Finds the points that come first in a list by attempts, and last in a list by any value that only attempts give. A
 * point leaves the index with its first claim, so later claims and reports write no entry.
 */
export const migration = indexOnline(
  'point_untried',
  'on point (workflow_id, name) include (status, last_max_relc, last_completed_at) where attempts = 0',
);
