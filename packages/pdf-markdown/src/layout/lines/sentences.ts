import { isSameColumn, type Line } from './line.ts';
import type { Metrics } from './metrics.ts';
import { beginsSentence, beginsWithWord, isProse } from './prose.ts';

/** Minimum share of words in a line at the margin that begins with a word, such as a line after a display. */
const SENTENCE_SHARE = 0.12;
const FEW_WORDS = 0.03;
const EQUATION_NUMBER = /\(\s*(?:[A-Z]{1,2}\.?)?\d+(?:\.\d+)*[a-z]?\s*\)$/;
/**
 * Maximum distance between lines in a paragraph. The usual distance is one line spacing, or slightly more with high
 * scripts.
 */
export const NEXT_LINE = 1.08; // line spacings
/** Maximum distance in line spacings below a line with inline fractions. */
const NEXT_TALL_LINE = 1.35;
const AT_MARGIN = 1; // points
/** Maximum paragraph indent. Paragraphs are indented by 1 to 1.8 em. */
const MOST_INDENT = 2; // em
const LONE_WORD = /^\p{Ll}{2,}$/u;

/**
 * Returns the number of a displayed formula, such as `(12)` or `(A.3)`. Returns undefined if the line does not end with
 * a number.
 */
export function equationNumber(line: Line): string | undefined {
  const last = line.runs.at(-1);
  if (!last || last.script) return undefined;
  return EQUATION_NUMBER.exec(line.text)?.[0]?.replaceAll(' ', '');
}

export function isAtMargin(line: Line, metrics: Metrics): boolean {
  return Math.abs(line.box.left - metrics.edges(line).left) < AT_MARGIN;
}

/**
 * Returns whether a line extends from margin to margin and contains words. A paragraph line may consist mostly of
 * formulas.
 */
export function fillsColumn(line: Line, metrics: Metrics): boolean {
  const isFull = isAtMargin(line, metrics) && Math.abs(line.box.right - metrics.edges(line).right) < AT_MARGIN;
  return isFull && line.prose > FEW_WORDS && equationNumber(line) === undefined;
}

/** Returns whether a line at the margin continues a sentence, for example between two displays: `and $a = b$ holds`. */
export function goesOnInSentence(line: Line, metrics: Metrics): boolean {
  return isAtMargin(line, metrics) && beginsWithWord(line.runs) && line.prose > SENTENCE_SHARE;
}

/** Returns whether a line at the margin, or with a paragraph indent, begins a sentence: `Here $a = b$ for each`. */
export function beginsSentenceOf(line: Line, metrics: Metrics): boolean {
  if (line.prose <= SENTENCE_SHARE || !beginsSentence(line.runs)) return false;
  const indent = (line.box.left - metrics.edges(line).left) / line.size;
  return Math.abs(indent) < MOST_INDENT && equationNumber(line) === undefined;
}

/**
 * Returns whether a formula is the last line of a paragraph. The formula begins at the margin directly below a full
 * line.
 */
export function endsParagraph(line: Line, above: Line | undefined, metrics: Metrics): boolean {
  if (!above || !isSameColumn(above, line) || equationNumber(line) !== undefined) return false;
  // If this line is a single word, the line above may consist mostly of a formula.
  if (!isProse(above) && !fillsColumn(above, metrics) && !(line.math === 0 && LONE_WORD.test(line.text))) return false;
  const step = line.baseline - above.baseline;
  const most = line.runs.some((run) => run.inFraction) ? NEXT_TALL_LINE : NEXT_LINE;
  const isNext = step > 0 && step < most * metrics.leading(metrics.bodySize);
  return isNext && isAtMargin(line, metrics) && above.box.right > metrics.edges(above).right - 2;
}
