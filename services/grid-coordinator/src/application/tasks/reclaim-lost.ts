import { reportedValues } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { reproductionAfterReclaim } from '../../domain/reproductions/reproduction.ts';
import { afterFailure, isPoison, proceed, type Outcome } from '../../domain/tasks/task-lifecycle.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { lockPoints, statusOf, type PointState } from '../../persistence/points/point-repository.ts';
import { listLost, lockTasks, type LostTask } from '../../persistence/tasks/lost-task-repository.ts';
import { cancelledTasks } from '../../persistence/tasks/cancelled-task-repository.ts';
import {
  lockReproductions,
  reproductionChanges,
  type ReproductionChange,
} from '../../persistence/reproductions/reproduction-repository.ts';
import { findTasks, endedTasks, type TaskRow } from '../../persistence/tasks/task-repository.ts';
import { writeTogether, type Write } from '../../persistence/write-together.ts';
import { lockWorkflow } from '../../persistence/workflows/workflow-repository.ts';
import type { RunConfig, RunConfigs } from '../run-configs.ts';
import { OutcomeRecorder } from './outcome-recorder.ts';
import { progressOf, type PointUpdate } from './point-update.ts';
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
 * Reclaims the tasks of lost nodes and overdue tasks. Returns the number of reclaimed tasks.
 *
 * A fault in one workflow does not affect the other workflows.
 */
export async function reclaimLost(deps: ReclaimDeps): Promise<number> {
  const { db, nodeLostGraceSec: graceSec, heartbeatTimeoutSec } = deps;
  const faults = new Map<number, unknown>();
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const lost = await listLost(db, { graceSec, heartbeatTimeoutSec, except: [...faults.keys()] }, BATCH);
    for (const [workflowId, tasks] of Map.groupBy(lost, ({ workflow_id }) => workflow_id)) {
      try {
        total += await inTransaction(db, (trx) => reclaimStillLost(trx, deps, workflowId, tasks));
      } catch (error) {
        faults.set(workflowId, error);
      }
    }
    if (lost.length < BATCH) break;
  }
  if (faults.size > 0)
    throw new AggregateError(faults.values(), `could not reclaim tasks of workflows ${[...faults.keys()].join(', ')}`);
  return total;
}

/**
 * Reclaims the tasks that are still lost once they are locked. An upload may have postponed a deadline before the lock.
 */
async function reclaimStillLost(
  trx: Tx,
  { configs, nodeLostGraceSec: graceSec, heartbeatTimeoutSec }: ReclaimDeps,
  workflowId: number,
  listed: readonly LostTask[],
): Promise<number> {
  const ids = listed.map(({ id }) => id);
  await lockWorkflow(trx, workflowId);
  await lockTasks(trx, ids);
  // A task that is overdue and held by a lost node is listed twice.
  const lost = await listLost(trx, { graceSec, heartbeatTimeoutSec, except: [], ids }, 2 * ids.length);
  return lost.length === 0 ? 0 : await reclaim(trx, configs, workflowId, lost);
}

/** A task that its node has handed back. */
interface ReturnedTask {
  readonly id: string;
  readonly workflow_id: number;
  readonly reason: 'returned';
  readonly node_id: string;
  /** The reason given by the node. */
  readonly why: string;
}

interface CancelledTask {
  readonly id: string;
  readonly workflow_id: number;
  readonly reason: 'cancelled';
  readonly node_id: string;
  readonly why: string | null;
  /** Whether the point of the task is held back. */
  readonly hold: boolean;
}

/** A task that has run far longer than the tasks of neighbouring points. */
interface OverrunTask {
  readonly id: string;
  readonly workflow_id: number;
  readonly reason: 'overrun';
  readonly node_id: string;
}

type ReclaimedTask = LostTask | ReturnedTask | CancelledTask | OverrunTask;

/**
 * Ends attempts as `timeout` and queues their points again. A loss doesn't consume a strategy unless the point is
 * poison. A cancelled task is not a loss, because a cancellation says nothing about the point.
 */
