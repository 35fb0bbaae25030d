import type { Stage, TaskReport, TaskType } from '@almagest/contracts/grid';
import { ruleAfter, type RuledFailure } from './failure-rules.ts';
import { needsSeed } from './stage-policy.ts';
import { modelKept, reseedChain, startable, type UnconvergedModel } from './unconverged-model.ts';
import type { WorkflowConfig } from '../workflows/workflow-config.ts';

/** The progress of a point through its strategies. */
export interface PointProgress {
  readonly atmosphereChain: readonly TaskType[];
  readonly spectrumChain: readonly TaskType[];
  /** Whether the atmosphere converged in this run or was kept, so that only the spectrum is left. */
  readonly atmosphereDone: boolean;
  /** The rule that was applied after the last failure and whose strategy is next, or null. */
  readonly nextRule: string | null;
  /** The names of the rules applied to the point, each repeated as often as it was applied. */
  readonly rulesUsed: readonly string[];
  /** The model from which the next `continue` would start. */
  readonly unconverged: UnconvergedModel | null;
}

export type Outcome =
  | { readonly kind: 'converged' }
  /** The next strategy can be claimed immediately or, if it needs a seed, as soon as there is one. */
  | (Strategies & { readonly kind: 'again'; readonly needsSeed: boolean })
  /** Every strategy has failed. `reseedable`: the chain had a seed step, so a new seed may reseed the point. */
  | (Strategies & { readonly kind: 'failed'; readonly reseedable: boolean });

interface Strategies {
  readonly progress: PointProgress;
  /** Set if a `continue` was skipped because it had no model to start from. */
  readonly notContinued?: true;
}

type StagesConfig = Pick<WorkflowConfig, 'atmosphere' | 'spectrum'>;

/**
 * Returns whether a report is a success: the node reports convergence and the model has no NaN. With NaN, iterations
 * converge to nonsense.
 */
export function isSuccess(report: Pick<TaskReport, 'status' | 'converged' | 'atmosphere_has_nan'>): boolean {
  return report.status === 'completed' && report.converged && !report.atmosphere_has_nan;
}

/**
 * Returns whether the seed of a report is stored. The seed is stored if the atmosphere converged, even if the spectrum
 * failed.
 */
export function keepsSeed(report: Pick<TaskReport, 'converged' | 'atmosphere_has_nan'>): boolean {
  return report.converged && !report.atmosphere_has_nan;
}

export interface FailureReport {
  readonly converged: boolean;
  readonly atmosphere_has_nan?: boolean;
  readonly failed_stage?: Stage | null | undefined;
  /** The uploaded structure of an attempt that stopped short of convergence. */
  readonly left?: UnconvergedModel | undefined;
}

function isClean({ converged, atmosphere_has_nan: hasNan }: FailureReport): boolean {
  return converged && hasNan !== true;
}

/**
 * Returns the stage in which an attempt failed.
 *
 * If the report names no stage, the attempt counts as failed in the atmosphere if the atmosphere is enabled and has not
 * converged. Otherwise it counts as failed in the spectrum.
 *
 * A spectrum-only task always fails in the spectrum. The engine may name the atmosphere if it cannot read the model,
 * but this atmosphere has already converged.
 */
export function failedStage(point: PointProgress, report: FailureReport, config: StagesConfig): Stage {
  if (nextStage(point, config) === 'spectrum') return 'spectrum';
  const atmospherePending = config.atmosphere.enabled && !point.atmosphereDone && !isClean(report);
  return report.failed_stage ?? (atmospherePending ? 'atmosphere' : 'spectrum');
}

/**
 * Decides what a failure does to a point: removes the first entry of the failed stage's chain. If a rule of the
 * configuration applies, its strategy comes before the remaining strategies. `failure`: the reported cause, or null for
 * a loss. No rule applies to a loss.
 */
