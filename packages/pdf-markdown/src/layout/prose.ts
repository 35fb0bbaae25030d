import type { PlacedRun } from './page-rows.ts';
import { letterCount } from './rows.ts';

/** Largest share of letters that belong to words in a displayed formula. */
const PROSE_SHARE = 0.38;
/** Print up to this size beside the text is that of limits and scripts, whose words are parts of formulas. */
export const LIMIT_SIZE = 0.85; // sizes of the text
const FUNCTION_NAME =
  /^(?:sin|cos|tan|cot|arcsin|arccos|arctan|sinh|cosh|tanh|log|ln|exp|max|min|sup|inf|lim|det|dim|ker|arg|Pr|tr|Tr|diag|erf|const)$/;
const FIRST_WORD = /^\p{Ll}{2,}(?= |$)/u;
const FIRST_OF_SENTENCE = /^\p{Lu}\p{Ll}+(?= |$)/u;
/** What stands after a quantity that has a name, and not after the first word of a sentence. */
const AFTER_NAME = /^[^\p{L}\p{N}\s]/u;
/** Shorter words may be letters of a formula side by side. */
export const WORD = /\p{L}{3,}/gu;
const DIRECTLY = 0.12; // sizes

/**
 * The share of words in the letters of a line: 0 for a bare formula, 1 for plain text.
 *
 * @param size of the line, points
 */
export function proseShare(runs: readonly PlacedRun[], size: number): number {
  const letters = letterCount(runs);
  let prose = 0;
  runs.forEach((run, i) => {
    if (run.script || run.font.math || run.size < LIMIT_SIZE * size) return;
    for (const { 0: word, index } of run.text.matchAll(WORD))
      if (!FUNCTION_NAME.test(word) && !isName(run, index + word.length, runs[i + 1])) prose += word.length;
  });
  return letters === 0 ? 0 : prose / letters;
}

/**
 * Whether a word that ends here is the name of a function or a quantity: a bracket or a subscript is directly after it, as in
 * `softmax(z)`.
 */
function isName(run: PlacedRun, end: number, next: PlacedRun | undefined): boolean {
  if (end < run.text.length) return /[(_]/.test(run.text.charAt(end));
  if (next === undefined || (next.left - run.right) / run.size >= DIRECTLY) return false;
  return next.script === 'sub' || /^[(_]/.test(next.text);
}

/** Whether a line has too many words to be a displayed formula by itself. */
export function isProse({ prose, mono }: { readonly prose: number; readonly mono: number }): boolean {
  return prose > PROSE_SHARE || mono > 0.5;
}

/** Whether the runs of a line begin with a word of a sentence, and no name of a function. */
export function beginsWithWord([run, next]: readonly PlacedRun[]): boolean {
  if (!run || run.font.math || run.font.italic) return false;
  const word = FIRST_WORD.exec(run.text)?.[0];
  const isApart = word !== run.text || (next !== undefined && (next.left - run.right) / run.size > DIRECTLY);
  return word !== undefined && isApart && !FUNCTION_NAME.test(word);
}

/** Whether the runs of a line begin a sentence: a word with a capital, and neither a relation nor a bracket after it. */
export function beginsSentence([run, next]: readonly PlacedRun[]): boolean {
  if (!run || run.font.math || run.font.italic) return false;
  const word = FIRST_OF_SENTENCE.exec(run.text)?.[0];
  if (word === undefined || FUNCTION_NAME.test(word)) return false;
  const after = run.text.slice(word.length).trimStart() || (next?.text.trimStart() ?? '');
  return !AFTER_NAME.test(after);
}
