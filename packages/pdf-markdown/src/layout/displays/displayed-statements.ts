import { enclose } from '../../geometry.ts';
import { spaceAround, type Around } from './display-rows.ts';
import { boxOfRuns, isSameColumn, type Line, MOSTLY } from '../lines/line.ts';
import type { Metrics } from '../lines/metrics.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { WORD } from '../lines/prose.ts';
import { equationNumber } from '../lines/sentences.ts';

/** Minimum distance in em from the margins to a display. A paragraph indent is smaller. */
const INDENT = 1.8;
/** Minimum space in em before the number of a display. A word space is smaller. */
const NUMBER_GAP = 2;
/** Maximum distance between rows of one display, which may have limits of operators between them. */
const ROW_STEP = 2; // line spacings
/**
 * Minimum distance from the end of the preceding line to a display without space above it. TeX omits the space above
 * such a display (TeXbook, page 188).
 */
const SHORT_BEFORE = 2; // em
const LEAST_MATH = 0.1;
/** Maximum share of typewriter type. Variable names may be in typewriter type, but code is entirely in it. */
const MOST_MONO = 0.7;
/** Maximum number of words before a relation: the name of a quantity. A sentence has more words. */
const WORDS_BEFORE = 1;
/** Maximum share of words and minimum share of formula letters in a formula that may begin with words: `for all a`. */
const FEW_WORDS = 0.5;
const MANY_SIGNS = 0.2;
const RELATION = /[=<>≤≥≈∼≃≡∝≲≳≪≫→←↔∈⊂⊆≠]/u;
const INNER_BRACKETS = /\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/gu;
/** Signs that begin the second row of a formula. */
const GOES_ON = /^[([{=<>≤≥≈∼≃≡∝+−±×⋅∧∨∪∩]/u;
const COLON = /^\s*:/;

/**
 * Returns the lines of displayed formulas with as many words as text. The words are names of variables, as in `height =
 * a + b age`, or a named statement, as in `H: the slopes are equal`. These displays begin like a formula and are
 * separate from the text. They are centred in their column or numbered.
 *
 * @param lines of a document in reading order
 * @param displays lines already recognised as displays, including limits of operators
 */
export function findStatements(lines: readonly Line[], displays: ReadonlySet<Line>, metrics: Metrics): Line[] {
  const found: Line[] = [];
  let start = 0;
  while (start < lines.length) {
    const first = lines[start] as Line;
    if (!displays.has(first) && !isStatement(first, metrics)) {
      start++;
      continue;
    }
    let end = start + 1;
    while (isNextRow(lines[end], lines[end - 1] as Line, displays, metrics)) end++;
    const block = lines.slice(start, end);
    const own = block.filter((line) => !displays.has(line));
    const around = { above: lines[start - 1], below: lines[end] };
    if (own.length > 0 && isInMiddle(block, metrics) && isApart(block, around, metrics))
      for (const line of own) found.push(line);
    start = end;
  }
  return found;
}

function isNextRow(line: Line | undefined, above: Line, displays: ReadonlySet<Line>, metrics: Metrics): boolean {
  if (!line || !isSameColumn(line, above)) return false;
  if (Math.abs(line.baseline - above.baseline) > ROW_STEP * metrics.leading(metrics.bodySize)) return false;
  return displays.has(line) || isStatement(line, metrics) || (isDisplayed(line, metrics) && GOES_ON.test(line.text));
}

/** Returns whether a line in the text font begins like a formula and lies within the margins of a display. */
function isStatement(line: Line, metrics: Metrics): boolean {
  if (!isDisplayed(line, metrics)) return false;
  const isMostlySigns = line.prose < FEW_WORDS && line.math > MANY_SIGNS && RELATION.test(line.text);
  const isFormula = isMostlySigns || beginsWithRelation(line) || withoutNumber(line) !== line.runs;
  return (isFormula && line.math > LEAST_MATH) || beginsWithName(line);
}

const SAME_SIZE = 0.1; // share

function isDisplayed(line: Line, metrics: Metrics): boolean {
  const isOfText = Math.abs(line.size - metrics.bodySize) < SAME_SIZE * line.size;
  if (!isOfText || line.bold > MOSTLY || line.mono > MOST_MONO) return false;
  const { left, right } = metrics.edges(line);
  const box = boxOfRuns(withoutNumber(line));
  return box.left > left + INDENT * line.size && box.right < right - INDENT * line.size;
}

/** Returns whether a line begins with the name of a statement: `H: the slopes are equal`. */
function beginsWithName({ runs }: Line): boolean {
  const at = runs.findIndex((run) => !run.font.math && run.script === undefined);
  return at > 0 && COLON.test(runs[at]?.text ?? '');
}

/** Returns whether a line begins with a quantity and a relation: `height = a + b age`, `P(height > a) = b`. */
function beginsWithRelation({ text }: Line): boolean {
  const plain = withoutBrackets(text);
  const at = plain.search(RELATION);
  return at >= 0 && (plain.slice(0, at).match(WORD) ?? []).length <= WORDS_BEFORE;
}

function withoutBrackets(text: string): string {
  const inner = text.replaceAll(INNER_BRACKETS, '');
  return inner === text ? text : withoutBrackets(inner);
}

function withoutNumber(line: Line): readonly PlacedRun[] {
  const others = line.runs.slice(0, -1);
  const [last, number] = [others.at(-1), line.runs.at(-1)];
  const isNumber = number !== undefined && equationNumber(line) === number.text.replaceAll(' ', '');
  return isNumber && last && number.left - last.right > NUMBER_GAP * line.size ? others : line.runs;
}

/** Returns whether a formula is in the middle of its column or has numbers at the right margin. */
function isInMiddle(block: readonly Line[], metrics: Metrics): boolean {
  const [first] = block as [Line];
  const { left, right } = metrics.edges(first);
  const box = enclose(block.map((line) => boxOfRuns(withoutNumber(line)))) ?? first.box;
  const isNumbered = block.some((line) => withoutNumber(line) !== line.runs && line.box.right > right - line.size);
  return isNumbered || Math.abs(box.left + box.right - left - right) < metrics.bodySize;
}

function isApart(block: readonly Line[], around: Around, metrics: Metrics): boolean {
  const [first] = block as [Line];
  const box = enclose(block.map((line) => line.box)) ?? first.box;
  const space = spaceAround(box, first, around, metrics);
  const isBeforeEnd = around.above !== undefined && around.above.box.right + SHORT_BEFORE * metrics.bodySize < box.left;
  return (isBeforeEnd || space.above) && space.below;
}
