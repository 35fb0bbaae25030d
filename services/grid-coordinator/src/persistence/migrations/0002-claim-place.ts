import { statements } from '@almagest/service-kit/statements';

/** Records whether points were queued before the position that claims have reached in the claim order. */
export const migration = statements([
  `
     -- Counts the transactions that queued points of the workflow, except expansions, which happen while it initialises.
     alter table workflow add column requeues integer not null default 0`,
]);
