import type { HeldTasksReply, ReportReply, TaskReturn } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Db } from '../../persistence/database.ts';
import { forgetCancelled } from '../../persistence/tasks/cancelled-task-repository.ts';
import { listHeld } from '../../persistence/tasks/held-tasks.ts';
import { findTasks } from '../../persistence/tasks/task-repository.ts';
import type { RunConfigs } from '../run-configs.ts';
import { reclaim } from './reclaim-lost.ts';

/** Returns the tasks that a node holds. An agent requests this list after a kill, because it has forgotten its tasks. */
export async function listHeldTasks(db: Db, nodeId: string): Promise<HeldTasksReply> {
  const tasks = await listHeld(db, nodeId);
  return {
    status: 'ok',
    tasks: tasks.map(({ id, point_name, workflow_name, created_at }) => ({
      task_id: id,
      point_name,
      workflow_name,
      claimed_at: created_at.toISOString(),
    })),
  };
}

export interface ReturnDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  /** Called when a node has stopped a cancelled task. */
  readonly onNodeChange: (nodeId: string) => void;
}

/**
 * Reclaims a task that its node hands back. The attempt counts as lost: it doesn't consume a strategy, the point is
 * queued again immediately, and `max_lost_attempts` limits the number of such losses.
 */
export async function returnTask(
  { db, configs, onNodeChange }: ReturnDeps,
  nodeId: string,
  { task_id: id, reason }: TaskReturn,
): Promise<ReportReply> {
  if (await forgetCancelled(db, nodeId, id)) {
    onNodeChange(nodeId);
    return { status: 'ok', message: 'the task was cancelled' };
  }
  const [task] = await findTasks(db, [id]);
  if (task === undefined) throw new Refusal('conflict', 'the task does not exist: its workflow may have been deleted');
  if (task.node_id !== nodeId) throw new Refusal('conflict', 'another node holds the task');
  const returned = {
    id,
    workflow_id: task.workflow_id,
    reason: 'returned',
    node_id: nodeId,
    why: reason.toWellFormed(),
  } as const;
  const ended = await inTransaction(db, (trx) => reclaim(trx, configs, task.workflow_id, [returned]));
  return { status: 'ok', message: ended === 1 ? 'reclaimed' : 'the task has already ended' };
}
