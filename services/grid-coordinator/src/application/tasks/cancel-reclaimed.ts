import { decideReport } from '../../domain/tasks/task-lifecycle.ts';
import type { Db } from '../../persistence/database.ts';
import { endLateReports, listLateReportable } from '../../persistence/tasks/cancelled-task-repository.ts';
import { listReportable } from '../../persistence/tasks/reportable-task-repository.ts';
import { stateOf } from './admit-report.ts';

export interface CancelReclaimedDeps {
  readonly db: Db;
  readonly onNodeChange: (nodeId: string) => void;
}

const BATCH = 500;

/**
 * Cancels reclaimed tasks whose late reports would be refused, because the point has been claimed or recorded since.
 * Otherwise, a node that was only offline would compute these tasks to the end.
 */
export async function cancelReclaimed({ db, onNodeChange }: CancelReclaimedDeps): Promise<void> {
  const reclaimed = await listLateReportable(db, BATCH);
  if (reclaimed.length === 0) return;
  const ids = reclaimed.map(({ task_id: id }) => id);
  const tasks = new Map((await listReportable(db, ids)).map((task) => [task.id, task]));
  const over = reclaimed.filter(({ task_id: id, node_id: nodeId }) => {
    const task = tasks.get(id);
    return decideReport(task && stateOf(task), nodeId, false).kind !== 'late';
  });
  await endLateReports(
    db,
    over.map(({ task_id: id }) => id),
  );
  for (const nodeId of new Set(over.map(({ node_id: id }) => id))) onNodeChange(nodeId);
}
