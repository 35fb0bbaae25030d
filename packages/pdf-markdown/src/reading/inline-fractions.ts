import { distanceFromParts, type Bar, type PlacedGlyph } from '../formulas/glyph-box.ts';
import { isOver, isRootBelow, isRootSign, isUnder, PART_REACH } from './bar-places.ts';
import type { TextRun } from './page-content.ts';
import { SCRIPT_SIZE } from '../tex/size-classes.ts';
import { AXIS, TEX_SCRIPT } from '../tex/tex-metrics.ts';

const ON_AXIS = 0.12; // em
/** Maximum length in em of the scripts between a letter and a fraction bar. */
const MOST_SCRIPT = 3;
const SAME_AXIS = 0.01; // em
/** Maximum space between a fraction and its neighbour. The space between columns is larger. */
const BESIDE = 0.9; // em
/**
 * Maximum size of inline fraction parts, as a share of the text size: 0.7, or 0.76 in newtx. Footnote letters are
 * larger.
 */
const PART_OF_TEXT = 0.78;
const LEAST_TEXT = 0.78;
/** Maximum distance in em from a letter down to its subscript in a denominator that is deeper than usual. */
const SUBSCRIPT = 0.35;
/**
 * Maximum distance in em from a letter up to its superscript. In numerators, a subscript of the letter raises the
 * superscript.
 */
const SUPERSCRIPT = 0.5;
/**
 * Sizes of fraction parts in a script: the maximum as a share of the base letter, and the range as a share of the
 * script. The parts have second-level script size, or script size if no smaller size exists.
 */
const SECOND_SCRIPT = 0.77;
const LEAST_PART = 0.6;
const LARGEST_PART = 1.02;
/**
 * Maximum distance in em from a letter to the bar of a fraction in the letter's script. TeX inserts 1.2 points before
 * the fraction.
 */
const SCRIPT_GAP = 0.35;
const TALL_GAP = 0.65;
/**
 * Height in em of the bar of a fraction in a script, above the letter's baseline. The bar is below the baseline in
 * subscripts, and higher after tall brackets.
 */
const LOWEST_BAR = -0.4;
const HIGHEST_BAR = 1;
const TALL_RISE = 1.5;

interface Fraction {
  readonly bar: Bar;
  readonly size: number;
  /** Distance in em from the bar down to the lowest letter of the denominator. */
  readonly drop: number;
  /** Distance in em from the largest letters of the numerator down to the bar. */
  readonly rise: number;
  /** The base of the script that contains this fraction, or the script that the fraction continues. */
  readonly host?: TextRun;
}

/**
 * Moves the parts of inline fractions to the line of their neighbours. That line may be text or a script, and the parts
 * get the size of a script there. An inline fraction is small print on both sides of a bar.
 *
 * @param body size of most of the text
 */
export function gatherFractions(runs: readonly TextRun[], body: number): readonly TextRun[] {
  const fractions = fractionsOf(runs, body);
  if (fractions.length === 0) return runs;
  const [inText, inScripts] = [fractions.filter((one) => !one.host), fractions.filter((one) => one.host)];
  return runs.map((run) => {
    const script = nearest(run, inScripts);
    const text = nearest(script?.host ?? run, inText) ?? nearestInText(run, inText, script);
    const fraction = text ?? script;
    if (!fraction || !run.glyphs) return run;
    const { bar, size } = fraction;
    const glyphs = run.glyphs.map((glyph) => ({ ...glyph, bars: [...new Set([...(glyph.bars ?? []), bar])] }));
    const baseline = bar.y + (AXIS * size) / TEX_SCRIPT;
    return text ? { ...run, baseline, inFraction: true, glyphs } : { ...run, baseline, size: size / TEX_SCRIPT };
  });
}

/** Returns the fraction closest to the run. Two rows may have fractions above each other. */
function nearest(run: TextRun, fractions: readonly Fraction[]): Fraction | undefined {
  return fractions.filter((one) => isPartOf(run, one)).toSorted((a, b) => distance(run, a) - distance(run, b))[0];
}

/** Returns the inline fraction closest to a run. Returns undefined if the run is closer to a fraction in a script. */
function nearestInText(run: TextRun, inText: readonly Fraction[], script: Fraction | undefined): Fraction | undefined {
  const own = nearest(run, inText);
  return own && script && distance(run, script) < distance(run, own) ? undefined : own;
}

function distance(run: TextRun, { bar, size }: Fraction): number {
  return distanceFromParts(run.baseline, bar, size, 'text');
}

/** Maximum difference between the sizes of numerator and denominator, as a share of the text size. */
const SAME_SIZE = 0.1;

function fractionsOf(runs: readonly TextRun[], body: number): Fraction[] {
  const parts = new Map<Bar, { over: number; under: number; drop: number; rise: number }>();
  for (const run of runs)
    for (const [glyph, bar] of barsOf(run)) {
      // Letters of the line above may be as close as a numerator, but they extend beyond the ends of the fraction.
      if (glyph.size >= SCRIPT_SIZE * body && !isBetweenEnds(run, bar)) continue;
      const known = parts.get(bar) ?? { over: 0, under: 0, drop: 0, rise: 0 };
      const drop = Math.max(known.drop, glyph.baseline - bar.y);
      const rise = glyph.size < known.over ? known.rise : bar.y - glyph.baseline;
      if (isOver(glyph, bar)) parts.set(bar, { ...known, over: Math.max(known.over, glyph.size), rise });
      else if (isUnder(glyph, bar, body)) parts.set(bar, { ...known, under: Math.max(known.under, glyph.size), drop });
    }
  const small = [...parts].flatMap(([bar, { over, under, drop, rise }]) => {
    const isSmall = Math.max(over, under) < SCRIPT_SIZE * body && Math.abs(over - under) < SAME_SIZE * body;
    return over > 0 && under > 0 && isSmall ? [{ bar, size: over, drop: drop / over, rise: rise / over }] : [];
  });
  const inText = withNeighbours(
    small.filter((fraction) => isBesideText(fraction, body, runs)),
    small,
    body,
  );
  const inScripts = small.flatMap((fraction) => {
    const host = inText.includes(fraction) ? undefined : hostOf(fraction, runs);
    return host ? [{ ...fraction, host }] : [];
  });
  return [...inText, ...inScripts];
}

