import type { ReproductionStatus, TaskStatus, WorkflowStatus } from '@almagest/contracts/grid';
import { isPoison, type TaskState } from './task-lifecycle.ts';
import type { WorkflowConfig } from './workflow-config.ts';

/** A node that is online, as far as it decides who gets second runs. */
interface OnlineNode {
  readonly nodeId: string;
  readonly isSuspect: boolean;
  readonly freeSlots: number;
}

/** What keeps the second runs of a workflow from being handed out. */
export interface HandOutState {
  readonly claimsPaused: boolean;
  readonly status: WorkflowStatus;
  /** The slot cap of the workflow, if as many of its tasks are running. */
  readonly reachedCap: number | null;
  readonly online: readonly OnlineNode[];
}

/** Why a second run of a model that `originalNode` computed waits, in words. */
export function whyItWaits(originalNode: string, { claimsPaused, status, reachedCap, online }: HandOutState): string {
  if (claimsPaused) return 'claims are paused: no task of any workflow is handed out';
  if (status === 'initializing') return 'it is handed out when the workflow is initialized';
  if (status !== 'running' && status !== 'completed') return `the workflow is ${status}: start it again`;
  if (reachedCap !== null) return `as many tasks of the workflow are running as its slot cap of ${reachedCap} allows`;
  const needed = `it needs another node than ${originalNode}, which computed the model`;
  const others = online.filter(({ nodeId }) => nodeId !== originalNode);
  if (others.length === 0) return `${needed}, and no other node is online`;
  const trusted = others.filter(({ isSuspect }) => !isSuspect);
  if (trusted.length === 0) return `${needed}, and all others that are online are suspect`;
  if (!trusted.some(({ freeSlots }) => freeSlots > 0)) return `${needed}, and no other node has a free slot`;
  return `${needed}, and is handed out to the next one that asks, behind points of a higher priority`;
}

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
