import type { Stage, TaskReport, TaskType } from '@almagest/contracts/grid';
import { needsSeed } from './stage-policy.ts';
import type { WorkflowConfig } from './workflow-config.ts';

/** A point's place in its strategies. */
export interface PointProgress {
  readonly atmosphereChain: readonly TaskType[];
  readonly spectrumChain: readonly TaskType[];
  /** The atmosphere converged in this run or was kept: what is left is a spectrum-only task. */
  readonly atmosphereDone: boolean;
}

/** What becomes of a point. */
export type Outcome =
  | { readonly kind: 'converged' }
  /** Its next strategy can be claimed at once, or, when it needs a seed, as soon as one is there. */
  | { readonly kind: 'again'; readonly progress: PointProgress; readonly needsSeed: boolean }
  /** Every strategy has failed. `armable`: the chain held a seed step, so a further seed may arm it once more. */
  | { readonly kind: 'failed'; readonly progress: PointProgress; readonly armable: boolean };

type StagesConfig = Pick<WorkflowConfig, 'atmosphere' | 'spectrum'>;

/** A report is a success only if the worker says so and the model is clean: NaN 'converges' to nonsense. */
export function isSuccess(report: Pick<TaskReport, 'status' | 'converged' | 'atmosphere_has_nan'>): boolean {
  return report.status === 'completed' && report.converged && !report.atmosphere_has_nan;
}

/** Whether the seed that came with a report is to be kept: the atmosphere converged, whatever became of the spectrum. */
export function keepsSeed(report: Pick<TaskReport, 'converged' | 'atmosphere_has_nan'>): boolean {
  return report.converged && !report.atmosphere_has_nan;
}

/**
 * Decides what a failure does to a point: the first entry of the failed stage's chain is popped.
 *
 * A report that names no stage failed in the atmosphere while that is enabled and not converged, else in the spectrum.
 * A model full of NaN has not converged, whatever its report says.
 *
 * A spectrum-only task fails in the spectrum, also where its engine names the atmosphere, which it may do for a model that
 * it was not given or cannot read: the atmosphere converged before and stands.
 */
export function afterFailure(
  point: PointProgress,
  report: {
    readonly converged: boolean;
    readonly atmosphere_has_nan?: boolean;
    readonly failed_stage?: Stage | null | undefined;
  },
  config: StagesConfig,
): Outcome {
  const clean = report.converged && report.atmosphere_has_nan !== true;
  const atmospherePending = config.atmosphere.enabled && !point.atmosphereDone && !clean;
  const named = report.failed_stage ?? (atmospherePending ? 'atmosphere' : 'spectrum');
  const stage = nextStage(point, config) === 'spectrum' ? 'spectrum' : named;
  if (stage === 'spectrum') {
    // A spectrum can only fail behind a converged atmosphere; one that came with a clean model need not be redone.
    const progress = {
      ...point,
      atmosphereDone: point.atmosphereDone || clean,
      spectrumChain: point.spectrumChain.slice(1),
    };
    return proceed(progress, config, stage);
  }
  return proceed({ ...point, atmosphereDone: false, atmosphereChain: point.atmosphereChain.slice(1) }, config, stage);
}

/**
 * Where a point stands with what is left of its chains.
 *
 * An empty chain is final for the stage that failed, also when the point stands before the other one: a worker that
 * keeps naming a stage without strategies would otherwise have the same task for ever.
 */
export function proceed(progress: PointProgress, config: StagesConfig, failed?: Stage): Outcome {
  const stage = nextStage(progress, config);
  const chain = chainOf(stage, progress);
  if (chain.length === 0 || chainOf(failed ?? stage, progress).length === 0) {
    const ofAtmosphere = stage === 'atmosphere' && failed !== 'spectrum';
    return { kind: 'failed', progress, armable: ofAtmosphere && config.atmosphere.strategies.includes('seed_step') };
  }
  return { kind: 'again', progress, needsSeed: needsSeed(stage, chain) };
}

function chainOf(stage: Stage, { atmosphereChain, spectrumChain }: PointProgress): readonly TaskType[] {
  return stage === 'atmosphere' ? atmosphereChain : spectrumChain;
}

/** The stage that a point's next task is about. */
export function nextStage({ atmosphereDone }: Pick<PointProgress, 'atmosphereDone'>, config: StagesConfig): Stage {
  return config.atmosphere.enabled && !atmosphereDone ? 'atmosphere' : 'spectrum';
}

/** The type of a point's next task: the first entry of the chain it stands before. */
export function nextTaskType(progress: PointProgress, config: StagesConfig): TaskType {
  return chainOf(nextStage(progress, config), progress)[0] ?? 'cold_run';
}

/** Failed points are armed with one more seed step and nothing else. */
export function armed(progress: PointProgress): PointProgress {
  return { ...progress, atmosphereDone: false, atmosphereChain: ['seed_step'] };
}

/**
 * What the loss of a task does, by a dead node or an overdue report.
 *
 * It consumes no strategy: the point is queued again, until it has been lost so often in a row that the point itself
 * must be taken for the cause ('poison'); then it counts as a failure of the current strategy.
 */
export function isPoison(losses: number, { maxLostAttempts }: Pick<WorkflowConfig, 'maxLostAttempts'>): boolean {
  return losses >= maxLostAttempts;
}

/** How a report meets the task it names. */
export type ReportDecision =
  | { readonly kind: 'record' }
  /** Answered 200 without a change: an earlier report has recorded the task. */
  | { readonly kind: 'replay' }
  /** The coordinator took the task back, but its retry is still only queued: the result is taken, the retry withdrawn. */
  | { readonly kind: 'late' }
  | { readonly kind: 'refuse'; readonly reason: string };

export interface TaskState {
  readonly nodeId: string;
  readonly running: boolean;
  readonly reclaimed: boolean;
  /** Another attempt of the point was claimed after this one. */
  readonly claimedSince: boolean;
  /** Whether the point still waits for its retry: nobody has claimed it since, and it has not recorded. */
  readonly retryWaits: boolean;
}

/** Acknowledges all that can be used; refuses only what would be counted twice. */
export function decideReport(task: TaskState | undefined, nodeId: string): ReportDecision {
  if (task === undefined)
    return { kind: 'refuse', reason: 'the task is unknown: its workflow was deleted or it never existed' };
  if (task.nodeId !== nodeId) return { kind: 'refuse', reason: `the task is held by another node` };
  if (task.running) return { kind: 'record' };
  if (!task.reclaimed) {
    return task.claimedSince
      ? { kind: 'refuse', reason: 'it was reported already, and its point was claimed anew since' }
      : { kind: 'replay' };
  }
  return task.retryWaits
    ? { kind: 'late' }
    : {
        kind: 'refuse',
        reason: 'the task was reclaimed after a loss or a time-out, and its point was claimed or recorded since',
      };
}
