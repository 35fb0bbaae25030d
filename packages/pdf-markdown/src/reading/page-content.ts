import type { Box } from '../block.ts';
import type { Bar, PlacedGlyph } from '../formulas/glyph-box.ts';
import type { FontStyle } from './font-style.ts';
import type { Lattice } from './lattices.ts';

/** Letters without a space between them. */
export interface Word {
  readonly text: string;
  /** Horizontal extent in points from the page's left edge. */
  readonly left: number;
  readonly right: number;
}

/** Consecutive words of one font on one baseline, as the PDF draws them. */
export interface TextRun extends Word {
  /** Its words, separated by single spaces; at least one. */
  readonly words: readonly Word[];
  /** Points from the page's upper edge, downwards. */
  readonly baseline: number;
  /** Font size in points. */
  readonly size: number;
  readonly font: FontStyle;
  /** Distinguishes font objects with the same name: figures and text have different ones. */
  readonly fontKey: string;
  /** Whether it is above or below the line of a fraction within text. */
  readonly inFraction?: boolean;
  /** Its glyphs, from which formulas are read. Plain words have none. A part of a run keeps those of the whole. */
  readonly glyphs?: readonly PlacedGlyph[] | undefined;
}

/** A thin horizontal line: in a table, in a fraction, or above footnotes. */
export interface Rule {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** What the text of a page in another direction, such as a table printed sideways, adds to the number of the page. */
export const ASIDE = 0.25;

/** A page, rotated so that its text is upright. */
export interface PageContent {
  /** Counted from 1, and a fraction for text that is printed in another direction than the page's. */
  readonly number: number;
  /** Number of clockwise quarter turns that were undone, for example for a table printed sideways. */
  readonly turns: number;
  /** In points, after the rotation. */
  readonly width: number;
  readonly height: number;
  readonly runs: readonly TextRun[];
  readonly rules: readonly Rule[];
  /** All thin horizontal lines, also the short ones of fractions and roots, from above. */
  readonly bars?: readonly Bar[];
  /** Regions of images and line drawings. */
  readonly drawings: readonly Box[];
  /** Regions of lines and shaded cells only: tables, or drawings such as diagrams of boxes. */
  readonly grids: readonly Box[];
  /** Regions that lines divide into cells. Each of them is also a drawing or a grid. */
  readonly lattices?: readonly Lattice[];
}
