import { statements } from '@almagest/service-kit/statements';

/** Uses the same two columns for all leases (service-kit, database/lease.ts). */
export const migration = statements([
  `alter table batch rename worker to lease_holder`,
  `alter table batch rename worker_seen_at to lease_renewed_at`,
  `alter table agent_session rename hold to lease_holder`,
  `alter table agent_session rename hold_seen_at to lease_renewed_at`,
  `alter table translation_turn rename to translation_lease`,
  `alter table translation_lease rename holder to lease_holder`,
  `alter table translation_lease rename seen_at to lease_renewed_at`,
]);
