import { distanceFromParts, type Bar, type PlacedGlyph } from '../../formulas/glyph-box.ts';
import type { CellFormula } from './cell-limits.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { glyphsOf } from '../../text/run-glyphs.ts';
import { SCRIPT_SIZE } from '../../tex/size-classes.ts';
import { AXIS } from '../../tex/tex-metrics.ts';
import { PART_REACH } from '../../reading/bar-places.ts';

/** Minimum distance in em from the bar to a numerator's baseline. Underlined letters are closer to their line. */
const LEAST_RISE = { full: 0.35, small: 0.1 };
/**
 * Maximum difference between a fraction bar and its longer part. That part may be a fraction with space around it, or
 * end with a slanted script.
 */
const TIGHT = { left: 0.16, right: 0.26 }; // em
/**
 * Minimum gap between headings below the line under a spanning heading. The gaps between the terms of a formula are
 * smaller.
 */
const WORDS_APART = 1; // em
/**
 * Position of higher scripts, in em of the base. Nested scripts and scripts of accented letters may be higher if they
 * directly follow the base.
 */
const HIGHER = { gap: 0.35, least: -0.05, most: 0.65 };
const WITHIN = { before: 1, behind: 2 }; // points
/** Maximum distance in em between a fraction bar and the bar of an inner fraction. */
const INNER = PART_REACH.drop;

interface Fraction {
  readonly bar: Bar;
  /** Size of the fraction's parts in points. */
  readonly size: number;
  /** The baselines of the parts are between `top` and `bottom`, in points. */
  readonly top: number;
  readonly bottom: number;
}

interface OuterFraction extends Fraction {
  readonly baseline: number;
}

/**
 * Returns the outermost fractions. Their parts are as long as their bars. Print within reach of two fractions in
 * adjacent rows belongs to the nearer fraction.
 */
export function findCellFractions(runs: readonly PlacedRun[], size: number): CellFormula[] {
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

/** Returns the fraction bars: lines with print of the same width above and below. */
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
      top: bar.y - PART_REACH.rise * largest,
      bottom: bar.y + PART_REACH.drop * largest,
    };
    return isRisen && areAsLarge(over, under) && fills(runs, fraction) ? [fraction] : [];
  });
}

/**
 * Returns whether both parts have the same size or one of them is a fraction. Limits of the row above may be directly
 * on an overline.
 */
function areAsLarge(over: readonly PlacedGlyph[], under: readonly PlacedGlyph[]): boolean {
  const sizeOf = (part: readonly PlacedGlyph[]) => Math.max(0, ...part.map((glyph) => glyph.size));
  const isDivided = [...over, ...under].some(({ bars = [] }) => bars.length > 1);
  const [less, more] = [sizeOf(over), sizeOf(under)].toSorted((a, b) => a - b) as [number, number];
  return less > (isDivided ? 0 : SCRIPT_SIZE * more);
}

/** Returns whether the print above and below the bar is as wide as the bar and has no column gap. */
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

/** Returns the print above and below a fraction bar, from left to right. */
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

/**
 * Returns the outermost fractions, each with the baseline of its row. Each fraction is as high as all fractions inside
 * it.
 */
function outerFractions(fractions: readonly Fraction[], size: number): OuterFraction[] {
  const outer: OuterFraction[] = [];
  for (const one of fractions.toSorted((a, b) => b.bar.right - b.bar.left - (a.bar.right - a.bar.left))) {
    const at = outer.findIndex((other) => isInnerBar(one.bar, other));
    const other = outer[at];
    if (!other) outer.push({ ...one, baseline: one.bar.y + AXIS * size });
    else outer[at] = { ...other, top: Math.min(other.top, one.top), bottom: Math.max(other.bottom, one.bottom) };
  }
  return outer;
}

function isInnerBar(bar: Bar, { bar: other, size }: Fraction): boolean {
  return isBetween(bar.left, bar.right, other) && Math.abs(bar.y - other.y) < INNER * size;
}
