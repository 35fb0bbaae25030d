import { indexOnline } from '@almagest/service-kit/online-migration';

/**
 * Ended points without an attempt, which were imported: there are few. Without it a list of converged points by attempts
 * would read them all to find these, which come first.
 */
export const migration = indexOnline(
  'point_ended_untried',
  `on point (workflow_id, status, name) where attempts = 0 and status in ('converged', 'failed')`,
);
