import type { SetPart } from './atom.ts';
import type { FormulaTree } from './formula-tree.ts';
import { centred, overlaid, shifted, sideBySide, kern, type MathBox } from './math-box.ts';
import { DISPLAY, parameter, TEXT } from './style.ts';

// Points, as LaTeX has them for text of 10 points.
const STRUT = { height: 8.4, depth: 3.6 };
const COLUMN_SPACE = 10;
const CASES_STRETCH = 1.2;
const ROW_STEP = 15; // \baselineskip and \jot
const ROW_GAP = 4; // \lineskip and \jot
const LEAST_GAP = 3;

/** A matrix: centred columns in text style. */
export function gridBox(rows: readonly (readonly FormulaTree[])[], set: SetPart): MathBox {
  return columns(rows, set, 1, centred);
}

/** The branches of a definition: columns that begin at one place. */
export function casesBox(rows: readonly (readonly FormulaTree[])[], set: SetPart): MathBox {
  return columns(rows, set, CASES_STRETCH, (box, width) => ({ ...box, width }));
}

function columns(
  rows: readonly (readonly FormulaTree[])[],
  set: SetPart,
  stretch: number,
  place: (box: MathBox, width: number) => MathBox,
): MathBox {
  const cells = rows.map((row) => row.map((cell) => set(cell, TEXT)));
  const count = Math.max(...cells.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, i) => Math.max(...cells.map((row) => row[i]?.width ?? 0)));
  let below = 0;
  const lines = cells.map((row) => {
    const height = Math.max(stretch * STRUT.height, ...row.map((cell) => cell.height));
    const depth = Math.max(stretch * STRUT.depth, ...row.map((cell) => cell.depth));
    const boxes = row.flatMap((cell, i) => [...(i > 0 ? [kern(COLUMN_SPACE)] : []), place(cell, widths[i] ?? 0)]);
    const line = shifted(sideBySide(boxes), 0, -below - height);
    below += height + depth;
    return line;
  });
  const width = widths.reduce((sum, one) => sum + one, 0) + COLUMN_SPACE * (count - 1);
  const middle = below / 2 + parameter('axis', TEXT);
  return { ...shifted(overlaid(lines, width), 0, middle), height: middle, depth: below - middle };
}

/**
 * Rows of a display whose relations stand below one another.
 *
 * @param setRight sets what begins with a relation, which has its space on the left
 */
export function alignedBox(
  rows: readonly (readonly [FormulaTree, FormulaTree])[],
  set: SetPart,
  setRight: SetPart,
): MathBox {
  const lines = rows.map(([left, right]) => [set(left, DISPLAY), setRight(right, DISPLAY)] as const);
  const at = Math.max(...lines.map(([left]) => left.width));
  let baseline = 0;
  let before: MathBox | undefined;
  const placed = lines.map(([left, right]) => {
    const line = overlaid([shifted(left, at - left.width, 0), shifted(right, at, 0)], at + right.width);
    if (before) {
      const free = ROW_STEP - before.depth - line.height;
      baseline -= free < LEAST_GAP ? before.depth + line.height + ROW_GAP : ROW_STEP;
    }
    before = line;
    return shifted(line, 0, baseline);
  });
  return overlaid(placed, Math.max(...placed.map((line) => line.width)));
}
