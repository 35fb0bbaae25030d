import type { SetPart } from './atom.ts';
import type { FormulaTree } from './formula-tree.ts';
import { centred, overlaid, shifted, sideBySide, kern, type MathBox } from './math-box.ts';
import { displayStyle, parameter, textStyle, type FontSet, type Style } from './style.ts';

// In points, as in LaTeX for 10-point text.
const STRUT = { height: 8.4, depth: 3.6 };
const COLUMN_SPACE = 10;
const CASES_STRETCH = 1.2;
const ROW_STEP = 15; // \baselineskip and \jot
const ROW_GAP = 4; // \lineskip and \jot
const LEAST_GAP = 3;

/** Typesets a matrix: centred columns in text style. */
export function gridBox(rows: readonly (readonly FormulaTree[])[], fonts: FontSet, set: SetPart): MathBox {
  return columns(rows, { fonts, stretch: 1 }, set, centred);
}

/** Typesets the branches of a definition: left-aligned columns. */
export function casesBox(rows: readonly (readonly FormulaTree[])[], fonts: FontSet, set: SetPart): MathBox {
  return columns(rows, { fonts, stretch: CASES_STRETCH }, set, (box, width) => ({ ...box, width }));
}

function columns(
  rows: readonly (readonly FormulaTree[])[],
  { fonts, stretch }: { readonly fonts: FontSet; readonly stretch: number },
  set: SetPart,
  place: (box: MathBox, width: number) => MathBox,
): MathBox {
  const cells = rows.map((row) => row.map((cell) => set(cell, textStyle(fonts))));
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
  const middle = below / 2 + parameter('axis', textStyle(fonts));
  return { ...shifted(overlaid(lines, width), 0, middle), height: middle, depth: below - middle };
}

/** Typesets the rows of a limit, centred, as close as in amsmath. */
export function substackBox(rows: readonly FormulaTree[], style: Style, set: SetPart): MathBox {
  const small: Style = { ...style, level: 2 };
  const step = parameter('num3', small) + parameter('denom2', small);
  const least = 3 * parameter('rule', small);
  const boxes = rows.map((row) => set(row, small));
  const width = Math.max(...boxes.map((box) => box.width));
  let baseline = 0;
  const placed = boxes.map((box, i) => {
    const above = boxes[i - 1];
    if (above) baseline -= Math.max(step, above.depth + box.height + least);
    return shifted(centred(box, width), 0, baseline);
  });
  const stack = overlaid(placed, width);
  return shifted(stack, 0, parameter('axis', small) - (stack.height - stack.depth) / 2);
}

/** A row of a display with its position below the first row. */
export interface SetLine {
  readonly box: MathBox;
  /** The baseline relative to the first row's baseline. Negative below it. */
  readonly baseline: number;
}

/**
 * Typesets the rows of a display with their relations aligned.
 *
 * @param setRight typesets the part that begins with a relation, which has its space on the left
 */
export function alignedLines(
  rows: readonly (readonly [FormulaTree, FormulaTree])[],
  fonts: FontSet,
  set: SetPart,
  setRight: SetPart,
): SetLine[] {
  const lines = rows.map(
    ([left, right]) => [set(left, displayStyle(fonts)), setRight(right, displayStyle(fonts))] as const,
  );
  const at = Math.max(...lines.map(([left]) => left.width));
  let baseline = 0;
  let before: MathBox | undefined;
  return lines.map(([left, right]) => {
    const line = overlaid([shifted(left, at - left.width, 0), shifted(right, at, 0)], at + right.width);
    if (before) {
      const free = ROW_STEP - before.depth - line.height;
      baseline -= free < LEAST_GAP ? before.depth + line.height + ROW_GAP : ROW_STEP;
    }
    before = line;
    return { box: shifted(line, 0, baseline), baseline };
  });
}
