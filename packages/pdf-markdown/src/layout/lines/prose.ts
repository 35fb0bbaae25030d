import type { PlacedRun } from '../../text/placed-run.ts';
import { letterCount } from '../rows/rows.ts';
import { SCRIPT_SIZE } from '../../tex/size-classes.ts';
import { isOperatorName } from '../../tex/function-names.ts';

/** Maximum share of the letters of a displayed formula that are in words. */
const PROSE_SHARE = 0.38;
/** Function names without a TeX command that occur in formulas of all fields. */
const FUNCTION_NAME = /^(?:tr|Tr|diag|erf|const)$/;
const FIRST_WORD = /^\p{Ll}{2,}(?= |$)/u;
const FIRST_OF_SENTENCE = /^\p{Lu}\p{Ll}+(?= |$)/u;
/** Signs that follow the name of a quantity but not the first word of a sentence. */
const AFTER_NAME = /^[^\p{L}\p{N}\s]/u;
/** A word of a sentence. Shorter words may be adjacent formula letters. */
export const WORD = /\p{L}{3,}/gu;
const DIRECTLY = 0.12; // em

/**
 * Returns the share of a line's letters that are in words: 0 for a bare formula, 1 for plain text.
 *
 * @param size of the line in points
 */
export function proseShare(runs: readonly PlacedRun[], size: number): number {
  const letters = letterCount(runs);
  let prose = 0;
  runs.forEach((run, i) => {
    if (run.script || run.font.math || run.size < SCRIPT_SIZE * size) return;
    // `matchAll` would copy the expression for each run.
    WORD.lastIndex = 0;
    for (let found = WORD.exec(run.text); found; found = WORD.exec(run.text))
      if (!isFunctionName(found[0]) && !isName(run, WORD.lastIndex, runs[i + 1])) prose += found[0].length;
  });
  return letters === 0 ? 0 : prose / letters;
}

/**
 * Returns whether a word that ends here is the name of a function or quantity. A bracket or subscript directly follows
 * a name, as in `softmax(z)`.
 */
function isName(run: PlacedRun, end: number, next: PlacedRun | undefined): boolean {
  if (end < run.text.length) return /[(_]/.test(run.text.charAt(end));
  if (next === undefined || (next.left - run.right) / run.size >= DIRECTLY) return false;
  return next.script === 'sub' || /^[(_]/.test(next.text);
}

function isFunctionName(word: string): boolean {
  return isOperatorName(word) || FUNCTION_NAME.test(word);
}

const MOSTLY_MONO = 0.5; // share of the letters

/** Returns whether a line has too many words to be a displayed formula. */
export function isProse({ prose, mono }: { readonly prose: number; readonly mono: number }): boolean {
  return prose > PROSE_SHARE || mono > MOSTLY_MONO;
}

/** Returns whether a line begins with a word of a sentence that is not a function name. */
export function beginsWithWord([run, next]: readonly PlacedRun[]): boolean {
  if (!run || run.font.math || run.font.italic) return false;
  const word = FIRST_WORD.exec(run.text)?.[0];
  const isApart = word !== run.text || (next !== undefined && (next.left - run.right) / run.size > DIRECTLY);
  return word !== undefined && isApart && !isFunctionName(word);
}

/** Returns whether a line begins a sentence: with a capitalised word that no relation or bracket follows. */
export function beginsSentence([run, next]: readonly PlacedRun[]): boolean {
  if (!run || run.font.math || run.font.italic) return false;
  const word = FIRST_OF_SENTENCE.exec(run.text)?.[0];
  if (word === undefined || isFunctionName(word)) return false;
  const after = run.text.slice(word.length).trimStart() || (next?.text.trimStart() ?? '');
  return !AFTER_NAME.test(after);
}
