import type { Bar } from '../formulas/glyph-box.ts';
import type { PlacedRun } from './placed-run.ts';
import { glyphsOf } from './run-glyphs.ts';
import { hasSpace, VECTORS } from './split-words.ts';
import { gapBetween, isSurelyThin } from './upright-parts.ts';

/** Recognises formula letters in text fonts by their neighbours, or by the lines over them. */

/** One bold letter, possibly with a bracket or comma of the text. */
const LETTER = /^[(]?[A-Za-z\d][),;]?$/;
const NEUTRAL = /^[\d.,;:]+$/;
/** The name of a function directly before its bracket: `\det(\mathbf{A})`. */
const ENDS_IN_NAME = /(?:^|[^\p{L}])[A-Za-z]{2,12}$/u;
const TIGHT = 0.05; // em
/** Maximum space between formula letters and an argument in brackets. */
const ARGUMENT_GAP = 0.28; // em
/**
 * Limits for the distance in em from the baseline of letters up to a line over the letters. An underline of the text
 * above is higher.
 */
const LEAST_RISE = 0.5;
const MOST_RISE = 0.95;

type IsMath = (run: PlacedRun) => boolean;

/**
 * Returns whether these are bold formula letters next to an operator, a relation or brackets with a formula: `𝐀𝐱 + 𝐛`,
 * `𝐟(t)`, `(𝐱, t)`.
 */
export function isVector(runs: readonly PlacedRun[], i: number, isMath: IsMath): boolean {
  const [before, run, after] = [runs[i - 1], runs[i], runs[i + 1]];
  if (!run?.font.bold || !VECTORS.test(run.text.trim()) || isInBoldText(runs, i)) return false;
  return (
    isFactorAfter(before, run) ||
    isOperator(before) ||
    isAlone(before, run) ||
    isOperator(after) ||
    isInBrackets(runs, i, isMath) ||
    hasArgument(runs, i, isMath) ||
    isArgumentOf(before, run)
  );
}

/**
 * Returns whether this is a single bold letter after a word of plain text. Headings and labels have no such letters.
 */
function isAlone(before: PlacedRun | undefined, run: PlacedRun): boolean {
  const text = before?.text.trim() ?? '';
  // A bold number after a comma is the volume of a journal.
  return /^[01][.,;:]?$/.test(run.text.trim())
    ? /\p{Ll}$/u.test(text)
    : /^[A-Za-z][.,;:]?$/.test(run.text.trim()) && /[\p{Ll},]$/u.test(text);
}

/**
 * Returns whether the nearest words on either side are also bold, as in a heading. Formulas between these words are
 * ignored. Single bold letters are also ignored, because they may be vectors of the same formula.
 */
function isInBoldText(runs: readonly PlacedRun[], i: number): boolean {
  const isText = ({ font, text }: PlacedRun) => !font.math && !(font.bold && LETTER.test(text.trim()));
  const before = runs.slice(0, i).findLast(isText);
  const after = runs.slice(i + 1).find(isText);
  return before?.font.bold === true || after?.font.bold === true;
}

/** Returns whether the letters directly follow a formula letter. */
function isFactorAfter(before: PlacedRun | undefined, run: PlacedRun): boolean {
  return before?.font.math === true && !before.script && gapBetween(before, run) < TIGHT && !hasSpace(before, run);
}

/** Returns whether a thin space separates the letters from an operator name before them: `Cov 𝐱`. */
function isArgumentOf(before: PlacedRun | undefined, run: PlacedRun): boolean {
  return before !== undefined && /[A-Za-z]{2}$/.test(before.text) && isSurelyThin(gapBetween(before, run));
}

/**
 * Returns whether the letters directly follow a bracket. After the letters, there must be a comma with a formula
 * letter, or the closing bracket of an argument.
 */
function isInBrackets(runs: readonly PlacedRun[], i: number, isMath: IsMath): boolean {
  const [before, run, after, next] = [runs[i - 1], runs[i], runs[i + 1], runs[i + 2]];
  if (!before || !run || !after || !/[([{]$/.test(before.text) || gapBetween(before, run) > TIGHT) return false;
  if (after.text.startsWith(')')) return isFunctionOf(runs, i - 1, isMath);
  return after.text.trim() === ',' && next !== undefined && (next.font.math || next.font.bold || next.font.italic);
}

/** Returns whether the bracket of this run begins the argument of a formula directly before the bracket. */
function isFunctionOf(runs: readonly PlacedRun[], i: number, isMath: IsMath): boolean {
  const [before, bracket] = [runs[i - 1], runs[i]];
  if (!before || !bracket || !/^[([]$/.test(bracket.text.trim())) return false;
  if (gapBetween(before, bracket) < TIGHT && ENDS_IN_NAME.test(before.text)) return true;
  return gapBetween(before, bracket) < ARGUMENT_GAP && (before.script !== undefined || isMath(before));
}

/** Returns whether a formula in brackets directly follows the letters. */
function hasArgument(runs: readonly PlacedRun[], i: number, isMath: IsMath): boolean {
  const [run, after, inside, close] = runs.slice(i, i + 4);
  if (!run || !after || !inside || !close || gapBetween(run, after) > TIGHT || after.text.trim() !== '(') return false;
  return isMath(inside) && /^[),]/.test(close.text.trim());
}

function isOperator(run: PlacedRun | undefined): boolean {
  if (!run) return false;
  const text = run.text.trim();
  return run.script !== undefined || (run.font.math ? !NEUTRAL.test(text) : /^[=<>]|[=<>]$|^\+$/.test(text));
}

/** Returns whether a line extends over the run: the line of the root before the run, or the overline of a mean. */
export function isLined(runs: readonly PlacedRun[], i: number): boolean {
  const run = runs[i] as PlacedRun;
  if (run.glyphs?.[0]?.bars === undefined) return false;
  const own = glyphsOf(run) ?? [];
  const bars = own[0]?.bars?.filter((bar) => own.every((glyph) => glyph.bars?.includes(bar))) ?? [];
  const root = runs.slice(0, i).findLast(({ text }) => text.trim().endsWith('√'));
  return bars.some((bar) => root?.glyphs?.at(-1)?.bars?.includes(bar) === true || isMean(run, bar));
}

function isMean({ text, left, right, baseline, size, font }: PlacedRun, bar: Bar): boolean {
  const rise = (baseline - bar.y) / size;
  const isAsLong = Math.abs(bar.left - left) < TIGHT * size && Math.abs(bar.right - right) < 2 * TIGHT * size;
  return (
    (font.italic || font.bold) &&
    /^[A-Za-z]{1,3}$/.test(text.replaceAll(' ', '')) &&
    isAsLong &&
    rise > LEAST_RISE &&
    rise < MOST_RISE
  );
}
