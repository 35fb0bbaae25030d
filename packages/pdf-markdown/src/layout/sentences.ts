import { isSameColumn, type Line } from './line.ts';
import type { Metrics } from './metrics.ts';
import { beginsSentence, beginsWithWord, isProse } from './prose.ts';

/** Share of words in a line at the margin that begins with one, as after a display. */
const SENTENCE_SHARE = 0.12;
const FEW_WORDS = 0.03;
const EQUATION_NUMBER = /\(\s*(?:[A-Z]{1,2}\.?)?\d+(?:\.\d+)*[a-z]?\s*\)$/;
/** Lines of a paragraph are one leading apart, or a little more where scripts are high. */
export const NEXT_LINE = 1.08; // leadings
/** The same of a line with fractions within text. */
const NEXT_TALL_LINE = 1.35; // leadings
const AT_MARGIN = 1; // points
/** Paragraphs are indented by 1 to 1.8 sizes. */
const MOST_INDENT = 2; // sizes
const LONE_WORD = /^\p{Ll}{2,}$/u;

/** The number of a displayed formula, such as `(12)` or `(A.3)`; undefined if the line does not end in one. */
export function equationNumber(line: Line): string | undefined {
  const last = line.runs.at(-1);
  if (!last || last.script) return undefined;
  return EQUATION_NUMBER.exec(line.text)?.[0]?.replaceAll(' ', '');
}

export function isAtMargin(line: Line, metrics: Metrics): boolean {
  return Math.abs(line.box.left - metrics.edges(line).left) < AT_MARGIN;
}

/** Whether a line extends from one margin to the other with words in it, as a line of a paragraph that is mostly formulas. */
export function fillsColumn(line: Line, metrics: Metrics): boolean {
  const isFull = isAtMargin(line, metrics) && Math.abs(line.box.right - metrics.edges(line).right) < AT_MARGIN;
  return isFull && line.prose > FEW_WORDS && equationNumber(line) === undefined;
}

/** Whether a line at the margin goes on with a sentence, as between two displays: `and $a = b$ holds`. */
export function goesOnInSentence(line: Line, metrics: Metrics): boolean {
  return isAtMargin(line, metrics) && beginsWithWord(line.runs) && line.prose > SENTENCE_SHARE;
}

/** Whether a line at the margin, or with the indent of a paragraph, begins one: `Here $a = b$ for each`. */
export function beginsSentenceOf(line: Line, metrics: Metrics): boolean {
  if (line.prose <= SENTENCE_SHARE || !beginsSentence(line.runs)) return false;
  const indent = (line.box.left - metrics.edges(line).left) / line.size;
  return Math.abs(indent) < MOST_INDENT && equationNumber(line) === undefined;
}

/** Whether a formula is the last line of a paragraph: it begins at the margin, directly below a line that is full. */
export function endsParagraph(line: Line, above: Line | undefined, metrics: Metrics): boolean {
  if (!above || !isSameColumn(above, line) || equationNumber(line) !== undefined) return false;
  // Above a word by itself may be a line that is mostly a formula.
  if (!isProse(above) && !fillsColumn(above, metrics) && !(line.math === 0 && LONE_WORD.test(line.text))) return false;
  const step = line.baseline - above.baseline;
  const most = line.runs.some((run) => run.inFraction) ? NEXT_TALL_LINE : NEXT_LINE;
  const isNext = step > 0 && step < most * metrics.leading(metrics.bodySize);
  return isNext && isAtMargin(line, metrics) && above.box.right > metrics.edges(above).right - 2;
}
