import type { PlacedRun } from './placed-run.ts';
import { glyphsOf } from './run-glyphs.ts';
import { splitGlyphs } from './piece.ts';
import { gapBetween, isPartOfFormula, THIN } from './upright-parts.ts';
import { FUNCTIONS } from '../tex/function-names.ts';

/** Width of a round bracket in common text fonts, in em. */
const BRACKET_WIDTH = 0.33;
/** Content that the other side of a relation may have. */
const OPERANDS = /[\d=<>≤≥≈±×()[\]]/;
/** A plus sign in its own run. Some formula fonts take the plus sign from an upright font. */
const SUM = /^\s*\+\s*$/;
/** Upright Greek capitals. TeX takes them from the text font. */
const GREEK = /(?:^|[\s(/])[ΓΔ∆ΘΛΞΠΣΥΦΨΩ](?:$|[\s),.;:/=!])/u;
const ENDS_IN_FUNCTION = new RegExp(`(?:^|[\\s(])(?:${FUNCTIONS})[([]?$`);
const FUNCTION_BEFORE = new RegExp(`^(?:${FUNCTIONS})[([]$`);
/**
 * Words that contain letters and these signs are split: `3(sin`, `)+log(E`. Ratios and elements such as `[Fe/H]` are
 * not split.
 */
