import { median } from '../../geometry.ts';
import type { Row } from '../rows/page-rows.ts';
import { letterCount } from '../rows/rows.ts';
import { cutRow, extentOf, type Columns } from '../tables/table-columns.ts';

/** Minimum number of letters in a line of text in a column. Cells are usually shorter. */
const LETTERS_OF_LINE = 30;
const FEWEST_LINES = 4;
/** Minimum share of lines that reach the end of their column, and the tolerance as a share of the column width. */
const FULL_LINES = 0.6;
const AT_END = 0.12;

/**
 * Returns whether all columns are running text. Nearly all lines of running text are long and end at the column's right
 * margin.
 */
export function areTextColumns(rows: readonly Row[], columns: Columns): boolean {
  const cells = rows.flatMap((row) =>
    cutRow(row, columns).map((runs) => ({ ...extentOf(runs), letters: letterCount(runs) })),
  );
  const middles = columns.strips.map((strip) => (strip.left + strip.right) / 2);
  const stacks = Map.groupBy(cells, ({ left, right }) => middles.filter((x) => x < (left + right) / 2).length);
  return stacks.size > 1 && [...stacks.values()].every(isText);
}

function isText(
  lines: readonly { readonly left: number; readonly right: number; readonly letters: number }[],
): boolean {
  if (lines.length < FEWEST_LINES) return false;
  const letters = median(
    lines.map((line) => line.letters),
    0,
  );
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  const full = lines.filter((line) => line.right > right - AT_END * (right - left));
  return letters >= LETTERS_OF_LINE && full.length >= FULL_LINES * lines.length;
}
