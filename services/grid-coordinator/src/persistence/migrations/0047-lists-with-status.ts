import { allOnline, replaceIndexOnline } from '@almagest/service-kit/online-migration';

/** Adds the status to the indexes of point lists, so that a list of one status reads only the rows of its page. */
export const migration = allOnline(
  replaceIndexOnline(
    { name: 'point_attempts', instead: 'point_by_attempts' },
    'on point (workflow_id, attempts desc, name) include (status) where attempts > 0',
  ),
  replaceIndexOnline(
    { name: 'point_max_relc', instead: 'point_by_max_relc' },
    'on point (workflow_id, last_max_relc, name) include (status) where last_max_relc is not null',
  ),
  replaceIndexOnline(
    { name: 'point_completion', instead: 'point_by_completion' },
    'on point (workflow_id, last_completed_at, name) include (status) where last_completed_at is not null',
  ),
  replaceIndexOnline(
    { name: 'point_teff', instead: 'point_by_teff' },
    'on point (workflow_id, teff, name) include (status)',
  ),
);
