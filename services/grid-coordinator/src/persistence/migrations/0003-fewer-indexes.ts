import { statements } from '@almagest/service-kit/statements';

/**
 * Drops two indexes that cost every cycle of a claim and a report more than they save. They caused a ninth of all index
 * entries written (`npm run bench -- grid --only cycles`).
 */
export const migration = statements([
  // Converged points of one method are found by filtering all converged points of a wave, which are not many more.
  `drop index point_by_method`,
  // Overdue tasks are found among the running tasks, which have an index. A fleet runs a few thousand tasks.
  `drop index task_deadline`,
]);
