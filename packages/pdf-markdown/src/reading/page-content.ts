import type { Box } from '../block.ts';
import type { Bar, PlacedGlyph } from '../formulas/glyph-box.ts';
import type { FontStyle } from './font-style.ts';

/** Letters without a space between them. */
export interface Word {
  readonly text: string;
  /** Horizontal extent in points from the page's left edge. */
  readonly left: number;
  readonly right: number;
}

/** Consecutive words in one font on one baseline, as the PDF draws them. */
export interface TextRun extends Word {
  /** The words of the run, at least one. They are separated by single spaces. */
  readonly words: readonly Word[];
  /** Distance in points from the page's upper edge. */
  readonly baseline: number;
  /** Font size in points. */
  readonly size: number;
  readonly font: FontStyle;
  /** Distinguishes font objects with the same name. Figures and text have different font objects. */
  readonly fontKey: string;
  /** Whether the run is part of an inline fraction. */
  readonly inFraction?: boolean;
  /**
   * The run's glyphs, from which formulas are read. Omitted for plain words. A part of a run keeps the glyphs of the
   * complete run.
   */
  readonly glyphs?: readonly PlacedGlyph[] | undefined;
}

/** A thin horizontal line: in a table, in a fraction, or above footnotes. */
export interface Rule {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** A cell between lines, with the rows and columns that it spans. */
export interface LatticeCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly box: Box;
}

/** Lines that divide a region of a page into rows and columns. */
export interface Lattice {
  readonly box: Box;
  /** Cells in reading order. */
  readonly cells: readonly LatticeCell[];
}

/** Offset added to the page number of text in another direction, such as a sideways table. */
export const ASIDE = 0.25;

/** A page, rotated so that the text is upright. */
export interface PageContent {
  /** Page number, counted from 1. A fraction is added for text in a direction other than the page's. */
  readonly number: number;
  /** Number of clockwise quarter turns that were undone, e.g. for a sideways table. */
  readonly turns: number;
  /** Size in points after the rotation. */
  readonly width: number;
  readonly height: number;
  readonly runs: readonly TextRun[];
  readonly rules: readonly Rule[];
  /** All thin horizontal lines from top to bottom, including the short lines of fractions and roots. */
  readonly bars?: readonly Bar[];
  readonly drawings: readonly Box[];
  /** Regions that contain only lines and shaded cells: tables, or drawings such as box diagrams. */
  readonly grids: readonly Box[];
  /** The labels of the page's drawings. They were removed from `runs`. */
  readonly labels?: readonly TextRun[];
  /** Whether images cover the page, as in a scan. */
  readonly isScan?: boolean;
  /** Number of unread words in other directions. Words in drawings and at page edges are not counted. */
  readonly unread?: number;
  /** Regions that lines divide into cells. Each region is also a drawing or a grid. */
  readonly lattices?: readonly Lattice[];
}
