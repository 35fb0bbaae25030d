import { recordAudit } from '@almagest/accounts';
import type { CancelReply, CancelRequest } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Db } from '../../persistence/database.ts';
import { listHeld } from '../../persistence/tasks/held-tasks.ts';
import { hasNode } from '../../persistence/nodes/node-identity.ts';
import { findTasks, type TaskRow } from '../../persistence/tasks/task-repository.ts';
import type { RunConfigs } from '../run-configs.ts';
import { reclaim } from './reclaim-lost.ts';

export interface CancelDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  readonly onNodeChange: (nodeId: string) => void;
}

/**
 * Cancels a running task: reclaims it without a loss and notifies its node with the next heartbeat reply. A report that
 * arrives anyway is treated like any late report.
 */
export async function cancelTask(deps: CancelDeps, taskId: string, request: CancelRequest): Promise<CancelReply> {
  const [task] = await findTasks(deps.db, [taskId]);
  if (task === undefined) throw new Refusal('unknown', `no task has id ${taskId}`);
  const cancelled = task.status === 'running' ? await cancelAll(deps, [task], request, `task ${taskId}`) : 0;
  if (cancelled === 0) throw new Refusal('conflict', `task ${taskId} has already ended`);
  return { cancelled };
}

export async function cancelNodeTasks(deps: CancelDeps, nodeId: string, request: CancelRequest): Promise<CancelReply> {
  if (!(await hasNode(deps.db, nodeId))) throw new Refusal('unknown', `no node is named ${nodeId}`);
  const held = await listHeld(deps.db, nodeId);
  const tasks = await findTasks(
    deps.db,
    held.map(({ id }) => id),
  );
  return { cancelled: await cancelAll(deps, tasks, request, `node ${nodeId}`) };
}

/** Uses one transaction per workflow. Tasks that have already ended are left unchanged. */
async function cancelAll(
  { db, configs, onNodeChange }: CancelDeps,
  tasks: readonly TaskRow[],
  { hold = false, reason = null }: CancelRequest,
  object: string,
): Promise<number> {
  let cancelled = 0;
  for (const [workflowId, own] of Map.groupBy(tasks, ({ workflow_id: id }) => id)) {
    const ended = own.map(({ id, node_id }) => {
      return { id, workflow_id: workflowId, node_id, reason: 'cancelled', why: reason, hold } as const;
    });
    cancelled += await inTransaction(db, async (trx) => {
      const reclaimed = await reclaim(trx, configs, workflowId, ended);
      if (reclaimed > 0) await recordAudit(trx, { object, detail: { tasks: reclaimed, hold, reason } });
      return reclaimed;
    });
  }
  for (const nodeId of new Set(tasks.map(({ node_id }) => node_id))) onNodeChange(nodeId);
  return cancelled;
}
