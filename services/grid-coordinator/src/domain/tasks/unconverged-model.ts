import type { TaskReport, TaskType } from '@almagest/contracts/grid';

/** The structure of an attempt that stopped short of convergence. The strategy `continue` starts from it. */
export interface UnconvergedModel {
  /** SHA-256 of the file with the structure. */
  readonly sha256: string;
  /** The largest relative change in the attempt's last iteration. Dimensionless. */
  readonly maxRelc: number;
}

/**
 * Returns how far an attempt that stopped short of convergence got: the largest relative change in its last iteration.
 * Returns undefined if its structure cannot be continued. Without a measured change, the structure cannot be compared.
 * After a timeout, the file may be incomplete.
 */
export function stoppedAt(
  report: Pick<TaskReport, 'status' | 'converged' | 'atmosphere_has_nan' | 'failed_stage' | 'max_relc'>,
): number | undefined {
  const { status, converged, atmosphere_has_nan: hasNan, failed_stage: stage, max_relc: maxRelc } = report;
  if (converged || hasNan || status === 'timeout' || stage === 'spectrum') return undefined;
  return typeof maxRelc === 'number' && Number.isFinite(maxRelc) ? Math.abs(maxRelc) : undefined;
}

/**
 * Returns the model that a point keeps after a failed attempt for a later `continue`: the model with the smallest
 * change so far.
 *
 * A continued attempt must reduce the change. Otherwise, the structure from which the attempt started is discarded too:
 * engines are deterministic, so another attempt from that structure would end the same way.
 */
export function modelKept(
  kept: UnconvergedModel | null,
  strategy: TaskType | undefined,
  left: UnconvergedModel | undefined,
): UnconvergedModel | null {
  const better = left !== undefined && (kept === null || left.maxRelc < kept.maxRelc) ? left : null;
  // Without a kept model, the change cannot be compared with the change at the start of the attempt.
  if (strategy === 'continue') return kept === null ? null : better;
  return better ?? kept;
}

/** Returns the chain without leading `continue` entries that have no model to start from. */
export function startable(chain: readonly TaskType[], kept: UnconvergedModel | null): readonly TaskType[] {
  if (kept !== null || chain[0] !== 'continue') return chain;
  const next = chain.findIndex((strategy) => strategy !== 'continue');
  return next === -1 ? [] : chain.slice(next);
}

/**
 * Returns the strategies of a reseeded point: a seed step, and the strategies after the last seed step of its chain.
 */
export function reseedChain(strategies: readonly TaskType[]): readonly TaskType[] {
  const after = strategies.slice(strategies.lastIndexOf('seed_step') + 1);
  const end = after.findIndex((strategy) => strategy !== 'continue');
  return ['seed_step', ...(end === -1 ? after : after.slice(0, end))];
}
