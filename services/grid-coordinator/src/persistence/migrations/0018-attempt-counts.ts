import { statements } from '@almagest/service-kit/statements';

/** Counts the results and durations of each wave's attempts, as the basis of forecasts. */
export const migration = statements([
  // A workflow's row lock serialises its reports, so the rows are updated in place.
  `create table attempt_count (
     workflow_id integer not null,
     run integer not null,
     wave integer not null,
     task_type text not null,
     tried bigint not null,
     converged bigint not null,
     -- From claim to report.
     seconds float8 not null,
     primary key (workflow_id, run, wave, task_type)) with (fillfactor = 50)`,
]);
