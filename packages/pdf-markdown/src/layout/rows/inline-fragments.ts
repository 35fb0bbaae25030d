import { type Bar } from '../../formulas/glyph-box.ts';
import { overlapLength } from '../../geometry.ts';
import { isOperatorOf } from '../displays/limit-lines.ts';
import { isSameColumn, makeLine, type Line, MOSTLY } from '../lines/line.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { letterCount } from './rows.ts';
import { isAllInFraction, isTallBelow } from '../../text/run-glyphs.ts';
import { SCRIPT_SIZE } from '../../tex/size-classes.ts';
import { AXIS } from '../../tex/tex-metrics.ts';

/** Maximum number of letters in a fragment. Operators in a line of text and their limits are short. */
const FRAGMENT_LETTERS = 16;
const FEW_LETTERS = 4;
/** Minimum number of letters in a line of text. */
const TEXT_LETTERS = 3 * FRAGMENT_LETTERS;
const SAME_SIZE = 0.5; // points
/**
 * If two lines have different amounts of print at a fragment's position, the fragment belongs to the line with less
 * print. The difference must exceed this share of the fragment's width.
 */
const UNEVEN = 0.4;
/**
 * Maximum distance in em between two lines of a paragraph with a tall formula between them. Displayed formulas have
 * more space.
 */
const PARAGRAPH_STEP = 2;
/** In a line of text, a fraction bar is on the axis, at most a space away from its neighbours. */
const ON_AXIS = 0.1; // em
const BESIDE = 0.5; // em
/** A display whose left side is one word: `SNR = …`. */
const NAMED = /^\p{L}+\s*[=≈≃≅∼≡∝<>≤≥≲≳]/u;
/** Maximum indent of a line of text: the indent of a paragraph. */
const INDENT = 2.5; // em
/** Minimum share of prose in a line of text. */
const TEXT = 0.3;
/** Minimum distance between lines in em. */
const SOLID = 0.9;

/**
 * Puts large operators, their limits and stacked signs into the line of text that they belong to. Otherwise their
 * different baselines would split the paragraph.
 *
 * @param lines of one page by columns, each column from top to bottom
 */
export function absorbFragments(lines: readonly Line[]): Line[] {
  const columns = new Map<Line['column'], Line[]>();
  for (const line of lines) columns.set(line.column, [...(columns.get(line.column) ?? []), line]);
  return [...columns.values()].flatMap(absorbInColumn);
}

function absorbInColumn(lines: readonly Line[]): Line[] {
  const result: Line[] = [];
  let waiting: Line[] = [];
  const left = Math.min(...lines.filter(isText).map(({ box }) => box.left));
  for (const line of lines) {
    if (isFragment(line)) {
      waiting.push(line);
      continue;
    }
    const rest = withDenominators(result, waiting, left);
    const over = rest.filter((own) => isOfFraction(own, line, left));
    const others = rest.filter((own) => !over.includes(own));
    const own = between(result, others, line, over);
    for (const one of own) result.push(one);
    waiting = [];
  }
  const after = withDenominators(result, waiting, left);
  return [...result, ...after];
}

/**
 * Puts denominators into the last line of the result if that line contains their fractions. Returns all other
 * fragments.
 */
function withDenominators(result: Line[], fragments: readonly Line[], left: number): readonly Line[] {
  const last = result.at(-1);
  const under = last ? fragments.filter((own) => isOfFraction(own, last, left)) : [];
  if (!last || under.length === 0) return fragments;
  result[result.length - 1] = merge(last, under);
  return fragments.filter((own) => !under.includes(own));
}

/**
 * Puts fragments into this line. Returns the line, preceded by the fragments that belong neither to this line nor to
 * the line above.
 */
function between(result: Line[], fragments: readonly Line[], line: Line, over: readonly Line[]): Line[] {
  const above = result.at(-1);
  const limits = fragments.filter((own) => isLimitIn(own, line) || (above !== undefined && isLimitIn(own, above)));
  const others = fragments.filter((own) => !limits.includes(own));
  const isShort = others.some((own) => above && isShortLine(own, above, line));
  if (others.length > 0 && above && isParagraph(above, line) && !isShort) {
    const down = others.filter((fragment) => belongsTo(fragment, line, above));
    const up = others.filter((fragment) => !down.includes(fragment));
    result[result.length - 1] = merge(above, up);
    return [...limits, merge(line, [...over, ...down])];
  }
  const near = isShort ? [] : others.filter((fragment) => isAt(fragment, line));
  const apart = [...limits, ...others.filter((fragment) => !near.includes(fragment))];
  return [...apart.toSorted((a, b) => a.baseline - b.baseline), merge(line, [...over, ...near])];
}

/**
 * Returns whether the fragment is a part of a fraction in a line of text. The bar is on the axis of that line, or the
 * line already contains the other part.
 *
 * @param left left margin of the text
 */
