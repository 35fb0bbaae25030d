import { AXIS, distanceFromParts, type Bar, type PlacedGlyph } from '../formulas/glyph-box.ts';
import type { CellFormula } from './cell-limits.ts';
import type { PlacedRun } from './page-rows.ts';
import { SCRIPT_SIZE } from './rows.ts';
import { glyphsOf } from './run-glyphs.ts';

/** Distance of a numerator's baseline from the line of its fraction, sizes. What is underlined is closer to its line. */
const LEAST_RISE = { full: 0.35, small: 0.1 };
/** The line of a fraction is as long as its longer part, which may be a fraction with space beside it, or end with a slanted script. */
const TIGHT = { left: 0.16, right: 0.26 }; // sizes
/** The line below the heading of several columns has these below it, farther apart than the terms of a formula. */
const WORDS_APART = 1; // sizes
/** How far scripts of a numerator and a denominator are from the line, sizes. The next row is farther. */
const REACH = { rise: 0.95, drop: 1.55 };
/** Scripts of scripts and of accented letters may be farther above: they are directly behind these. Sizes of what has them. */
const HIGHER = { gap: 0.35, least: -0.05, most: 0.65 };
const WITHIN = { before: 1, behind: 2 }; // points
/** Distance of the lines of a fraction and of another one in its numerator or denominator, sizes. */
const INNER = 1.55;

interface Fraction {
  readonly bar: Bar;
  /** Of its parts, points. */
  readonly size: number;
  /** Between these heights are the baselines of its parts, points. */
  readonly top: number;
  readonly bottom: number;
}

interface OuterFraction extends Fraction {
  /** Of its row, points. */
  readonly baseline: number;
}

/** The fractions that are in no other one, as long as their lines. What two in adjacent rows reach is a part of the nearer one. */
export function findFractions(runs: readonly PlacedRun[], size: number): CellFormula[] {
  const fractions = outerFractions(fractionsOf(runs, size), size).map((one) => ({ ...one, runs: partsOf(runs, one) }));
  const distance = ({ baseline }: PlacedRun, one: Fraction) =>
    distanceFromParts(baseline, one.bar, one.size, one.size < SCRIPT_SIZE * size ? 'text' : 'displayed');
  return fractions.map((fraction) => {
    const { left, right } = fraction.bar;
    const isOther = (run: PlacedRun) =>
      fractions.some((one) => one.runs.includes(run) && distance(run, one) < distance(run, fraction));
    return { left, right, baseline: fraction.baseline, runs: fraction.runs.filter((run) => !isOther(run)) };
  });
}

/** The lines with something on both sides that is as wide as the line. */
function fractionsOf(runs: readonly PlacedRun[], size: number): Fraction[] {
  const parts = new Map<Bar, { over: PlacedGlyph[]; under: PlacedGlyph[] }>();
  for (const glyph of runs.flatMap((run) => glyphsOf(run) ?? []))
    for (const bar of glyph.bars ?? []) {
      const own = parts.get(bar) ?? { over: [], under: [] };
      (glyph.baseline < bar.y ? own.over : own.under).push(glyph);
      parts.set(bar, own);
    }
  return [...parts].flatMap(([bar, { over, under }]) => {
    const largest = Math.max(...[...over, ...under].map((glyph) => glyph.size));
    const least = largest < SCRIPT_SIZE * size ? LEAST_RISE.small : LEAST_RISE.full;
    const isRisen = over.some((glyph) => bar.y - glyph.baseline > least * glyph.size);
    const fraction = {
      bar,
      size: largest,
      top: bar.y - REACH.rise * largest,
      bottom: bar.y + REACH.drop * largest,
    };
    return isRisen && areAsLarge(over, under) && fills(runs, fraction) ? [fraction] : [];
  });
}

/** Whether both parts are in one size, or one of them is a fraction itself. Limits of the row above may stand on an overline. */
function areAsLarge(over: readonly PlacedGlyph[], under: readonly PlacedGlyph[]): boolean {
  const sizeOf = (part: readonly PlacedGlyph[]) => Math.max(0, ...part.map((glyph) => glyph.size));
  const isDivided = [...over, ...under].some(({ bars = [] }) => bars.length > 1);
  const [less, more] = [sizeOf(over), sizeOf(under)].toSorted((a, b) => a - b) as [number, number];
  return less > (isDivided ? 0 : SCRIPT_SIZE * more);
}

/** Whether what is above and below the line is as wide as it, and neither part has a space as between columns. */
function fills(runs: readonly PlacedRun[], fraction: Fraction): boolean {
  const { bar, size } = fraction;
  const own = partsOf(runs, fraction);
  const [over, under] = [own.filter((run) => run.baseline < bar.y), own.filter((run) => run.baseline > bar.y)];
  const left = Math.min(...own.map((run) => run.left));
  const right = Math.max(...own.map((run) => run.right));
  const isWide = left - bar.left < TIGHT.left * size && bar.right - right < TIGHT.right * size;
  return isWide && [over, under].every((part) => widestGap(part) < WORDS_APART * size);
}

function widestGap(runs: readonly PlacedRun[]): number {
  let [right, widest] = [Infinity, 0];
  for (const word of runs.flatMap((run) => run.words)) {
    widest = Math.max(widest, word.left - right);
    right = Math.max(right === Infinity ? 0 : right, word.right);
  }
  return widest;
}

/** What is printed above and below the line of a fraction, from left to right. */
function partsOf(runs: readonly PlacedRun[], fraction: Fraction): PlacedRun[] {
  const between = runs
    .filter(({ left, right }) => isBetween(left, right, fraction.bar))
    .toSorted((a, b) => a.left - b.left);
  const own = new Set(between.filter(({ baseline }) => baseline > fraction.top && baseline < fraction.bottom));
  for (const run of between) if ([...own].some((host) => isHigherScript(run, host, fraction))) own.add(run);
  return between.filter((run) => own.has(run));
}

function isHigherScript(run: PlacedRun, host: PlacedRun, { bar, size }: Fraction): boolean {
  const isSmaller = run.size < SCRIPT_SIZE * size && run.size <= host.size;
  const shift = (host.baseline - run.baseline) / host.size;
  const isBehind = Math.abs(run.left - host.right) < HIGHER.gap * host.size;
  return isSmaller && host.baseline < bar.y && isBehind && shift > HIGHER.least && shift < HIGHER.most;
}

function isBetween(left: number, right: number, bar: Bar): boolean {
  return left > bar.left - WITHIN.before && right < bar.right + WITHIN.behind;
}

/** The fractions that are in no other one, each as high as all that are in it, with the baseline of its row. */
function outerFractions(fractions: readonly Fraction[], size: number): OuterFraction[] {
  const outer: OuterFraction[] = [];
  for (const one of fractions.toSorted((a, b) => b.bar.right - b.bar.left - (a.bar.right - a.bar.left))) {
    const at = outer.findIndex((other) => isWithin(one.bar, other));
    const other = outer[at];
    if (!other) outer.push({ ...one, baseline: one.bar.y + AXIS * size });
    else outer[at] = { ...other, top: Math.min(other.top, one.top), bottom: Math.max(other.bottom, one.bottom) };
  }
  return outer;
}

function isWithin(bar: Bar, { bar: other, size }: Fraction): boolean {
  return isBetween(bar.left, bar.right, other) && Math.abs(bar.y - other.y) < INNER * size;
}
