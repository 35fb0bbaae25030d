import type { FormulaTree } from './formula-tree.ts';
import { alignedLines, type SetLine } from './grids.ts';
import { glyphBox, overlaid, shifted, sideBySide, type MathBox } from './math-box.ts';
import { setContinued, setFormula } from './set-formula.ts';
import { displayStyle, type FontSet } from './style.ts';

const LEAST_GAP = 10; // minimum space between a formula and its number, in points: a quad
const NUMBER_STEP = 12; // in points; without this space, a number moves to the next line
const NUMBER_HEIGHT = 8.4; // points

/**
 * Typesets a display in the middle of a line of this width, with its numbers at the right margin.
 *
 * @param numbers without parentheses: one, or one per row. An empty text stands for a row without a number
 */
export function setDisplay(tree: FormulaTree, fonts: FontSet, numbers: readonly string[], width: number): MathBox {
  const lines = linesOf(tree, fonts);
  const widest = Math.max(...lines.map(({ box }) => box.width));
  const left = (width - widest) / 2;
  const boxes = lines.flatMap(({ box, baseline }, i) => {
    const number = numbers[i] ? [numberBox(numbers[i], fonts)] : [];
    const own = shifted(box, left, 0);
    return [own, ...number.map((one) => atMargin(one, { box: own, baseline, right: left + box.width }, width))];
  });
  return overlaid(boxes, width);
}

function linesOf(tree: FormulaTree, fonts: FontSet): SetLine[] {
  if (tree.kind === 'aligned') return alignedLines(tree.rows, fonts, setFormula, setContinued);
  return [{ box: setFormula(tree, displayStyle(fonts)), baseline: 0 }];
}

function numberBox(number: string, { family, sizes: [size] }: FontSet): MathBox {
  return sideBySide(
    `(${number})`.split('').map((sign) => glyphBox(family, 'OT1', sign === '’' ? 0x27 : sign.charCodeAt(0), size)),
  );
}

function atMargin(
  number: MathBox,
  line: { readonly box: MathBox; readonly baseline: number; readonly right: number },
  width: number,
): MathBox {
  const x = width - number.width;
  const hasRoom = x - line.right >= LEAST_GAP;
  const y = hasRoom ? line.baseline : -Math.max(NUMBER_STEP, line.box.depth + NUMBER_HEIGHT);
  return shifted(number, x, y);
}
