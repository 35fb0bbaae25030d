import type { Box } from '../../block.ts';
import type { Row } from '../rows/page-rows.ts';
import type { Cell } from './table-rows.ts';

/** The region between the first and the last rule of a table. */
export interface TableRegion {
  readonly page: number;
  readonly box: Box;
  readonly rows: readonly Row[];
  /** Vertical positions of the rules in points, from top to bottom. */
  readonly ruleHeights: readonly number[];
  /** The cells of a table with lines between its columns. */
  readonly cells?: readonly LinedCell[];
}

/** A cell between lines with the text in it. */
export interface LinedCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly lines: readonly Row[];
}

/** A table's cells and heads. */
export interface TableGrid {
  /** Number of rows above the first inner rule. */
  readonly header: number;
  readonly cells: readonly (readonly Cell[])[];
}
