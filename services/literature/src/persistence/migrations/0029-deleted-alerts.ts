import { statements } from '@almagest/service-kit/statements';

/** Keeps deleted alerts, so that they can be restored. */
export const migration = statements([
  // Null: not deleted.
  `alter table alert add deleted_at timestamptz`,
]);
