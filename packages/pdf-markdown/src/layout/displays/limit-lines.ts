import type { Box } from '../../block.ts';
import { enclose, overlapLength } from '../../geometry.ts';
import { inkOf } from '../../formulas/glyph-box.ts';
import { classOf, HORIZONTAL_PART } from '../../tex/signs.ts';
import { isSameColumn, type Line, MOSTLY } from '../lines/line.ts';
import type { Metrics } from '../lines/metrics.ts';
import { glyphsOf } from '../../text/run-glyphs.ts';
import { SCRIPT_SIZE } from '../../tex/size-classes.ts';

/** Maximum gap in line spacings between an operator and its limit. The gap is 1.1 to 1.7 points at 10 points. */
const TOUCHING = 0.25;
/** Maximum gap below a brace. LaTeX adds 3 points there. */
const BELOW_BRACE = 0.5; // line spacings
const HORIZONTAL_BRACE = /^[⏞⏟⎴⎵⎯\s]+$/;
/**
 * Maximum number of letters in a limit without a known operator. A longer text is a limit only if its operator is
 * found.
 */
export const LIMIT_LETTERS = 20;
/** Maximum number of lines between an operator and its limit. These lines are other limits of the row, or braces. */
const LINES_BETWEEN = 3;
const NAMED_OPERATOR = /\b(?:(?:lim ?|arg ?)?(?:max|min|sup|inf)|lim)\b/;

/** Returns the lines of small print that are limits of operators or notes on braces. Limits may have many words. */
export function findLimits(lines: readonly Line[], metrics: Metrics): ReadonlySet<Line> {
  return new Set(
    lines.filter((line, i) => {
      if (isLimit(line, metrics)) return true;
      if (!isSmall(line, metrics)) return false;
      const isOf = (other: Line) => isOperatorOf(line, other);
      const above = lines.slice(Math.max(0, i - LINES_BETWEEN), i).filter(isOf);
      const below = lines.slice(i + 1, i + 1 + LINES_BETWEEN).filter(isOf);
      return above.some((one) => touches(one, line, metrics)) || below.some((one) => touches(line, one, metrics));
    }),
  );
}

/** Returns whether this is short small print like the words below an operator: `\sum_\mathrm{gas}`. */
export function isLimit(line: Line, metrics: Metrics): boolean {
  return isSmall(line, metrics) && line.text.length <= LIMIT_LETTERS;
}

function isSmall(line: Line, metrics: Metrics): boolean {
  return line.size < SCRIPT_SIZE * metrics.bodySize && line.mono < MOSTLY;
}

/** Returns whether the other line has an operator or brace in larger print at the horizontal position of the limit. */
export function isOperatorOf(limit: Line, other: Line): boolean {
  if (!isSameColumn(limit, other) || limit.size > SCRIPT_SIZE * other.size) return false;
  const isThere = ({ left, right }: { readonly left: number; readonly right: number }) =>
    overlapLength(left, right, limit.box.left, limit.box.right) > 0;
  return other.runs.some(
    (run) =>
      (NAMED_OPERATOR.test(run.text) && isThere(run)) ||
      (glyphsOf(run) ?? []).some((glyph) => isOperator(glyph.sign) && isThere(glyph)),
  );
}

function isOperator(sign: string): boolean {
  return classOf(sign) === 'op' || HORIZONTAL_PART.test(sign);
}

/**
 * Returns whether two lines touch and one of them is small print or a brace. The small print is then the limit of an
 * operator, because operators are taller than a line.
 */
export function touches(above: Line, below: Line, metrics: Metrics): boolean {
  const hasSmall = Math.min(above.size, below.size) < SCRIPT_SIZE * metrics.bodySize;
  const isBelowBrace = HORIZONTAL_BRACE.test(above.text);
  if (!hasSmall && !isBelowBrace && !HORIZONTAL_BRACE.test(below.text)) return false;
  const reach = hasSmall && isBelowBrace ? BELOW_BRACE : TOUCHING;
  return inkOfLine(below).top - inkOfLine(above).bottom < reach * metrics.leading(metrics.bodySize);
}

/** Returns the region of a line including its tall signs. */
function inkOfLine(line: Line): Box {
  const tall = line.runs.flatMap((run) => glyphsOf(run) ?? []).filter((glyph) => glyph.extensible !== undefined);
  return enclose([line.box, ...tall.map(inkOf)]) ?? line.box;
}
