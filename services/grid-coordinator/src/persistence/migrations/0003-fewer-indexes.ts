import { statements } from '@almagest/service-kit/statements';

/**
 * Drops two indexes that cost every cycle of a claim and a report more than they save. They caused a ninth of all index
 * entries written (`npm run bench -- grid --only cycles`).
 */
export const migration = statements([
  // Converged points of one method are found by filtering all converged points, which are about as many within a
  // wave.
  `drop index point_by_method`,
  // Overdue tasks are found among the running ones, which have an index. A fleet runs a few thousand.
  `drop index task_deadline`,
]);