export function afterFailure(
  point: PointProgress,
  report: FailureReport,
  config: StagesConfig & Pick<WorkflowConfig, 'rules'>,
  failure: Omit<RuledFailure, 'stage'> | null,
): Outcome {
  const stage = failedStage(point, report, config);
  const rule = failure === null ? undefined : ruleAfter(config.rules, { ...failure, stage }, point.rulesUsed);
  const progress = {
    ...point,
    nextRule: rule?.name ?? null,
    rulesUsed: rule === undefined ? point.rulesUsed : [...point.rulesUsed, rule.name],
  };
  const first = rule === undefined ? [] : [rule.strategy];
  if (stage === 'spectrum') {
    // A spectrum can only fail after a converged atmosphere, which is kept if its model has no NaN.
    const atmosphereDone = point.atmosphereDone || isClean(report);
    const spectrumChain = [...first, ...point.spectrumChain.slice(1)];
    return proceed({ ...progress, atmosphereDone, spectrumChain }, config, stage);
  }
  const [strategy, ...others] = point.atmosphereChain;
  const unconverged = modelKept(point.unconverged, strategy, report.left);
  const atmosphereChain = [...first, ...others];
  return proceed({ ...progress, atmosphereDone: false, atmosphereChain, unconverged }, config, stage);
}

/** Removes the seed step of a point for which no seed can appear any more. */
export function withoutSeedStep(point: PointProgress): PointProgress {
  return { ...point, nextRule: null, atmosphereChain: point.atmosphereChain.slice(1) };
}

/** The properties of a doubted attempt that affect its point's strategies. */
interface DoubtedAttempt {
  readonly task_type: TaskType;
  /** The rule that the attempt followed. */
  readonly rule: string | null;
}

/**
 * Restores the strategies of a point that were consumed by failures that are now doubted. `failed`: oldest first.
 * Withdraws the rules applied after these failures. If the first of these attempts followed a rule, that rule was
 * applied after a failure that is not doubted, so it becomes the next rule again.
 */
export function withStrategiesBack(
  point: PointProgress,
  failed: readonly DoubtedAttempt[],
  config: StagesConfig & Pick<WorkflowConfig, 'rules'>,
): PointProgress {
  const [first] = failed;
  const types = failed.filter(({ rule }, index) => index === 0 || rule === null).map(({ task_type: type }) => type);
  const stage = nextStage(point, config);
  const withdrawn = config.rules.find(({ name }) => name === point.nextRule);
  const chain = (of: Stage) => [
    ...(of === stage ? types : []),
    ...chainOf(of, point).slice(of === withdrawn?.stage ? 1 : 0),
  ];
  const rulesUsed = [...point.rulesUsed];
  for (const name of [...failed.slice(1).map(({ rule }) => rule), point.nextRule]) {
    const place = name === null ? -1 : rulesUsed.lastIndexOf(name);
    if (place >= 0) rulesUsed.splice(place, 1);
  }
  const chains = { atmosphereChain: chain('atmosphere'), spectrumChain: chain('spectrum') };
  return { ...point, ...chains, nextRule: first?.rule ?? null, rulesUsed };
}

/**
 * Returns the outcome for a point with its remaining strategies.
 *
 * If the chain of the failed stage is empty, the failure is final, even if the point is in the other stage. Otherwise,
 * a node that keeps naming a stage without strategies would get the same task forever.
 */
export function proceed(before: PointProgress, config: StagesConfig, failed?: Stage): Outcome {
  const stage = nextStage(before, config);
  const progress = stage === 'atmosphere' ? withoutIdleContinue(before) : { ...before, unconverged: null };
  const skipped = progress.atmosphereChain.length < before.atmosphereChain.length;
  const remark = skipped ? ({ notContinued: true } as const) : {};
  const chain = chainOf(stage, progress);
  if (chain.length === 0 || chainOf(failed ?? stage, progress).length === 0) {
    const ofAtmosphere = stage === 'atmosphere' && failed !== 'spectrum';
    const reseedable = ofAtmosphere && config.atmosphere.strategies.includes('seed_step');
    return { kind: 'failed', progress: { ...progress, unconverged: null }, reseedable, ...remark };
  }
  return { kind: 'again', progress, needsSeed: needsSeed(stage, chain), ...remark };
}

