import { statements } from '@almagest/service-kit/statements';

/**
 * Stores, for all processes, the order in which workflows were served. It decides between workflows with equally many
 * tasks.
 */
export const migration = statements([
  `create sequence claim_turn`,
  // Separate from 'workflow', whose rows reports lock, so that claims never wait for reports.
  `create table workflow_turn (
     workflow_id integer primary key references workflow on delete cascade,
     turn bigint) with (fillfactor = 50)`,
  `insert into workflow_turn (workflow_id) select id from workflow`,
]);
