import { inTransaction } from '@almagest/service-kit/database';
import type { Db, Tx } from '../../persistence/database.ts';
import { isReceiving, lockTasks } from '../../persistence/tasks/lost-task-repository.ts';
import {
  listRunningTasks,
  type ExpectedDuration,
  type RunningTaskRow,
} from '../../persistence/tasks/running-task-repository.ts';
import { listByStatus, lockWorkflow, type WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import type { RunConfigs } from '../run-configs.ts';
import { expectedDurations } from './expected-durations.ts';
import { reclaim } from './reclaim-lost.ts';

export interface EndOverrunsDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  readonly nodeLostGraceSec: number;
  readonly heartbeatTimeoutSec: number;
  readonly onNodeChange: (nodeId: string) => void;
}

const BATCH = 500;

/**
 * Ends tasks that ran far longer than their neighbours, in workflows with `end_overruns`. Returns the number of ended
 * tasks. The next sweep continues.
 *
 * An overrun counts as a loss, like an overdue task. After repeated overruns, the point is considered the cause.
 */
export async function endOverruns(deps: EndOverrunsDeps): Promise<number> {
  let total = 0;
  const faults: unknown[] = [];
  for (const workflow of await listByStatus(deps.db, 'running')) {
    try {
      total += await endOverrunsOf(deps, workflow);
    } catch (error) {
      // Continues with the other workflows.
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `could not end overlong tasks of ${faults.length} workflows`);
  return total;
}

async function endOverrunsOf(deps: EndOverrunsDeps, workflow: WorkflowState): Promise<number> {
  const { db, configs, onNodeChange } = deps;
  const { endOverruns: ends } = await configs.of(db, workflow);
  if (!ends || !(await isReceiving(db, deps))) return 0;
  const expected = await expectedDurations(db, [workflow.id]);
  if (expected.length === 0) return 0;
  const overrun = await listRunningTasks(db, expected, { workflow: workflow.name, overrun: true }, BATCH);
  if (overrun.length === 0) return 0;
  const ended = await inTransaction(db, (trx) => endStillOverrun(trx, configs, expected, overrun));
  for (const nodeId of new Set(overrun.map(({ node_id }) => node_id))) onNodeChange(nodeId);
  return ended;
}

/**
 * Ends the tasks that still overrun once their workflow is locked. A task may have begun to upload its results before
 * the lock.
 */
async function endStillOverrun(
  trx: Tx,
  configs: RunConfigs,
  expected: readonly ExpectedDuration[],
  listed: readonly RunningTaskRow[],
): Promise<number> {
  const [{ workflow_id: workflowId } = { workflow_id: 0 }] = listed;
  const ids = listed.map(({ id }) => id);
  await lockWorkflow(trx, workflowId);
  await lockTasks(trx, ids);
  const overrun = await listRunningTasks(trx, expected, { ids, overrun: true }, BATCH);
  const tasks = overrun.map(({ id, node_id }) => {
    return { id, workflow_id: workflowId, node_id, reason: 'overrun' } as const;
  });
  return tasks.length === 0 ? 0 : await reclaim(trx, configs, workflowId, tasks);
}
