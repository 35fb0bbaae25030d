import type { TaskReport, TaskType } from '@almagest/contracts/grid';

/** The structure at which an attempt stopped short of convergence. The strategy `continue` starts from it. */
export interface UnconvergedModel {
  /** SHA-256 of its file. */
  readonly sha256: string;
  /** The largest relative change of its last iteration. Dimensionless. */
  readonly maxRelc: number;
}

/**
 * How far an attempt got that stopped short of convergence: the largest relative change of its last iteration; undefined
 * if its structure cannot be continued. One without a measured change cannot be compared with others, and one whose time
 * was over may have been written only in part.
 */
export function stoppedAt(
  report: Pick<TaskReport, 'status' | 'converged' | 'atmosphere_has_nan' | 'failed_stage' | 'max_relc'>,
): number | undefined {
  const { status, converged, atmosphere_has_nan: hasNan, failed_stage: stage, max_relc: maxRelc } = report;
  if (converged || hasNan || status === 'timeout' || stage === 'spectrum') return undefined;
  return typeof maxRelc === 'number' && Number.isFinite(maxRelc) ? Math.abs(maxRelc) : undefined;
}

/**
 * The model that a point keeps after a failed attempt, for a `continue` to come: the one with the smallest change so far.
 *
 * A continued attempt has to bring the change down. If it has not, its start is given up as well: an engine repeats
 * itself, so that another attempt from there would end in the same way.
 */
export function modelKept(
  kept: UnconvergedModel | null,
  strategy: TaskType | undefined,
  left: UnconvergedModel | undefined,
): UnconvergedModel | null {
  const better = left !== undefined && (kept === null || left.maxRelc < kept.maxRelc) ? left : null;
  // With nothing kept, there is nothing that a continued attempt could have come from, and nothing to compare with.
  if (strategy === 'continue') return kept === null ? null : better;
  return better ?? kept;
}

/** What is left of a chain: without a model to start from, each `continue` at its head is left out. */
export function startable(chain: readonly TaskType[], kept: UnconvergedModel | null): readonly TaskType[] {
  if (kept !== null || chain[0] !== 'continue') return chain;
  const next = chain.findIndex((strategy) => strategy !== 'continue');
  return next === -1 ? [] : chain.slice(next);
}

/** The strategies of a point that a new seed reseeds: a seed step, with what follows the last one of its chain. */
export function reseedChain(strategies: readonly TaskType[]): readonly TaskType[] {
  const after = strategies.slice(strategies.lastIndexOf('seed_step') + 1);
  const end = after.findIndex((strategy) => strategy !== 'continue');
  return ['seed_step', ...(end === -1 ? after : after.slice(0, end))];
}
