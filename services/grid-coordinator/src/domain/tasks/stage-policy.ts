import type { PointStatus, Stage } from '@almagest/contracts/grid';
import type { StageConfig, WorkflowConfig } from '../workflows/workflow-config.ts';

/** How far a point has come in earlier runs. */
export interface StageProgress {
  readonly status: PointStatus;
  readonly atmosphereDone: boolean;
  readonly spectrumDone: boolean;
}

/** How a new run prepares a point: keeps the point, or recomputes it from a stage on. */
export type Preparation = { readonly keep: true } | { readonly keep: false; readonly from: Stage };

const KEEP: Preparation = { keep: true };

/**
 * Applies the stage policies to a point at the start of a run.
 *
 * `skip_converged` keeps converged results and computes the remaining stages. `force_recompute` computes everything
 * again. `skip_failed` keeps converged results and failures, and computes the remaining stages. A new atmosphere
 * requires a new spectrum. If the atmosphere is kept, the task is spectrum-only.
 */
export function preparePoint(
  point: StageProgress,
  { atmosphere, spectrum }: Pick<WorkflowConfig, 'atmosphere' | 'spectrum'>,
): Preparation {
  if (
    atmosphere.enabled &&
    isDue(atmosphere, point.atmosphereDone, point.status === 'failed' && !point.atmosphereDone)
  ) {
    return { keep: false, from: 'atmosphere' };
  }
  // Without an atmosphere, no spectrum can be computed.
  if (atmosphere.enabled && !point.atmosphereDone) return KEEP;
  if (spectrum.enabled && isDue(spectrum, point.spectrumDone, point.status === 'failed')) {
    return { keep: false, from: 'spectrum' };
  }
  return KEEP;
}

function isDue({ policy }: StageConfig, done: boolean, failed: boolean): boolean {
  if (policy === 'force_recompute') return true;
  return !done && !(policy === 'skip_failed' && failed);
}

export function firstStage({ atmosphere }: Pick<WorkflowConfig, 'atmosphere'>): Stage {
  return atmosphere.enabled ? 'atmosphere' : 'spectrum';
}

/** Returns whether a point with this next stage and chain must wait for a seed before it can be claimed. */
export function needsSeed(stage: Stage, chain: readonly string[]): boolean {
  return stage === 'atmosphere' && chain[0] === 'seed_step';
}