const SIGNS = /[()[\]{}+−=!]/;
const RATIO = /^\[?[A-Z][a-z]?\/|^\([A-Z][a-z]?\)/;
/** A function name or the base of a script after a number: `2cos`, `6cv`. */
const NUMBERED = new RegExp(`^[\\d.]+(?:${FUNCTIONS})$`);
const NUMBERED_BASE = /^\d[\d.]*[A-Za-z]+$/;
const TOKENS = /\p{Script=Greek}|\p{L}[\p{Script=Latin}\p{M}]*|\d+(?:[.,]\d+)*|./gu;
/** An upright Greek letter and the brackets and punctuation around it. */
const GREEK_LETTER = /^([([{]*)([ΓΔ∆ΘΛΞΠΣΥΦΨΩ])([)\]}]*)([.,;:]?)$/u;
/** Bold formula letters and the text punctuation around them. */
export const VECTORS = /^[(]?[A-Za-z\d]{1,3}[),;]?$/;
const ENDS_IN_LETTERS = /[A-Za-z]{2}$/;
const BRACKETS = /^[([{|]+$/;
const TIGHT = 0.05; // em
const PUNCTUATION_WIDTH = 0.28; // em
/** Minimum gap between two runs that counts as a space. TeX does not shrink spaces below 0.22 em. */
const SPACE = 0.15; // em
/**
 * Minimum gap between two runs of a script that counts as a space. A smaller gap may be TeX's space around an operator.
 */
const SCRIPT_SPACE = 0.3; // em

/** Splits upright text next to a formula into words. For example, `= 5 for` begins in the formula and ends as text. */
export function splitBeside(runs: readonly PlacedRun[], i: number): PlacedRun[] {
  const run = runs[i] as PlacedRun;
  const beside = [runs[i - 1], runs[i + 1]] as const;
  // Some formula fonts contain the upright letters of functions.
  const isUpright = !run.font.math || FUNCTION_BEFORE.test(run.text.trim());
  const isPlain = run.script === undefined && isUpright && !run.font.italic;
  const isBeside = beside.some((other) => other && (isOfFormula(other) || SUM.test(other.text)));
  if (!isPlain) return [run];
  const isDivided = (isBeside && hasOperands(run, beside)) || GREEK.test(run.text);
  if (!isDivided && !touchesFormula(runs, i)) return [run];
  if (run.words.map((word) => word.text).join(' ') !== run.text) return [run];
  const [rest, last] = [run.words.slice(0, -1), run.words.slice(-1)];
  return (isDivided || rest.length === 0 ? run.words.map((word) => [word]) : [rest, last]).flatMap((words, k) => {
    const text = words.map((word) => word.text).join(' ');
    const [left, right] = [words[0]?.left ?? run.left, words.at(-1)?.right ?? run.right];
    const own = { ...run, text: k > 0 ? ` ${text}` : text, words, left, right };
    const isBase = k === run.words.length - 1 && beside[1]?.script !== undefined;
    return words.length > 1 ? [own] : splitWord(own, text, isBase);
  });
}

/** Returns whether some words belong to an adjacent formula. */
function hasOperands(run: PlacedRun, beside: readonly (PlacedRun | undefined)[]): boolean {
  const isBase = beside[1]?.script !== undefined && !hasSpace(run, beside[1]);
  return isBase || OPERANDS.test(run.text) || ENDS_IN_FUNCTION.test(run.text) || isPartOfFormula(run, beside);
}

/**
 * Returns whether the distance from the last word to a formula is less than a word space. The word is an operator, as
 * in `Tr g`, or a function. A bracket in the text font may be between the word and the formula.
 */
function touchesFormula(runs: readonly PlacedRun[], i: number): boolean {
  const [run, next, afterNext] = [runs[i], runs[i + 1], runs[i + 2]];
  if (!run || !next || !ENDS_IN_LETTERS.test(run.text)) return false;
  const gap = gapBetween(run, next);
  if (isOfFormula(next)) return gap < THIN.most;
  return gap < TIGHT && BRACKETS.test(next.text) && afterNext !== undefined && isOfFormula(afterNext);
}

function isOfFormula(run: PlacedRun): boolean {
  const isBold = run.font.bold && VECTORS.test(run.text.trim());
  return run.script !== undefined || run.inFraction === true || run.font.math || run.font.italic || isBold;
}

/**
 * Splits a word into letters, numbers and signs. A formula may begin or end at each of these parts. In a word without
 * signs, only the punctuation is split off.
 */
function splitWord(run: PlacedRun, word: string, isBase: boolean): PlacedRun[] {
  if (/^\/[A-Za-z]$/.test(word)) return splitAt(run, [1]);
  const greek = GREEK_LETTER.exec(word)?.slice(1);
  if (greek && word.length > 1) return splitAt(run, endsOf(greek));
  const isNumbered = NUMBERED.test(word) || (isBase && NUMBERED_BASE.test(word));
  if (isNumbered || isMixed(word)) return splitAt(run, endsOf(word.match(TOKENS) ?? []));
  if (/^[([][^)\]]+$/.test(word)) return splitRun(run, 1, run.left + BRACKET_WIDTH * run.size);
  if (/^(?:[A-Za-z]{1,5}|Å)[.,;:)]$/.test(word))
    return splitRun(run, word.length - 1, run.right - PUNCTUATION_WIDTH * run.size);
  return [run];
}

function isMixed(word: string): boolean {
  return SIGNS.test(word) && /\p{L}/u.test(word) && !RATIO.test(word);
}

/** Returns the end of each part except the last. Ends are counted in letters. */
function endsOf(parts: readonly string[]): number[] {
  const filled = parts.filter((part) => part !== '');
  return filled.slice(0, -1).map((_, i) => filled.slice(0, i + 1).join('').length);
}

/** Splits a one-word run after each of these numbers of letters, at the positions of the glyphs. */
function splitAt(run: PlacedRun, letters: readonly number[]): PlacedRun[] {
  let parts = [run];
  for (const at of letters.toReversed()) {
    const [first, ...others] = parts as [PlacedRun, ...PlacedRun[]];
    parts = [...splitRun(first, at, placeOf(first, at)), ...others];
  }
  return parts;
}

/**
 * Returns the left edge of the letter after the first `letters` letters. If the glyphs are not known, the edge is
 * interpolated.
 */
function placeOf(run: PlacedRun, letters: number): number {
  const [, after] = splitGlyphs(glyphsOf(run), letters);
  return after?.[0]?.left ?? run.left + ((run.right - run.left) * letters) / run.text.trim().length;
}

/** Splits a one-word run after the first `letters` letters, at the position `at`. */
function splitRun(run: PlacedRun, letters: number, at: number): PlacedRun[] {
  const space = run.text.startsWith(' ') ? ' ' : '';
  const word = run.text.trim();
  return [
    { ...run, text: space + word.slice(0, letters), right: at },
    { ...run, text: word.slice(letters), left: at },
  ];
}

export function hasSpace(before: PlacedRun, run: PlacedRun): boolean {
  const printed = /\s$/.test(before.text) || /^\s/.test(run.text);
  const gap = gapBetween(before, run);
  return run.script && before.script ? gap > SCRIPT_SPACE : printed || gap > SPACE;
}