/** Adds fractions on the axis of an inline fraction that are directly next to it. */
function withNeighbours(inText: readonly Fraction[], all: readonly Fraction[], body: number): readonly Fraction[] {
  const isNext = ({ bar }: Fraction) =>
    inText.some(
      ({ bar: other }) =>
        Math.abs(bar.y - other.y) < SAME_AXIS * body &&
        Math.min(Math.abs(bar.left - other.right), Math.abs(other.left - bar.right)) < BESIDE * body,
    );
  const more = all.filter((one) => !inText.includes(one) && isNext(one));
  return more.length === 0 ? inText : withNeighbours([...inText, ...more], all, body);
}

function barsOf({ glyphs = [] }: TextRun): (readonly [PlacedGlyph, Bar])[] {
  return glyphs.flatMap((glyph) => (glyph.bars ?? []).map((bar) => [glyph, bar] as const));
}

function isBetweenEnds({ left, right }: TextRun, bar: Bar): boolean {
  return left > bar.left - 1 && right < bar.right + 2;
}

/**
 * Returns whether text continues at one end of the bar, on the axis of the bar. Table lines have no text next to them.
 */
function isBesideText({ bar, size }: Fraction, body: number, runs: readonly TextRun[]): boolean {
  return runs.some(
    (run) =>
      run.size > LEAST_TEXT * body &&
      size < SCRIPT_SIZE * run.size &&
      isOnAxisOf(run, bar) &&
      (besideBy(run, bar) < BESIDE * body || isAfterScripts(run, bar, runs)) &&
      // In displays of footnotes, tall brackets also have the text size.
      (size < PART_OF_TEXT * body || run.glyphs?.[0]?.extensible === undefined),
  );
}

function isOnAxisOf(run: TextRun, bar: Bar): boolean {
  return Math.abs(run.baseline - bar.y - AXIS * run.size) < ON_AXIS * run.size;
}

/** Returns whether only the run's scripts are between the run and the bar. */
function isAfterScripts(run: TextRun, bar: Bar, runs: readonly TextRun[]): boolean {
  const reach = BESIDE * run.size;
  if (bar.left < run.right || bar.left > run.right + MOST_SCRIPT * run.size) return false;
  return runs.some(
    (script) =>
      script.size < SCRIPT_SIZE * run.size &&
      Math.abs(script.baseline - run.baseline) < reach &&
      script.left > run.right - reach &&
      script.right < bar.left + 1 &&
      bar.left - script.right < reach,
  );
}

function besideBy(run: TextRun, bar: Bar): number {
  return Math.min(Math.abs(run.left - bar.right), Math.abs(bar.left - run.right));
}

/** Maximum overlap of a script with its letter. The letter may be slanted. */
const SLANT = 0.1; // em

/**
 * Returns the base of a fraction in a script, or the fraction's neighbour. The neighbour is the rest of the script, or
 * print in the display of a footnote.
 */
function hostOf({ bar, size }: Fraction, runs: readonly TextRun[]): TextRun | undefined {
  const isTall = (run: TextRun) => run.glyphs?.at(-1)?.extensible !== undefined;
  const isScript = (run: TextRun) =>
    !isTall(run) &&
    run.size < size / LEAST_PART &&
    run.size > size / LARGEST_PART &&
    isOnAxisOf(run, bar) &&
    besideBy(run, bar) < SCRIPT_GAP * run.size;
  const isLetter = (run: TextRun) => {
    if (size > SECOND_SCRIPT * run.size) return false;
    const gap = (bar.left - run.right) / run.size;
    const rise = (run.baseline - bar.y) / run.size;
    return (
      gap > -SLANT &&
      gap < (isTall(run) ? TALL_GAP : SCRIPT_GAP) &&
      rise > LOWEST_BAR &&
      rise < (isTall(run) ? TALL_RISE : HIGHEST_BAR)
    );
  };
  return runs.find(isScript) ?? runs.find(isLetter);
}

/** Smaller ratios between sizes are rounding. */
const LARGER = 1.02;

function isPartOf(run: TextRun, { bar, size, drop: lowest, rise }: Fraction): boolean {
  const drop = (run.baseline - bar.y) / size;
  return (
    (run.size < LARGER * size || isRootIn(run, bar)) &&
    isBetweenEnds(run, bar) &&
    drop > -Math.max(PART_REACH.rise, rise + SUPERSCRIPT) &&
    drop < Math.max(PART_REACH.drop, lowest + SUBSCRIPT)
  );
}

/**
 * Returns whether this is a radical sign in a fraction. The size of tall signs is not checked, because the extensible
 * font has only one size.
 */
function isRootIn(run: TextRun, bar: Bar): boolean {
  const [sign] = run.glyphs ?? [];
  return isRootSign(run) && sign?.bars?.every((own) => own.right < bar.right + 2) === true && !isRootBelow(sign, bar);
}
