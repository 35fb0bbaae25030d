import type { ReproductionStatus, TaskStatus } from '@almagest/contracts/grid';
import { isPoison, type TaskState } from './task-lifecycle.ts';
import type { WorkflowConfig } from './workflow-config.ts';

/** What decides about the attempts of a second run of a point. */
export interface ReproductionState {
  readonly status: ReproductionStatus;
  /** Its last attempt. */
  readonly taskId: string | null;
  readonly losses: number;
}

/** The task of a reproduction as `decideReport` needs it: the reproduction stands in the place of the point. */
export function reproductionTaskState(
  task: { readonly id: string; readonly nodeId: string; readonly status: TaskStatus; readonly reclaimed: boolean },
  { status, taskId }: Pick<ReproductionState, 'status' | 'taskId'>,
): TaskState {
  const isLatest = taskId === task.id;
  return {
    nodeId: task.nodeId,
    running: task.status === 'running',
    reclaimed: task.reclaimed,
    claimedSince: !isLatest,
    retryWaits: isLatest && status === 'waiting',
  };
}

/** What becomes of a reproduction whose task was reclaimed. */
interface ReclaimedReproduction {
  readonly status: Extract<ReproductionStatus, 'waiting' | 'failed' | 'withdrawn'>;
  readonly losses: number;
}

/**
 * A loss says nothing about the result, so the run waits for another node, as often as a point may be lost. `cancelled`:
 * by an administrator, which is no loss; `hold` ends it.
 */
export function reproductionAfterReclaim(
  { losses }: Pick<ReproductionState, 'losses'>,
  ended: { readonly cancelled: boolean; readonly hold: boolean },
  config: Pick<WorkflowConfig, 'maxLostAttempts'>,
): ReclaimedReproduction {
  if (ended.cancelled) return { status: ended.hold ? 'withdrawn' : 'waiting', losses };
  return { status: isPoison(losses + 1, config) ? 'failed' : 'waiting', losses: losses + 1 };
}
