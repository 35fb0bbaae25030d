import { INTEGRAL } from '../tex/signs.ts';
import { gapBetween, isSurelyThin } from './upright-parts.ts';
import type { PlacedRun } from './placed-run.ts';
import { SCRIPT_SPACE } from '../tex/tex-metrics.ts';
import { FUNCTIONS } from '../tex/function-names.ts';

/**
 * Some formula fonts take their letters from the text italics. There, only the position distinguishes a product such as
 * `kT` from a word.
 */

/** A few letters, possibly with a thin space between them. */
const PRODUCT = /^[A-Za-z]{1,3}(?: [A-Za-z]{1,2})?$/;
const TIGHT = 0.05; // em
/** Maximum gap in em before a script. A slanted letter may move its script slightly. */
const SLANT = 0.09;
const CAPITAL_SLANT = 0.17;
const BEHIND_INTEGRAL = 0.6; // em
const WIDEST_THIN = 0.21; // em
/** Function names. A thin space separates them from their argument. */
const FUNCTION = new RegExp(`(?:^|[\\s(])(?:${FUNCTIONS})$`);

/**
 * Returns whether these italics are formula letters. Formula letters are the base of a script, or are closer to a
 * formula than a word is.
 */
export function isProduct(runs: readonly PlacedRun[], i: number, isFormula: (i: number) => boolean): boolean {
  const [before, run, after] = [runs[i - 1], runs[i], runs[i + 1]];
  if (!run) return false;
  if (isIntegrand(runs, i)) return true;
  if (!hasLetters(run)) return false;
  if (after?.script && gapBetween(run, after) < slantOf(run, after)) return true;
  const isAfter = before !== undefined && continuesFormula(before, run, isFormula(i - 1));
  const isBefore = after !== undefined && isFormula(i + 1) && !after.script && isNear(gapBetween(run, after));
  return isAfter || isBefore;
}

/**
 * Returns whether these italics follow an integral and its limits, as in `f\,dx`. The slant of an f takes up some
 * space.
 */
function isIntegrand(runs: readonly PlacedRun[], i: number): boolean {
  const [before, run] = [runs[i - 1], runs[i]];
  if (!before || !run?.font.italic || run.font.math || !PRODUCT.test(run.text.trim())) return false;
  const sign = runs.slice(0, i).findLast((other) => other.script === undefined);
  return INTEGRAL.test(sign?.text.slice(-1) ?? '') && gapBetween(before, run) < BEHIND_INTEGRAL;
}

function hasLetters(run: PlacedRun): boolean {
  const isText = run.font.italic && !run.font.math && run.script === undefined;
  return isText && PRODUCT.test(run.text.trim()) && isThinInside(run);
}

function isThinInside({ words, size }: PlacedRun): boolean {
  const [first, second] = words;
  return !first || !second || second.left - first.right < WIDEST_THIN * size;
}

function continuesFormula(before: PlacedRun, run: PlacedRun, isFormula: boolean): boolean {
  const gap = gapBetween(before, run) - (before.script ? SCRIPT_SPACE : 0);
  if (isFormula || FUNCTION.test(before.text)) return isNear(gap);
  return gap < TIGHT && /\d$/.test(before.text);
}

/**
 * Returns the maximum gap in em between slanted letters and their script. The distance from a capital to its subscript
 * exceeds TeX's correction.
 */
function slantOf({ text }: PlacedRun, { script }: PlacedRun): number {
  return script === 'sub' && /[A-Z]$/.test(text) ? CAPITAL_SLANT : SLANT;
}

function isNear(gap: number): boolean {
  return gap < TIGHT || isSurelyThin(gap);
}
