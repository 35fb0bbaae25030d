import type { TextRun } from '../reading/page-content.ts';

/** A run in its row. `script` is set for subscripts and superscripts. */
export interface PlacedRun extends TextRun {
  readonly script?: 'sub' | 'sup';
}
