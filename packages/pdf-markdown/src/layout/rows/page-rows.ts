import type { PageContent } from '../../reading/page-content.ts';
import type { PlacedRun } from '../../text/placed-run.ts';

/** Runs on one baseline across the whole width of a page, from left to right. */
export interface Row {
  readonly baseline: number;
  readonly runs: readonly PlacedRun[];
}

export interface PageRows extends Omit<PageContent, 'runs'> {
  readonly rows: readonly Row[];
}
