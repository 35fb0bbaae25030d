import { plainText } from './plain-text.ts';
import { isVisible, text, type Inline } from './tree.ts';

type Line = readonly Inline[];

/** Patterns for the halves of a number in two columns: `12.` and `25`, 0.81 ± and 0.10, 1 – and 3. */
const UP_TO_POINT = /^(?:[^\d]{0,9}\d{1,9}|[^\d]{0,9})\.$/;
const UP_TO_SIGN = /(?:±|\\pm(?:\\[,;: ]| )*\$|\d ?–)$/;
const AFTER = /^\$?\d/;

const isFilled = (cell: Line | undefined): boolean => cell?.some(isVisible) ?? false;

/** Returns the text between the two halves. Returns undefined if the halves are two numbers. */
function joint(left: Line, right: Line): string | undefined {
  const [before, after] = [plainText(left), plainText(right)];
  if (!AFTER.test(after)) return undefined;
  if (UP_TO_POINT.test(before)) return '';
  return UP_TO_SIGN.test(before) ? ' ' : undefined;
}

/**
 * Joins columns that together contain one number per row. Authors divide such numbers to align the decimal points or
 * the error signs (`r@{.}l`, `r@{$\pm$}l`). Every row with text in the second column must contain such a number. The
 * second column must have no head.
 */
export function joinSplitColumns(grid: readonly Line[][]): void {
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0);
  for (let column = width - 2; column >= 0; column -= 1) {
    if (isSplit(grid, column)) for (const row of grid) joinCells(row, column);
  }
}

function isSplit(grid: readonly Line[][], column: number): boolean {
  const filled = grid.filter((row) => isFilled(row[column + 1]));
  return filled.length > 0 && filled.every((row) => joint(row[column] ?? [], row[column + 1] ?? []) !== undefined);
}

function joinCells(row: Line[], column: number): void {
  const [left = [], right = []] = row.slice(column, column + 2);
  const between = isFilled(right) ? joint(left, right) : undefined;
  const blank = between === undefined || between === '' ? [] : [text(between)];
  row.splice(column, 2, [...left, ...blank, ...right]);
}
