import type { Line } from './line.ts';
import type { Metrics } from './metrics.ts';

/** Largest share of letters that belong to words in a displayed formula. */
const PROSE_SHARE = 0.38;
const FUNCTION_NAME =
  /^(?:sin|cos|tan|cot|arcsin|arccos|arctan|sinh|cosh|tanh|log|ln|exp|max|min|sup|inf|lim|det|dim|ker|arg|Pr|tr|Tr|diag|erf|const)$/;
const RELATION = /[=<>≤≥≈∼≃≡∝≲≳≪≫→←↔∈⊂⊆≠±×∑∏∫√∂∇+−|/()[\]{}]/;
const EQUATION_NUMBER = /\(\s*(?:[A-Z]{1,2}\.?)?\d+(?:\.\d+)*[a-z]?\s*\)$/;

/** The number of a displayed formula, such as `(12)` or `(A.3)`; undefined if the line does not end in one. */
export function equationNumber(line: Line): string | undefined {
  const last = line.runs.at(-1);
  if (!last || last.script) return undefined;
  return EQUATION_NUMBER.exec(line.text)?.[0]?.replaceAll(' ', '');
}

/** The share of words in the line: 0 for a bare formula, 1 for plain text. */
export function proseShare(line: Line): number {
  let letters = 0;
  let prose = 0;
  for (const run of line.runs) {
    const text = run.text.replaceAll(' ', '');
    letters += text.length;
    if (run.script || run.font.math) continue;
    const words = run.text.match(/\p{L}{3,}/gu) ?? [];
    prose += words.filter((word) => !FUNCTION_NAME.test(word)).reduce((sum, word) => sum + word.length, 0);
  }
  return letters === 0 ? 0 : prose / letters;
}

/**
 * Whether a line is a displayed formula or part of one: it contains hardly any words, and an indent or space separates
 * it from the paragraph. A line of a paragraph may have as few words, but begins at the margin.
 */
export function isFormula(line: Line, above: Line | undefined, below: Line | undefined, metrics: Metrics): boolean {
  if (proseShare(line) > PROSE_SHARE || line.mono > 0.5) return false;
  const { left, right } = metrics.edges(line);
  const indent = (line.box.left - left) / line.size;
  if (isLonePart(line) && indent > 2) return true;
  if (line.math < 0.05 && !RELATION.test(line.text)) return false;
  if (indent > 0.9) return !(line.box.right > right - 2 && isText(line));
  const gap = 1.25 * metrics.leading(metrics.bodySize);
  const isApart = isFar(above, line, gap) && (isFar(line, below, gap) || equationNumber(line) !== undefined);
  return isApart && line.math > 0.15;
}

/** A numerator or a limit on its own line. */
function isLonePart(line: Line): boolean {
  return line.text.length <= 3 && !/\p{L}{2}/u.test(line.text);
}

/** Whether two lines are more than `gap` points apart or in different columns. */
function isFar(upper: Line | undefined, lower: Line | undefined, gap: number): boolean {
  return !upper || !lower || !isSameColumn(upper, lower) || lower.baseline - upper.baseline > gap;
}

/** An indented line with some words that fills its column begins a paragraph. */
function isText(line: Line): boolean {
  return proseShare(line) > 0.25 && equationNumber(line) === undefined;
}

export function isSameColumn(a: Line, b: Line): boolean {
  return a.page === b.page && a.column === b.column;
}
