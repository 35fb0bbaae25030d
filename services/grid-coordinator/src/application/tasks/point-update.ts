import type { TaskType } from '@almagest/contracts/grid';
import type { Outcome, PointProgress } from '../../domain/tasks/task-lifecycle.ts';
import { statusOf, type PointChange, type PointState } from '../../persistence/points/point-repository.ts';
import type { RunConfig } from '../run-configs.ts';
import { chains } from './chains.ts';
import { unconvergedOf } from './continuation.ts';

/** The changes that an attempt makes to its point's row. Omitted fields keep their values. */
export interface PointUpdate {
  readonly taskType?: TaskType;
  readonly maxRelc?: number | null;
  readonly error?: string | null;
  readonly losses?: number;
  /** Set if a seed was tried and failed. The distance is in grid steps. */
  readonly failedSeed?: { readonly name: string; readonly distance: number | null };
  readonly completed?: boolean;
  /** The model that the attempt computed. Not set if the attempt computed only a spectrum. */
  readonly model?: { readonly taskId: string; readonly unfit: boolean };
  /** The node whose failure is doubted. Null if a node that is not suspect has reported the point. */
  readonly doubtedNode?: string | null;
  /**
   * The named spectra that the attempt was to compute, and whether they belong to the model that the point already had.
   */
  readonly spectra?: { readonly computed: readonly string[] | null; readonly isSameModel: boolean };
  /** The point's groups of failures, or null if the point converged. */
  readonly failureGroups?: readonly string[] | null;
  /** Whether the point is held back until an administrator releases it. */
  readonly held?: boolean;
}

export function progressOf(point: PointState, config: RunConfig): PointProgress {
  return {
    atmosphereChain: point.atmosphere_chain ?? config.atmosphere.strategies,
    spectrumChain: point.spectrum_chain ?? config.spectrum.strategies,
    atmosphereDone: point.atmosphere_done,
    nextRule: point.next_rule,
    rulesUsed: point.rules_used ?? [],
    unconverged: unconvergedOf(point),
  };
}

/** Returns a point's row with only the changes of an attempt. */
export function unchanged(point: PointState, update: PointUpdate): PointChange {
  return {
    workflowId: point.workflow_id,
    name: point.name,
    status: statusOf(point),
    retired: point.status === 'retired',
    ...chains({
      atmosphereChain: point.atmosphere_chain,
      spectrumChain: point.spectrum_chain,
      atmosphereDone: point.atmosphere_done,
      nextRule: point.next_rule,
      rulesUsed: point.rules_used ?? [],
      unconverged: unconvergedOf(point),
    }),
    spectrumDone: point.spectrum_done,
    products: point.products,
    losses: update.losses ?? point.losses,
    seedTries: point.seed_tries,
    nearestTried: point.nearest_tried,
    waitsForSeed: point.waits_for_seed,
    held: false,
    doubtedNode: update.doubtedNode === undefined ? point.doubted_node : update.doubtedNode,
    failureGroups: update.failureGroups === undefined ? point.failure_groups : update.failureGroups,
    // Kept while only the spectrum is missing, because it shows how the atmosphere converged.
    successMethod: point.atmosphere_done ? point.success_method : null,
    maxRelc: update.maxRelc === undefined ? point.last_max_relc : update.maxRelc,
    error: update.error === undefined ? point.last_error : update.error,
    modelTaskId: point.model_task_id,
    modelUnfit: point.model_unfit,
    completed: update.completed ?? false,
  };
}

export function modelOf({ model }: PointUpdate): Partial<Pick<PointChange, 'modelTaskId' | 'modelUnfit'>> {
  return model === undefined ? {} : { modelTaskId: model.taskId, modelUnfit: model.unfit };
}

/** Returns the method by which the atmosphere converged. A spectrum does not change it. */
export function successMethod(point: PointState, config: RunConfig, update: PointUpdate): TaskType {
  const kept = config.atmosphere.enabled && point.atmosphere_done ? point.success_method : null;
  return kept ?? update.taskType ?? 'cold_run';
}

export function nearest(before: number | null, distance: number | null | undefined): number | null {
  if (distance === undefined || distance === null) return before;
  return before === null ? distance : Math.min(before, distance);
}

/** Returns the point's error after an attempt. Includes why the attempt is not continued although the chain says so. */
export function errorAfter(
  point: PointState,
  { notContinued }: Exclude<Outcome, { kind: 'converged' }>,
  { error = point.last_error, taskType }: PointUpdate,
): string | null {
  if (notContinued !== true || taskType === undefined) return error;
  const why = taskType === 'continue' ? 'it came no closer to convergence' : 'it left no structure to start from';
  return `${error ?? 'failed'}. Not continued: ${why}`;
}
