import { inTransaction } from '@almagest/service-kit/database';
import { afterFailure, isPoison, proceed } from '../../domain/task-lifecycle.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { lockPoints, statusOf } from '../../persistence/point-repository.ts';
import { listLost, type LostTask } from '../../persistence/lost-task-repository.ts';
import { findTasks, endedTasks } from '../../persistence/task-repository.ts';
import { writeTogether } from '../../persistence/write-together.ts';
import { lockWorkflow } from '../../persistence/workflow-repository.ts';
import type { RunConfigs } from '../run-configs.ts';
import { progressOf, OutcomeRecorder } from './outcome-recorder.ts';
import { completeWorkflow } from './complete-workflow.ts';

export interface ReclaimDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  /** How long a node may be offline before its tasks are reclaimed, in seconds. */
  readonly nodeLostGraceSec: number;
  readonly heartbeatTimeoutSec: number;
}

const BATCH = 500;

/** The number of batches in one sweep. The next sweep continues. */
const MAX_BATCHES = 20;

/**
 * Reclaims the tasks of nodes that are gone and tasks whose time is over. Returns how many.
 *
 * If the tasks of one workflow cannot be reclaimed, those of the others are reclaimed nevertheless.
 */
export async function reclaimLost(deps: ReclaimDeps): Promise<number> {
  const { db, nodeLostGraceSec: graceSec, heartbeatTimeoutSec } = deps;
  const faults = new Map<number, unknown>();
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const lost = await listLost(db, { graceSec, heartbeatTimeoutSec, except: [...faults.keys()] }, BATCH);
    for (const [workflowId, tasks] of Map.groupBy(lost, ({ workflow_id }) => workflow_id)) {
      try {
        total += await inTransaction(db, (trx) => reclaim(trx, deps.configs, workflowId, tasks));
      } catch (error) {
        faults.set(workflowId, error);
      }
    }
    if (lost.length < BATCH) break;
  }
  if (faults.size > 0)
    throw new AggregateError(faults.values(), `tasks of workflows ${[...faults.keys()].join(', ')} were not reclaimed`);
  return total;
}

/** A task that its node has returned. */
export interface ReturnedTask {
  readonly id: string;
  readonly workflow_id: number;
  readonly reason: 'returned';
  readonly node_id: string;
  /** The reason that the node gave. */
  readonly why: string;
}

/** Ends attempts as `timeout` and queues their points again. A loss consumes no strategy unless the point is poison. */
export async function reclaim(
  trx: Tx,
  configs: RunConfigs,
  workflowId: number,
  lost: readonly (LostTask | ReturnedTask)[],
): Promise<number> {
  const workflow = await lockWorkflow(trx, workflowId);
  const reasons = new Map(lost.map((task) => [task.id, task]));
  // Read again under the lock: some may have been reported meanwhile.
  const tasks = (await findTasks(trx, [...reasons.keys()])).filter(({ status }) => status === 'running');
  if (workflow === undefined) {
    await writeTogether(trx, endedTasks(tasks.map(({ id }) => ended(id, 'the workflow was deleted'))));
    return tasks.length;
  }
  const config = await configs.of(trx, workflow);
  const points = new Map(
    (
      await lockPoints(
        trx,
        tasks.map((task) => ({ workflowId, name: task.point_name })),
      )
    ).map((point) => [point.name, point]),
  );
  const recorder = new OutcomeRecorder(trx);
  for (const task of tasks) {
    const point = points.get(task.point_name);
    if (point?.task_id !== task.id || statusOf(point) !== 'running') continue;
    const losses = point.losses + 1;
    const progress = progressOf(point, config);
    const error = describe(reasons.get(task.id), losses);
    if (isPoison(losses, config)) {
      const outcome = afterFailure(progress, { converged: false }, config);
      await recorder.apply(point, config, outcome, {
        error: `${error}: taken as a failure of the point`,
        losses: 0,
        completed: true,
      });
    } else {
      await recorder.apply(point, config, proceed(progress, config), { error, losses, completed: true });
    }
  }
  await recorder.store(endedTasks(tasks.map(({ id }) => ended(id, describe(reasons.get(id), points.get(id)?.losses)))));
  await completeWorkflow(trx, workflow, config);
  return tasks.length;
}

function ended(id: string, error: string) {
  return {
    id,
    status: 'timeout',
    reclaimed: true,
    doubted: false,
    maxRelc: null,
    hasNan: null,
    elapsedSec: null,
    error,
    hasRecord: false,
  } as const;
}

function describe(task: LostTask | ReturnedTask | undefined, losses?: number): string {
  const node = `node ${task?.node_id ?? ''}`;
  const what =
    task?.reason === 'returned'
      ? `${node} returned the task: ${task.why}`
      : task?.reason === 'overdue'
        ? `${node} did not report within the time limit`
        : `${node} was lost`;
  return losses === undefined || losses < 2 ? what : `${what}, the ${losses}. loss in a row`;
}
