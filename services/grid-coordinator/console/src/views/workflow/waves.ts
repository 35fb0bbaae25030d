import type { WorkflowStats } from '@almagest/contracts/grid';

export type Wave = WorkflowStats['waves'][number];

/** Waves `wave` to `last` with their summed counts. */
export interface WaveStretch extends Wave {
  readonly last: number;
  readonly kind: 'done' | 'under way' | 'untouched';
}

/** Merges consecutive waves that are all done or all untouched. Waves in progress stay separate. */
export function stretchesOf(waves: readonly Wave[]): WaveStretch[] {
  const found: WaveStretch[] = [];
  for (const wave of waves) {
    const kind = kindOf(wave);
    const before = found.at(-1);
    if (before === undefined || before.kind !== kind || kind === 'under way') {
      found.push({ ...wave, last: wave.wave, kind });
      continue;
    }
    found[found.length - 1] = {
      ...before,
      last: wave.wave,
      total: before.total + wave.total,
      converged: before.converged + wave.converged,
      failed: before.failed + wave.failed,
    };
  }
  return found;
}

function kindOf({ total, converged, failed }: Wave): WaveStretch['kind'] {
  if (converged === total) return 'done';
  return converged + failed === 0 ? 'untouched' : 'under way';
}