/** Removes each `continue` that has no model to start from, and a model that no `continue` needs. */
function withoutIdleContinue(progress: PointProgress): PointProgress {
  const atmosphereChain = startable(progress.atmosphereChain, progress.unconverged);
  const unconverged = atmosphereChain.includes('continue') ? progress.unconverged : null;
  return { ...progress, atmosphereChain, unconverged };
}

function chainOf(stage: Stage, { atmosphereChain, spectrumChain }: PointProgress): readonly TaskType[] {
  return stage === 'atmosphere' ? atmosphereChain : spectrumChain;
}

export function nextStage({ atmosphereDone }: Pick<PointProgress, 'atmosphereDone'>, config: StagesConfig): Stage {
  return config.atmosphere.enabled && !atmosphereDone ? 'atmosphere' : 'spectrum';
}

/** Returns the type of a point's next task: the first entry of its stage's chain. */
export function nextTaskType(progress: PointProgress, config: StagesConfig): TaskType {
  return chainOf(nextStage(progress, config), progress)[0] ?? 'cold_run';
}

/**
 * Adds a seed step to a failed point, because a new seed has appeared near it. Also adds the strategies that follow
 * this step in the chain.
 */
export function reseeded(progress: PointProgress, config: Pick<StagesConfig, 'atmosphere'>): PointProgress {
  return {
    ...progress,
    atmosphereDone: false,
    atmosphereChain: reseedChain(config.atmosphere.strategies),
    nextRule: null,
    unconverged: null,
  };
}

/**
 * Returns whether a point is poison: too many of its attempts in a row were lost.
 *
 * A loss doesn't consume a strategy, and the point is queued again. After too many losses in a row, the point itself is
 * considered the cause, and the loss counts as a failure of the current strategy.
 */
export function isPoison(losses: number, { maxLostAttempts }: Pick<WorkflowConfig, 'maxLostAttempts'>): boolean {
  return losses >= maxLostAttempts;
}

export type ReportDecision =
  | { readonly kind: 'record' }
  /** Answered with 200 without a change: an earlier report has recorded the task. */
  | { readonly kind: 'replay' }
  /** Answered with 200, but not stored: the task was recorded, and another attempt at its point was claimed since. */
  | { readonly kind: 'outdated' }
  /** The task was reclaimed, but its retry is not claimed yet. The result is recorded and the retry withdrawn. */
  | { readonly kind: 'late' }
  | { readonly kind: 'refuse'; readonly reason: string };

export interface TaskState {
  readonly nodeId: string;
  readonly running: boolean;
  readonly reclaimed: boolean;
  /** Whether another attempt of the point was claimed after this attempt. */
  readonly claimedSince: boolean;
  /** Whether the point's retry is still unclaimed and no result has been recorded since. */
  readonly retryWaits: boolean;
}

/**
 * Decides what to do with a report. Refuses it only if its result would be counted twice.
 * `bringsSeed`: whether the report has a model that could seed other points.
 */
export function decideReport(task: TaskState | undefined, nodeId: string, bringsSeed: boolean): ReportDecision {
  if (task === undefined)
    return { kind: 'refuse', reason: 'the task does not exist: its workflow may have been deleted' };
  if (task.nodeId !== nodeId) return { kind: 'refuse', reason: 'another node holds the task' };
  if (task.running) return { kind: 'record' };
  if (!task.reclaimed) {
    if (!task.claimedSince) return { kind: 'replay' };
    return bringsSeed
      ? { kind: 'refuse', reason: 'it was already reported, and its point has been claimed again since' }
      : { kind: 'outdated' };
  }
  return task.retryWaits
    ? { kind: 'late' }
    : {
        kind: 'refuse',
        reason: 'the task was reclaimed after a loss or timeout, and its point has been claimed or recorded since',
      };
}
