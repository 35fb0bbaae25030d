import type { Bar } from '../formulas/glyph-box.ts';
import type { PlacedRun } from '../layout/page-rows.ts';
import { glyphsOf } from '../layout/run-glyphs.ts';
import { hasSpace, VECTORS } from './split-words.ts';
import { gapBetween, isSurelyThin } from './upright-parts.ts';

/** Letters of formulas in fonts of the text: only what is beside them or over them shows that they are none of a word. */

/** Digits and punctuation are set in math fonts too. */
const NEUTRAL = /^[\d.,;:]+$/;
const TIGHT = 0.05; // sizes
/** Letters of formulas may begin after some space of their own. */
const ARGUMENT_GAP = 0.28; // sizes
/** From the baseline of letters to a line over them, sizes. A line under the text before is higher. */
const LEAST_RISE = 0.5;
const MOST_RISE = 0.95;

type IsMath = (run: PlacedRun) => boolean;

/** Bold letters beside an operator, a relation or brackets with a formula: `𝐀𝐱 + 𝐛`, `𝐟(t)`, `(𝐱, t)`. */
export function isVector(runs: readonly PlacedRun[], i: number, isMath: IsMath): boolean {
  const [before, run, after] = [runs[i - 1], runs[i], runs[i + 1]];
  if (!run?.font.bold || !VECTORS.test(run.text.trim()) || isBoldText(before) || isBoldText(after)) return false;
  return (
    isFactorAfter(before, run) ||
    isOperator(before) ||
    isOperator(after) ||
    isInBrackets(runs, i, isMath) ||
    hasArgument(runs, i, isMath) ||
    isArgumentOf(before, run)
  );
}

function isBoldText(run: PlacedRun | undefined): boolean {
  return run?.font.bold === true && !run.font.math;
}

/** Whether the letters are directly after one of a formula. */
function isFactorAfter(before: PlacedRun | undefined, run: PlacedRun): boolean {
  return before?.font.math === true && !before.script && gapBetween(before, run) < TIGHT && !hasSpace(before, run);
}

/** Whether the letters are a thin space after the name of an operator: `Cov 𝐱`. */
function isArgumentOf(before: PlacedRun | undefined, run: PlacedRun): boolean {
  return before !== undefined && /[A-Za-z]{2}$/.test(before.text) && isSurelyThin(gapBetween(before, run));
}

/** Whether a bracket is directly before the letters, and a comma and a formula or another bracket of one after them. */
function isInBrackets(runs: readonly PlacedRun[], i: number, isMath: IsMath): boolean {
  const [before, run, after, next] = [runs[i - 1], runs[i], runs[i + 1], runs[i + 2]];
  if (!before || !run || !after || !/[([{]$/.test(before.text) || gapBetween(before, run) > TIGHT) return false;
  if (after.text.startsWith(')')) return isFunctionOf(runs, i - 1, isMath);
  return after.text.trim() === ',' && next !== undefined && (next.font.math || next.font.bold || next.font.italic);
}

/** Whether a formula directly before the bracket at the end of this run has the rest as its argument. */
function isFunctionOf(runs: readonly PlacedRun[], i: number, isMath: IsMath): boolean {
  const [before, bracket] = [runs[i - 1], runs[i]];
  if (!before || !bracket || !/^[([]$/.test(bracket.text.trim())) return false;
  return gapBetween(before, bracket) < ARGUMENT_GAP && (before.script !== undefined || isMath(before));
}

/** Whether brackets with a formula are directly after these letters. */
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

/** Whether the line of a root before it is over all of the run, or a line of its own over some letters: a mean. */
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
