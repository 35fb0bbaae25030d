import { statements } from '@almagest/service-kit/statements';

/** Adds priority, share and slot cap of workflows, and the pause of all claims. */
export const migration = statements([
  // With these defaults, the order of claims is unchanged.
  `alter table workflow
     add column priority smallint not null default 0,
     add column share smallint not null default 1 check (share > 0),
     -- The maximum number of running tasks of the workflow. Null means no cap.
     add column max_slots integer check (max_slots >= 0)`,
  // At most one row, which exists while claims are paused.
  `create table claim_pause (
     singleton boolean primary key default true check (singleton),
     since timestamptz not null default now(),
     reason text)`,
]);
