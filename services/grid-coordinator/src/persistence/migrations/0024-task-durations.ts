import { statements } from '@almagest/service-kit/statements';

/** Stores how long converged attempts took, and the time limit of each task. */
export const migration = statements([
  // As for counts, reports append differences and the worker adds them up. `bin`: domain/tasks/task-durations.ts.
  `create table task_duration (
     workflow_id integer not null,
     kind text not null,
     band integer not null,
     bin integer not null,
     n bigint not null,
     primary key (workflow_id, kind, band, bin))`,
  `create table task_duration_delta (
     workflow_id integer not null,
     kind text not null,
     band integer not null,
     bin integer not null,
     n integer not null)`,
  // Null for tasks of earlier versions, which use the limit of the configuration.
  `alter table task add column timeout_sec integer`,
]);
