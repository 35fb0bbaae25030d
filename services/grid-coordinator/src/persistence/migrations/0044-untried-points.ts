import { indexOnline } from '@almagest/service-kit/online-migration';

/**
 * Creates an index of ended points without an attempt, which were imported. A list of converged points by attempts
 * begins with these few points. Without the index, the list would read all converged points.
 */
export const migration = indexOnline(
  'point_ended_untried',
  `on point (workflow_id, status, name) where attempts = 0 and status in ('converged', 'failed')`,
);
