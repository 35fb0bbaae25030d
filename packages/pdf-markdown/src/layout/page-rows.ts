import type { PageContent, TextRun } from '../reading/page-content.ts';

/** A run in its row. `script` is set for subscripts and superscripts. */
export interface PlacedRun extends TextRun {
  readonly script?: 'sub' | 'sup';
}

/** Runs on one baseline across the whole width of a page, from left to right. */
export interface Row {
  readonly baseline: number;
  readonly runs: readonly PlacedRun[];
}

export interface PageRows extends Omit<PageContent, 'runs'> {
  readonly rows: readonly Row[];
}
