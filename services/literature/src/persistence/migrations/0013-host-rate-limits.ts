import { statements } from '@almagest/service-kit/statements';

/** Renames the table of the hosts' rate limits. */
// Renaming changes only the system catalog, so the table is locked only briefly.
export const migration = statements([
  `alter table host_turn rename to host_rate_limit`,
  `alter table host_rate_limit rename free_at to next_slot_at`,
  `alter table host_rate_limit rename holder to slot_holder`,
]);
