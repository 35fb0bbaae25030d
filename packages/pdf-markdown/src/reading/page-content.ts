import type { Box } from '../block.ts';
import type { FontStyle } from './font-style.ts';

/** Letters without a space between them. */
export interface Word {
  readonly text: string;
  /** Horizontal extent in points from the page's left edge. */
  readonly left: number;
  readonly right: number;
}

/** Words of one font that follow each other on one baseline, as the PDF draws them. */
export interface TextRun extends Word {
  /** What its text consists of, single spaces between; at least one. */
  readonly words: readonly Word[];
  /** In points from the page's upper edge, downwards. */
  readonly baseline: number;
  /** Font size in points. */
  readonly size: number;
  readonly font: FontStyle;
  /** Tells font objects apart that share a name: those of figures are others than those of the text. */
  readonly fontKey: string;
}

/** A thin horizontal line: of a table, a fraction, or above footnotes. */
export interface Rule {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** A page turned so that its text is upright. */
export interface PageContent {
  /** Counted from 1. */
  readonly number: number;
  /** Quarter turns clockwise that were undone: of a table set across the page. */
  readonly turns: number;
  /** In points, after the turn. */
  readonly width: number;
  readonly height: number;
  readonly runs: readonly TextRun[];
  readonly rules: readonly Rule[];
  /** Regions of pictures and line drawings. */
  readonly drawings: readonly Box[];
}