export async function reclaim(
  trx: Tx,
  configs: RunConfigs,
  workflowId: number,
  lost: readonly ReclaimedTask[],
): Promise<number> {
  const workflow = await lockWorkflow(trx, workflowId);
  const reasons = new Map(lost.map((task) => [task.id, task]));
  // The tasks are read again under the lock, because some may have been reported since.
  const tasks = (await findTasks(trx, [...reasons.keys()])).filter(({ status }) => status === 'running');
  if (workflow === undefined) {
    const writes = endedTasks(tasks.map(({ id }) => ended(id, 'the workflow was deleted')));
    await writeTogether(trx, [...writes, ...cancellations(tasks, reasons)]);
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
  const endings = [];
  const ofPoints = tasks.filter(({ reproduction_id: id }) => id === null);
  for (const task of ofPoints) {
    const reason = reasons.get(task.id);
    const point = points.get(task.point_name);
    const isCurrent = point?.task_id === task.id && statusOf(point) === 'running';
    endings.push(ended(task.id, describe(reason, isCurrent ? point.losses + 1 : undefined)));
    if (!isCurrent) continue;
    const { outcome, update } = afterReclaim(point, config, reason);
    await recorder.apply(point, config, outcome, update);
  }
  const reproduced = await reclaimReproductions(trx, config, tasks, reasons);
  const ends = [...endings, ...reproduced.map(({ taskId, change }) => ended(taskId, change.error))];
  await recorder.store([
    ...endedTasks(ends),
    ...reproductionChanges(reproduced.map(({ change }) => change)),
    ...cancellations(tasks, reasons),
  ]);
  await completeWorkflow(trx, workflow, config);
  return tasks.length;
}

/** Queues or ends the reproductions whose tasks are reclaimed. */
async function reclaimReproductions(
  trx: Tx,
  config: RunConfig,
  tasks: readonly TaskRow[],
  reasons: ReadonlyMap<string, ReclaimedTask>,
): Promise<{ readonly taskId: string; readonly change: ReproductionChange & { readonly error: string } }[]> {
  const ids = tasks.flatMap(({ reproduction_id: id }) => id ?? []);
  const reproductions = await lockReproductions(trx, ids);
  return tasks.flatMap((task) => {
    const found = task.reproduction_id === null ? undefined : reproductions.get(task.reproduction_id);
    if (found === undefined) return [];
    const reason = reasons.get(task.id);
    const cancelled = reason?.reason === 'cancelled';
    const { status, losses } = reproductionAfterReclaim(found, { cancelled, hold: cancelled && reason.hold }, config);
    return [{ taskId: task.id, change: { id: found.id, status, losses, error: describe(reason, losses) } }];
  });
}

function afterReclaim(
  point: PointState,
  config: RunConfig,
  reason: ReclaimedTask | undefined,
): { readonly outcome: Outcome; readonly update: PointUpdate } {
  const progress = progressOf(point, config);
  if (reason?.reason === 'cancelled') {
    const update = { error: describe(reason), held: reason.hold, completed: true };
    return { outcome: proceed(progress, config), update };
  }
  const losses = point.losses + 1;
  const error = describe(reason, losses);
  if (!isPoison(losses, config))
    return { outcome: proceed(progress, config), update: { error, losses, completed: true } };
  return {
    outcome: afterFailure(progress, { converged: false }, config, null),
    update: { error: `${error}: counted as a failure of the point`, losses: 0, completed: true },
  };
}

const STOPPED: ReadonlySet<string | undefined> = new Set<ReclaimedTask['reason']>(['cancelled', 'overrun']);

/** Returns the cancellations for nodes that may still be computing. A lost node may finish until the point is claimed. */
function cancellations(tasks: readonly TaskRow[], reasons: ReadonlyMap<string, ReclaimedTask>): Write[] {
  const computing = tasks.filter(({ id }) => reasons.get(id)?.reason !== 'returned');
  return cancelledTasks(
    computing.map(({ id, node_id: nodeId }) => ({ id, nodeId, mayReport: !STOPPED.has(reasons.get(id)?.reason) })),
  );
}

function ended(id: string, error: string) {
  return {
    id,
    status: 'timeout',
    reclaimed: true,
    doubted: false,
    failureGroup: null,
    reported: reportedValues({}),
    hasNan: null,
    error,
    hasRecord: false,
  } as const;
}

function describe(task: ReclaimedTask | undefined, losses?: number): string {
  const what = causeOf(task);
  if (task?.reason === 'cancelled') return what;
  return losses === undefined || losses < 2 ? what : `${what}, the ${ordinal(losses)} loss in a row`;
}

function causeOf(task: ReclaimedTask | undefined): string {
  const node = `node ${task?.node_id ?? ''}`;
  switch (task?.reason) {
    case 'cancelled':
      return `cancelled by an administrator${task.why === null ? '' : `: ${task.why}`}`;
    case 'returned':
      return `${node} returned the task: ${task.why}`;
    case 'overdue':
      return `${node} did not report within the time limit`;
    case 'overrun':
      return `${node} took far longer for this point than neighbouring points took`;
    default:
      return `${node} was lost`;
  }
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIXES: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  zero: 'th',
  one: 'st',
  two: 'nd',
  few: 'rd',
  many: 'th',
  other: 'th',
};

function ordinal(n: number): string {
  return `${n}${SUFFIXES[ORDINALS.select(n)]}`;
}
