import { statements } from '@almagest/service-kit/statements';

/** Stores reclaimed tasks. Their nodes may report them until the point is claimed again, and must stop them after that. */
export const migration = statements([
  `alter table cancelled_task add column may_report boolean not null default false`,
]);
