import { indexOnline } from '@almagest/service-kit/online-migration';

/**
 * Creates an index of the points that come first in a list by attempts, and last in a list by any other value of
 * attempts. A point leaves the index with its first claim, so later claims and reports write no entry.
 */
export const migration = indexOnline(
  'point_untried',
  'on point (workflow_id, name) include (status, last_max_relc, last_completed_at) where attempts = 0',
);
