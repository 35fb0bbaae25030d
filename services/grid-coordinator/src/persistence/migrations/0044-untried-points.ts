import { indexOnline } from '@almagest/service-kit/online-migration';

/**
 * Finds ended points without an attempt, which were imported. There are few, and they come first in a list of converged
 * points by attempts, which would otherwise read all of those.
 */
export const migration = indexOnline(
  'point_ended_untried',
  `on point (workflow_id, status, name) where attempts = 0 and status in ('converged', 'failed')`,
);
