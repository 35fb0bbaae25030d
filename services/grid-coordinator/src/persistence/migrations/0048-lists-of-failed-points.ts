import { allOnline, indexOnline } from '@almagest/service-kit/online-migration';

/** Indexes failed points, which are few and often listed. Only a failure writes an entry. */
export const migration = allOnline(
  indexOnline(
    'point_failed_attempts',
    `on point (workflow_id, attempts desc, name) where status = 'failed' and attempts > 0`,
  ),
  indexOnline(
    'point_failed_max_relc',
    `on point (workflow_id, last_max_relc, name) where status = 'failed' and last_max_relc is not null`,
  ),
  indexOnline(
    'point_failed_completion',
    `on point (workflow_id, last_completed_at, name) where status = 'failed' and last_completed_at is not null`,
  ),
);
