import type pg from 'pg';
import type { Coordinator } from '../coordinator/coordinator.ts';
import type { Lattice } from '../coordinator/lattice.ts';
import type { LoadNode } from '../load/plan.ts';
import type { Options } from '../options.ts';
import type { Results } from '../report/results.ts';
import type { Site } from '../site/site.ts';

/** What the parts about the coordinator share. */
export interface Stage {
  readonly site: Site;
  readonly coordinator: Coordinator;
  /** On the coordinator's database. */
  readonly sql: pg.Client;
  readonly options: Options;
  readonly lattice: Lattice;
  readonly results: Results;
  /** Fifty approved nodes, as the claims' goal asks for. */
  readonly nodes: readonly LoadNode[];
}

export const WORKFLOW = 'bench';
export const CALLERS = 100;

/** Long enough for compiled code and warm caches, a tenth of the time measured. */
export function warmUpSeconds({ seconds }: Pick<Options, 'seconds'>): number {
  return Math.min(2, seconds / 4);
}
