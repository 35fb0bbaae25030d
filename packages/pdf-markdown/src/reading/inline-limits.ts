import { inkOf, type PlacedGlyph } from '../formulas/glyph-box.ts';
import type { TextRun, Word } from './page-content.ts';
import { SCRIPT_SIZE } from '../tex/size-classes.ts';
import { takesLimits } from '../tex/function-names.ts';

/** Distances from the ink of an operator to its limit's baseline, in em of the limit. */
const ABOVE = { least: -0.05, most: 0.75 };
const BELOW = { least: 0.7, most: 1.5 };
/** Maximum shift between a script and the baseline of its limit, in em of the limit. */
const SCRIPT_SHIFT = 0.55;
/** Maximum gap and shift of a script next to its letter, in em of the letter. */
const SCRIPT_GAP = 0.2;
const MOST_SHIFT = 0.6;
/** Maximum size of later parts of a limit, relative to the first part. */
const LARGER = 1.05;
/** Maximum gap between the parts of a limit, in em of the limit. */
const JOINED = 0.35;
/** Maximum distance between the middles of a limit and its operator, in em of the text. */
const OFF_CENTRE = 0.12;
/** Fast path: limits are never further from their line, even at tall operators. */
const REACH = 6; // em
/** Maximum gap in em between the words and formulas of a sentence. */
const WORD_SPACE = 1.5;
/** Minimum number of words next to an operator within a sentence. */
const LEAST_WORDS = 3;
/** Operators that have limits above and below. */
const LARGE = /[∏∐∑∫∮⋀-⋃⨀-⨆]/u;
/** Arrows that have notes above and below, and the signs that extend such arrows. */
const ARROW = /^[←→↔⇐⇒⇔↦⟵⟶⟷⟸⟹⟺⟼↪↩↠⇀↼]$/;
const SHAFT = /^[−=]+$/;
/** Height of an arrow's ink in em. */
const ARROW_HEIGHT = 0.37;
const TOUCHING = 0.05; // em
/** Smaller differences between baselines or sizes are rounding. */
const SAME_LINE = 0.05; // em
const SAME_SIZE = 0.1; // points
/** Shift of an integral's limits from the middle of the integral in em: half the italic correction. */
const INTEGRAL = { sign: /^[∫∮]$/, shift: 0.15 };
/** Fast path: rejects most runs. */
const NAMED = /lim|max|min|sup|inf/;
const WORD = /^[\p{L},.;:]{2,}$/u;

/** An operator within a sentence. `top` and `bottom` bound the ink that the operator's limits must be next to. */
interface Operator extends Word {
  readonly top: number;
  readonly bottom: number;
  readonly line: TextRun;
}

/**
 * Moves limits above and below an operator of a sentence to the line of the sentence: `\sum\limits_i`. The glyphs of
 * these limits keep their positions. Limits in displays keep their lines.
 */
export function gatherLimits(runs: readonly TextRun[]): readonly TextRun[] {
  const lines = new Map<TextRun, TextRun>();
  for (const operator of runs.flatMap((run) => operatorsOf(run, runs))) {
    const { baseline, size } = operator.line;
    const near = runs.filter((run) => Math.abs(run.baseline - baseline) < REACH * size);
    const limits = limitsOf(operator, near);
    if (limits.length > 0 && isInSentence(operator, near)) for (const part of limits) lines.set(part, operator.line);
  }
  if (lines.size === 0) return runs;
  return runs.map((run) => {
    const line = lines.get(run);
    return line ? { ...run, baseline: line.baseline, inFraction: true } : run;
  });
}

function operatorsOf(run: TextRun, runs: readonly TextRun[]): Operator[] {
  if (run.inFraction) return [];
  if (run.font.math && ARROW.test(run.text)) return [arrowOf(run, runs)];
  const signs = LARGE.test(run.text) ? (run.glyphs ?? []).filter(isLargeSign) : [];
  const named = NAMED.test(run.text) && !run.font.math ? run.words.filter(({ text }) => takesLimits(text)) : [];
  return [
    ...signs.map((sign) => ({ ...inkOf(sign), text: sign.sign, line: run })),
    ...named.map((word) => ({
      ...word,
      top: run.baseline - 0.7 * run.size,
      bottom: run.baseline,
      line: run,
    })),
  ];
}

