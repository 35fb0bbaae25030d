import type { Box } from '../../block.ts';
import type { Rule } from '../../reading/page-content.ts';
import type { Row } from '../rows/page-rows.ts';
import type { Cell } from './table-rows.ts';

/** The region between the first and the last rule of a table. */
export interface TableRegion {
  readonly page: number;
  readonly box: Box;
  readonly rows: readonly Row[];
  /** Vertical positions of the rules in points, from top to bottom. */
  readonly ruleHeights: readonly number[];
  /** Vertical positions of shorter rules, e.g. below a name over several columns. */
  readonly partHeights?: readonly number[];
  /** The cells of a table that has lines between its columns. */
  readonly cells?: readonly LinedCell[];
}

/** Minimum width of a rule across a table, as a share of the table width. */
export const FULL_RULE = 0.8;
/** Minimum length of a rule. Shorter lines are fraction bars. */
const SHORTEST_PART = 12; // points

/** Returns the heights of the rules within a table that do not extend across it. */
export function partHeights(rules: readonly Rule[], box: Box): number[] {
  const isInside = ({ left, right, y }: Rule) =>
    y > box.top && y < box.bottom && left > box.left - 1 && right < box.right + 1;
  const isPart = ({ left, right }: Rule) =>
    right - left > SHORTEST_PART && right - left < FULL_RULE * (box.right - box.left);
  return rules.filter((rule) => isInside(rule) && isPart(rule)).map(({ y }) => y);
}

/** A cell between lines, with its text. */
export interface LinedCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly lines: readonly Row[];
}

export interface TableGrid {
  /** Number of rows above the first inner rule. */
  readonly header: number;
  readonly cells: readonly (readonly Cell[])[];
}
