import { statements } from '@almagest/service-kit/statements';

/**
 * Records whether a workflow's points match its configuration, in which case a name search can use the configuration.
 */
export const migration = statements([
  `
     -- The last finished expansion: all its points are stored, and points that it does not name are retired.
     alter table workflow add column finished_expansion integer not null default 0`,
  // A paused workflow may have been stopped in the middle of its expansion.
  `update workflow set finished_expansion = expansion where status in ('running', 'completed')`,
]);
