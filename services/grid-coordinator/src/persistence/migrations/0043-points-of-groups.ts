import { indexOnline } from '@almagest/service-kit/online-migration';

/** Creates an index of the points of a group of failures. Points without a failure have no entry. */
export const migration = indexOnline(
  'point_failure_groups',
  'on point using gin (failure_groups) where failure_groups is not null',
);
