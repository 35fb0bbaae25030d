import type { TaskType } from '@almagest/contracts/grid';
import type { PointProgress } from '../../domain/tasks/task-lifecycle.ts';

/** Returns the strategy columns of a point's row. A chain is null while it equals the chain in the configuration. */
export function chains({
  atmosphereChain,
  spectrumChain,
  atmosphereDone,
  nextRule,
  rulesUsed,
  unconverged,
}: Omit<PointProgress, 'atmosphereChain' | 'spectrumChain'> & {
  readonly atmosphereChain: readonly TaskType[] | null;
  readonly spectrumChain: readonly TaskType[] | null;
}) {
  const used = rulesUsed.length === 0 ? null : rulesUsed;
  const kept = { unconvergedSha256: unconverged?.sha256 ?? null, unconvergedMaxRelc: unconverged?.maxRelc ?? null };
  return { atmosphereChain, spectrumChain, atmosphereDone, nextRule, rulesUsed: used, ...kept };
}

/** Converged points are never continued. */
export const NOTHING_KEPT = { unconvergedSha256: null, unconvergedMaxRelc: null } as const;