/** Returns an arrow and its shaft: `\xrightarrow`. */
function arrowOf(line: TextRun, runs: readonly TextRun[]): Operator {
  let { left, right } = line;
  for (const run of runs) {
    const isNear = run.left < right + TOUCHING * line.size && run.right > left - TOUCHING * line.size;
    if (!isNear || run.baseline !== line.baseline || !SHAFT.test(run.text)) continue;
    left = Math.min(left, run.left);
    right = Math.max(right, run.right);
  }
  const { text, baseline, size } = line;
  return { text, left, right, top: baseline - ARROW_HEIGHT * size, bottom: baseline, line };
}

function isLargeSign({ sign }: PlacedGlyph): boolean {
  return LARGE.test(sign);
}

/** Returns whether enough words are on the operator's line with no column gap between them. */
function isInSentence({ line, left, right }: Operator, runs: readonly TextRun[]): boolean {
  const beside = runs
    .filter(
      (run) => Math.abs(run.baseline - line.baseline) < SAME_LINE * line.size && run.size > SCRIPT_SIZE * line.size,
    )
    .toSorted((a, b) => a.left - b.left);
  const at = beside.indexOf(line);
  let words = 0;
  for (const step of [-1, 1]) {
    let edge = step < 0 ? left : right;
    for (let i = line.words.length > 1 ? at : at + step; i >= 0 && i < beside.length; i += step) {
      const run = beside[i] as TextRun;
      const gap = step < 0 ? edge - run.right : run.left - edge;
      if (gap > WORD_SPACE * line.size) break;
      edge = step < 0 ? run.left : run.right;
      if (!run.font.math) words += run.words.filter(({ text }) => WORD.test(text)).length;
      if (words >= LEAST_WORDS) return true;
    }
  }
  return false;
}

function limitsOf(operator: Operator, runs: readonly TextRun[]): TextRun[] {
  const sides = takesLimits(operator.text) ? ['below'] : ['above', 'below'];
  return sides.flatMap((side) => {
    const first = runs.find((run) => isAt(run, operator, side === 'above') && !isScript(run, runs));
    if (!first) return [];
    const limit = connected(first, runs);
    const middle = (Math.min(...limit.map((run) => run.left)) + Math.max(...limit.map((run) => run.right))) / 2;
    const off = Math.abs(middle - (operator.left + operator.right) / 2);
    const shift = INTEGRAL.sign.test(operator.text) ? INTEGRAL.shift : 0;
    return off < (OFF_CENTRE + shift) * operator.line.size ? limit : [];
  });
}

function isAt(run: TextRun, { top, bottom, left, right, line }: Operator, isAbove: boolean): boolean {
  if (run.right <= left || run.left >= right || run.size >= SCRIPT_SIZE * line.size || run.inFraction) return false;
  const distance = (isAbove ? top - run.baseline : run.baseline - bottom) / run.size;
  const { least, most } = isAbove ? ABOVE : BELOW;
  return distance > least && distance < most;
}

/** Returns whether the run is a script directly after larger print on another line. */
function isScript(run: TextRun, runs: readonly TextRun[]): boolean {
  return runs.some((other) => {
    const shift = Math.abs(other.baseline - run.baseline) / other.size;
    const isBeside = Math.abs(run.left - other.right) < SCRIPT_GAP * other.size;
    return isBeside && run.size < SCRIPT_SIZE * other.size && shift < MOST_SHIFT;
  });
}

/** Returns the runs that continue the first run on both sides, with their scripts. */
function connected(first: TextRun, runs: readonly TextRun[]): TextRun[] {
  const limit = [first];
  for (const part of limit)
    for (const run of runs) {
      if (run.size > LARGER * first.size || run.inFraction || limit.includes(run)) continue;
      const gap = Math.max(run.left - part.right, part.left - run.right);
      const shift = Math.abs(run.baseline - first.baseline) / first.size;
      if (gap < JOINED * first.size && shift < (run.size < first.size - SAME_SIZE ? SCRIPT_SHIFT : SAME_LINE))
        limit.push(run);
    }
  return limit;
}
