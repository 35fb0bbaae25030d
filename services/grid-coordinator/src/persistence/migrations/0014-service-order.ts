import { statements } from '@almagest/service-kit/statements';

/** Names the table for what it records: the order in which workflows last got tasks. */
// Renaming changes only the catalog, so the table is locked only briefly.
export const migration = statements([
  `alter table workflow_turn rename to workflow_service_order`,
  `alter table workflow_service_order rename turn to last_served`,
  `alter sequence claim_turn rename to service_order`,
]);
