import { statements } from '@almagest/service-kit/statements';

/**
 * Records where a node's assets differ from the assets that its task's start has pinned. Null if the node did not
 * report assets, empty if all assets are equal.
 */
export const migration = statements([
  `alter table task add column asset_differences jsonb`,
  // Copied from the task, whose row is removed with its workflow.
  `alter table model add column asset_differences jsonb`,
]);
