import { statements } from '@almagest/service-kit/statements';

/**
 * Keeps the end of the log of each running task. The table is unlogged: a crash empties it, and nodes send the logs
 * again. The sweep deletes the rows of tasks that have ended, so claims and reports don't change.
 */
export const migration = statements([
  `create unlogged table task_log (
     task_id uuid primary key,
     at timestamptz not null,
     stdout text not null,
     -- How many bytes the engine has written.
     stdout_end bigint not null,
     stderr text not null,
     stderr_end bigint not null)`,
]);