function isOfFraction(fragment: Line, line: Line, left: number): boolean {
  if (!isSameColumn(fragment, line) || line.box.left > left + INDENT * line.size || NAMED.test(line.text)) return false;
  const axis = line.baseline - AXIS * line.size;
  const own = line.prose > TEXT ? undefined : new Set(barsOf({ runs: line.runs.filter((run) => run.inFraction) }));
  return barsOf(fragment).some(
    (bar) =>
      Math.abs(bar.y - axis) < ON_AXIS * line.size &&
      bar.right > line.box.left &&
      bar.left < line.box.right + BESIDE * line.size &&
      own?.has(bar) !== false,
  );
}

/** Returns whether the fragment is the limit of an operator in a display close to the text above or below. */
function isLimitIn(fragment: Line, display: Line): boolean {
  return display.prose <= TEXT && isOperatorOf(fragment, display);
}

/**
 * Returns whether a fragment is at the height of a line. A radical sign may be slightly above the first line of a
 * paragraph.
 */
function isAt(fragment: Line, line: Line): boolean {
  return (
    isSameColumn(fragment, line) &&
    line.prose > TEXT &&
    line.baseline - fragment.baseline < line.size &&
    fragment.box.left > line.box.left &&
    fragment.box.right < line.box.right &&
    !hangsFromOther(fragment, line) &&
    !line.runs.some((run) => isAbove(fragment, run))
  );
}

/**
 * Returns whether the fragment is a denominator of the display above. The bar of its fraction is not in the line of
 * text.
 */
function hangsFromOther(fragment: Line, line: Line): boolean {
  const bars = barsOf(fragment);
  const own = new Set(barsOf(line));
  return bars.length > 0 && !bars.some((bar) => own.has(bar));
}

/**
 * Returns whether words are below the fragment. The fragment is then the limit of an operator in a display above. In
 * text, words are next to a fragment.
 */
function isAbove({ box }: Line, run: PlacedRun): boolean {
  return run.words.length > 1 && !run.font.math && run.left < box.left && run.right > box.right;
}

function barsOf({ runs }: Pick<Line, 'runs'>): Bar[] {
  return runs.flatMap((run) => run.glyphs?.flatMap((glyph) => glyph.bars ?? []) ?? []);
}

function isFragment(line: Line): boolean {
  const letters = letterCount(line.runs);
  return (
    letters <= FRAGMENT_LETTERS &&
    line.prose === 0 &&
    (line.math > MOSTLY || letters < FEW_LETTERS || isAllInFraction(line.runs))
  );
}

function isText(line: Line): boolean {
  return line.prose > TEXT && letterCount(line.runs) > TEXT_LETTERS;
}

function isParagraph(above: Line, below: Line): boolean {
  const mayBeText = (line: Line) => line.prose > TEXT || letterCount(line.runs) > TEXT_LETTERS;
  return (
    mayBeText(above) &&
    mayBeText(below) &&
    isSameColumn(above, below) &&
    Math.abs(above.size - below.size) < SAME_SIZE &&
    below.baseline - above.baseline < PARAGRAPH_STEP * below.size
  );
}

/**
 * Returns whether this is a short last line of text. Emulateapj sets references without extra line spacing. So a line
 * of one or two letters is as close as a fragment, but halfway between its neighbours.
 */
function isShortLine(fragment: Line, above: Line, below: Line): boolean {
  const steps = [fragment.baseline - above.baseline, below.baseline - fragment.baseline];
  return (
    fragment.math === 0 &&
    Math.abs(fragment.size - below.size) < SAME_SIZE &&
    steps.every((step) => step > SOLID * below.size)
  );
}

/**
 * Returns whether a fragment belongs to the line below. If both lines have room for the fragment, it belongs to the
 * nearer line.
 */
function belongsTo(fragment: Line, below: Line, above: Line): boolean {
  if (fragment.runs.every((run) => isTallBelow(run, above.baseline))) return true;
  const covered = (line: Line) =>
    line.runs.reduce((sum, run) => sum + overlapLength(run.left, run.right, fragment.box.left, fragment.box.right), 0);
  const difference = covered(below) - covered(above);
  if (Math.abs(difference) > UNEVEN * (fragment.box.right - fragment.box.left)) return difference < 0;
  return Math.abs(below.baseline - fragment.baseline) <= Math.abs(fragment.baseline - above.baseline);
}

function merge(line: Line, fragments: readonly Line[]): Line {
  if (fragments.length === 0) return line;
  const added = fragments.flatMap((fragment) => fragment.runs.map((run) => asPart(run, line)));
  return makeLine(
    line.page,
    line.column,
    [...line.runs, ...added].toSorted((a, b) => a.left - b.left),
  );
}

function asPart(run: PlacedRun, line: Line): PlacedRun {
  if (run.glyphs?.every(({ bars }) => bars !== undefined) === true) return { ...run, inFraction: true };
  if (run.script || run.size > SCRIPT_SIZE * line.size) return run;
  return { ...run, script: run.baseline < line.baseline ? 'sup' : 'sub' };
}
