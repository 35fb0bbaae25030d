import { statements } from '@almagest/service-kit/statements';

/** Stores the progress of imports and text recognitions, so that any process can report it. */
export const migration = statements([
  `create table work_progress (
       work text primary key,
       done integer not null check (done >= 0),
       total integer not null check (total >= 0),
       reported_at timestamptz not null default clock_timestamp()
     )`,
]);
