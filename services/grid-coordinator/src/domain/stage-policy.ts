import type { PointStatus, Stage } from '@almagest/contracts/grid';
import type { StageConfig, WorkflowConfig } from './workflow-config.ts';

/** How far a point has come in earlier runs. */
export interface StageProgress {
  readonly status: PointStatus;
  readonly atmosphereDone: boolean;
  readonly spectrumDone: boolean;
}

/** What a new run does to a point: keeps it as it is, or computes it again from a stage on. */
export type Preparation = { readonly keep: true } | { readonly keep: false; readonly from: Stage };

const KEEP: Preparation = { keep: true };

/**
 * Applies the stage policies to a point at the start of a run.
 *
 * `skip_converged` keeps what converged and computes the rest; `force_recompute` computes everything again;
 * `skip_failed` keeps what converged and what failed. A new atmosphere asks for a new spectrum; a kept one leaves a
 * spectrum-only task.
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
  // Without an atmosphere there is nothing a spectrum could start from.
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

/** The stage a fresh point begins with. */
export function firstStage({ atmosphere }: Pick<WorkflowConfig, 'atmosphere'>): Stage {
  return atmosphere.enabled ? 'atmosphere' : 'spectrum';
}

/** Whether a point that stands before `stage` with the given chain must wait for a seed before it can be claimed. */
export function needsSeed(stage: Stage, chain: readonly string[]): boolean {
  return stage === 'atmosphere' && chain[0] === 'seed_step';
}
