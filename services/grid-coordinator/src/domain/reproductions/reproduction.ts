import type { ReproductionStatus, TaskStatus, WorkflowStatus } from '@almagest/contracts/grid';
import { isPoison, type TaskState } from '../tasks/task-lifecycle.ts';
import type { WorkflowConfig } from '../workflows/workflow-config.ts';

/** The properties of an online node that decide which node gets a reproduction. */
interface OnlineNode {
  readonly nodeId: string;
  readonly isSuspect: boolean;
  readonly freeSlots: number;
}

export interface HandOutState {
  readonly claimsPaused: boolean;
  readonly status: WorkflowStatus;
  /** The workflow's slot cap, or null if the cap is not reached. */
  readonly reachedCap: number | null;
  readonly online: readonly OnlineNode[];
}

/**
 * Explains why a reproduction is waiting. `originalNode`: the node that computed the model, or null if any node may
 * reproduce it.
 */
export function whyItWaits(
  originalNode: string | null,
  { claimsPaused, status, reachedCap, online }: HandOutState,
): string {
  if (claimsPaused) return 'claims are paused: resume claims';
  if (status === 'initializing') return 'it is handed out when the workflow is initialized';
  if (status !== 'running' && status !== 'completed') return `the workflow is ${status}: start it again`;
  if (reachedCap !== null) return `the workflow has reached its slot cap of ${reachedCap}`;
  const other = originalNode === null ? '' : 'other ';
  const needed =
    originalNode === null ? 'it needs a node' : `it needs a node other than ${originalNode}, which computed the model`;
  const others = online.filter(({ nodeId }) => nodeId !== originalNode);
  if (others.length === 0) return `${needed}, and no ${other}node is online`;
  const trusted = others.filter(({ isSuspect }) => !isSuspect);
  if (trusted.length === 0) return `${needed}, and all ${other}online nodes are suspect`;
  if (!trusted.some(({ freeSlots }) => freeSlots > 0)) return `${needed}, and no ${other}node has a free slot`;
  return `${needed}, and is handed out to the next such node that claims a task, after points of workflows with a higher priority`;
}

/** The state that determines the attempts of a reproduction. */
export interface ReproductionState {
  readonly status: ReproductionStatus;
  /** The task of the last attempt. */
  readonly taskId: string | null;
  readonly losses: number;
}

/**
 * Returns the task of a reproduction in the form that `decideReport` needs. The reproduction takes the place of the
 * point.
 */
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

interface ReclaimedReproduction {
  readonly status: Extract<ReproductionStatus, 'waiting' | 'failed' | 'withdrawn'>;
  readonly losses: number;
}

/**
 * Decides what happens to a reproduction whose task is reclaimed. A loss says nothing about the result, so the
 * reproduction waits for another node. The reproduction ends after as many losses as a point may have. `cancelled`: an
 * administrator cancelled the task, which is not a loss. `hold` ends the reproduction.
 */
export function reproductionAfterReclaim(
  { losses }: Pick<ReproductionState, 'losses'>,
  ended: { readonly cancelled: boolean; readonly hold: boolean },
  config: Pick<WorkflowConfig, 'maxLostAttempts'>,
): ReclaimedReproduction {
  if (ended.cancelled) return { status: ended.hold ? 'withdrawn' : 'waiting', losses };
  return { status: isPoison(losses + 1, config) ? 'failed' : 'waiting', losses: losses + 1 };
}
