import type { TaskType } from '@almagest/contracts/grid';
import type { PointProgress } from '../../domain/task-lifecycle.ts';

/** What a point's row says of its strategies. A chain is null while it is that of the configuration. */
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

/** A converged point is not continued. */
export const NOTHING_KEPT = { unconvergedSha256: null, unconvergedMaxRelc: null } as const;
