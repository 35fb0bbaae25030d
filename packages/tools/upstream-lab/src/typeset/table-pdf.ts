import { proseLine, wordsBox } from './formula-pdf.ts';
import type { FormulaTree } from './formula-tree.ts';
import { ruleBox, type MathBox } from './math-box.ts';
import { writePages, type PlacedBox } from './page-pdf.ts';
import { setFormula } from './set-formula.ts';
import { COMPUTER_MODERN, displayStyle, textStyle, type FontSet } from './style.ts';

/** A table whose cells are words or formulas, as set by LaTeX's `tabular`. */
export interface PrintedTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | FormulaTree)[])[];
  /** The style of the formulas: fractions in full size, or as within text. */
  readonly style: 'display' | 'text';
  /** Three lines (above, below the head, below the table), or lines between all rows. */
  readonly rules: 'three' | 'every';
  /** The space below each row in points. Without this space, rows of tall formulas touch each other. */
  readonly space: number;
}

// Points.
const LEFT = 72;
const TOP = 80;
const LEADING = 12;
const COLUMN_SPACE = 12;
/** The height and depth of a row without formulas, as for a LaTeX strut. */
const STRUT = { height: 8.4, depth: 3.6 };
const RULE = 0.4;

/** Prints tables below captions, each on its own page, after a paragraph. */
export function writeTablePdf(tables: readonly PrintedTable[], fonts: FontSet = COMPUTER_MODERN): Buffer {
  return writePages(
    tables.map((table, i) => [
      ...[0, 1, 2].map((line) => ({ box: proseLine(line * 7, fonts), x: LEFT, baseline: TOP + line * LEADING })),
      ...printTable(table, i + 1, TOP + 5 * LEADING, fonts),
      { box: proseLine(5, fonts), x: LEFT, baseline: 700 },
    ]),
    undefined,
  );
}

function printTable(
  { head, rows, style, rules, space }: PrintedTable,
  number: number,
  top: number,
  fonts: FontSet,
): PlacedBox[] {
  const setCell = (cell: string | FormulaTree): MathBox =>
    typeof cell === 'string'
      ? wordsBox(cell, fonts)
      : setFormula(cell, style === 'display' ? displayStyle(fonts) : textStyle(fonts));
  const lines = [head, ...rows].map((row) => row.map(setCell));
  const lefts = startsOf(lines);
  const width = (lefts.at(-1) ?? LEFT) - LEFT;
  const placed: PlacedBox[] = [
    { box: wordsBox(`Table ${number}: Profiles of the lines`, fonts), x: LEFT, baseline: top },
  ];
  let y = top + LEADING;
  const rule = () => {
    placed.push({ box: ruleBox(width, RULE), x: LEFT, baseline: y });
    y += RULE;
  };
  rule();
  lines.forEach((cells, i) => {
    y += Math.max(STRUT.height, ...cells.map((cell) => cell.height));
    placed.push(...cells.map((box, column) => ({ box, x: lefts[column] ?? LEFT, baseline: y })));
    y += space + Math.max(STRUT.depth, ...cells.map((cell) => cell.depth));
    if (i === 0 || i === lines.length - 1 || rules === 'every') rule();
  });
  return placed;
}

/** Returns where the columns begin and where the last column ends. Each column is as wide as its widest cell. */
function startsOf(lines: readonly (readonly MathBox[])[]): number[] {
  const starts = [LEFT];
  for (let column = 0; column < (lines[0]?.length ?? 0); column++) {
    const widest = Math.max(...lines.map((cells) => cells[column]?.width ?? 0));
    starts.push((starts.at(-1) ?? LEFT) + widest + COLUMN_SPACE);
  }
  return starts;
}
