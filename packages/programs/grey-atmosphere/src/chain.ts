import { iterate, type RunOutcome } from './iteration.ts';
import type { Star, Structure } from './structure.ts';

/** One stage of the chain, as in the workflow's configuration. */
export interface ChainStage {
  readonly label: string;
  /**
   * False asks an engine for departures from LTE. This engine computes LTE only and iterates to a tighter limit
   * instead.
   */
  readonly lte: boolean;
  readonly niter: number;
  readonly chmax: number;
}

/** One entry of `stages` in the diagnostic record. */
export interface StageRecord {
  readonly label: string;
  readonly chmax: number;
  readonly lte: boolean;
  readonly converged: boolean;
  readonly best_max_relc: number | null;
  /** The largest relative change of each iteration. Null where it is not a number. */
  readonly max_relc: readonly (number | null)[];
  readonly elapsed_sec: number;
  readonly note: string | null;
}

export interface ChainOutcome {
  readonly structure: Structure;
  readonly converged: boolean;
  /** The largest relative change of the last iteration. Null if it is not a number. */
  readonly maxRelc: number | null;
  readonly chmax: number;
  readonly failure: string | null;
  /** The last stage ran out of iterations. Another run may continue from the structure. */
  readonly stoppedShort: boolean;
  /** The number of corrections in all stages. */
  readonly iterations: number;
  readonly stages: readonly StageRecord[];
}

export const finiteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

function noteOf(stage: ChainStage, { iterations, failure }: RunOutcome): string {
  const how = stage.lte ? '' : 'LTE engine, iterating the same equations to a tighter limit. ';
  return failure === null ? `${how}iterations: ${iterations}` : `${how}${failure}`;
}

/**
 * Runs the stages one after the other. Each stage starts from the structure of the previous stage. A stage that does
 * not converge ends the chain, because the next stage would start even further from the solution.
 */
export function runChain(start: Structure, star: Star, chain: readonly ChainStage[], now: () => number): ChainOutcome {
  let structure = start;
  let iterations = 0;
  let last: RunOutcome | null = null;
  let chmax = Number.NaN;
  const stages: StageRecord[] = [];
  for (const stage of chain) {
    const began = now();
    last = iterate(structure, star, stage);
    structure = last.structure;
    iterations += last.iterations;
    chmax = stage.chmax;
    stages.push({
      label: stage.label,
      chmax,
      lte: stage.lte,
      converged: last.converged,
      best_max_relc: finiteOrNull(last.bestMaxRelc),
      max_relc: last.maxRelcs.map(finiteOrNull),
      elapsed_sec: now() - began,
      note: noteOf(stage, last),
    });
    if (!last.converged) break;
  }
  return {
    structure,
    converged: last?.converged ?? false,
    maxRelc: finiteOrNull(last?.lastMaxRelc ?? Number.NaN),
    chmax,
    failure: last === null ? 'the chain has no stages' : last.failure,
    stoppedShort: last?.stoppedShort ?? false,
    iterations,
    stages,
  };
}
