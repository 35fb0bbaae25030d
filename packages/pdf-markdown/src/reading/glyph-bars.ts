import { AXIS, distanceFromParts, inkOf, TEX_SCRIPT, type Bar, type PlacedGlyph } from '../formulas/glyph-box.ts';
import { mode } from '../geometry.ts';
import type { TextRun } from './page-content.ts';

/** A line of a fraction or root within text is shorter, points. What is longer belongs to tables and displays. */
const LONGEST = 200;
/** Distances of a baseline from the bar, sizes: above it, and below it in all styles of TeX. */
const RISE = { least: -0.05, most: 0.75 };
const DROP = { least: 0.4, most: 1.3 };
/** Small print beside the text: TeX's scripts, and the parts of fractions within text. */
const SMALL_PRINT = 0.85;
const ON_AXIS = 0.12; // sizes
/** Largest space between a fraction and what is beside it: less than between columns. */
const BESIDE = 0.9; // sizes
/** How far scripts of a numerator and a denominator are from the line, sizes. The next line of text is farther. */
const FRACTION = { rise: 0.95, drop: 1.55 };
/** How far from the line of a root its sign may end, and how high its baseline is: at the line or, in some fonts, below. */
const SIGN_REACH = 0.2; // sizes
const SIGN_DROP = 1; // sizes
/** From the line of a fraction to a root under it, sizes. */
const ROOT_GAP = 0.6;
const SAME_ROW = 0.5; // sizes
/** Drawings have thousands of lines, formulas few. */
const MOST_NEAR = 60;

/**
 * Tells glyphs which lines they stand on or hang from, so that fractions and roots within text are read where the text
 * is. The sign of a root gets the baseline of what it encloses.
 */
export function attachBars(runs: readonly TextRun[], bars: readonly Bar[]): readonly TextRun[] {
  const short = bars.filter((bar) => bar.right - bar.left < LONGEST).toSorted((a, b) => a.y - b.y);
  if (short.length === 0) return runs;
  const ofSigns = rootBars(runs, short);
  const roots = { ofSigns, bars: new Set(ofSigns.values()) };
  const attached = runs.map((run) => {
    const near = run.glyphs ? nearBars(short, run) : [];
    return near.length === 0 ? run : { ...run, glyphs: run.glyphs?.map((glyph) => withBars(glyph, near, roots)) };
  });
  const placed = gatherFractions(attached);
  // The signs of roots in fractions are on the line of text already, with what is below their lines.
  return placed.map((run) => (isRootSign(run) && !run.inFraction ? withRow(run, placed) : run));
}

/** The line of a fraction within text, and the size of what is above and below it. */
interface Fraction {
  readonly bar: Bar;
  readonly size: number;
}

/**
 * Puts everything above and below the lines of fractions on the line of text that they are in: small print with something
 * on both sides of a line.
 */
function gatherFractions(runs: readonly TextRun[]): readonly TextRun[] {
  const fractions = fractionsOf(runs);
  if (fractions.length === 0) return runs;
  return runs.map((run) => {
    const near = fractions.filter((one) => isPartOf(run, one));
    // In two rows fractions may be above one another.
    const distance = ({ bar, size }: Fraction) => distanceFromParts(run.baseline, bar, size, 'text');
    const [fraction] = near.toSorted((a, b) => distance(a) - distance(b));
    if (!fraction || !run.glyphs) return run;
    const { bar, size } = fraction;
    const glyphs = run.glyphs.map((glyph) => ({ ...glyph, bars: [...new Set([...(glyph.bars ?? []), bar])] }));
    return { ...run, baseline: bar.y + (AXIS * size) / TEX_SCRIPT, inFraction: true, glyphs };
  });
}

function fractionsOf(runs: readonly TextRun[]): Fraction[] {
  const body = mode(
    runs.map((run) => [run.size, run.text.length]),
    0.1,
    10,
  );
  const sizes = new Map<Bar, { over: number; under: number }>();
  for (const glyph of runs.flatMap((run) => run.glyphs ?? []))
    for (const bar of glyph.bars ?? []) {
      const known = sizes.get(bar) ?? { over: 0, under: 0 };
      if (isOver(glyph, bar)) sizes.set(bar, { ...known, over: Math.max(known.over, glyph.size) });
      else if (isUnder(glyph, bar)) sizes.set(bar, { ...known, under: Math.max(known.under, glyph.size) });
    }
  return [...sizes].flatMap(([bar, { over, under }]) => {
    const isSmall = Math.max(over, under) < SMALL_PRINT * body && Math.abs(over - under) < 0.1 * body;
    return over > 0 && under > 0 && isSmall && isBesideText(bar, body, runs) ? [{ bar, size: over }] : [];
  });
}

/** Whether text goes on at one end of the line, which is on its axis. Nothing stands beside the lines of a table. */
function isBesideText(bar: Bar, body: number, runs: readonly TextRun[]): boolean {
  return runs.some(
    (run) =>
      run.size > SMALL_PRINT * body &&
      Math.abs(run.baseline - bar.y - AXIS * run.size) < ON_AXIS * run.size &&
      Math.min(Math.abs(run.left - bar.right), Math.abs(bar.left - run.right)) < BESIDE * body,
  );
}

function isPartOf(run: TextRun, { bar, size }: Fraction): boolean {
  const drop = (run.baseline - bar.y) / size;
  return (
    run.size < 1.02 * size &&
    run.left > bar.left - 1 &&
    run.right < bar.right + 2 &&
    drop > -FRACTION.rise &&
    drop < FRACTION.drop
  );
}

function nearBars(bars: readonly Bar[], { baseline, size, left, right }: TextRun): Bar[] {
  let [from, to] = [0, bars.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((bars[middle] as Bar).y < baseline - DROP.most * size) from = middle + 1;
    else to = middle;
  }
  const near: Bar[] = [];
  for (let i = from; i < Math.min(bars.length, from + MOST_NEAR); i++) {
    const bar = bars[i] as Bar;
    if (bar.y > baseline + size) break;
    if (bar.right > left - size && bar.left < right + size) near.push(bar);
  }
  return near;
}

/** The lines of roots, by their signs. On these stands nothing: a letter closely above is of the line of text before. */
function rootBars(runs: readonly TextRun[], bars: readonly Bar[]): ReadonlyMap<PlacedGlyph, Bar> {
  const found = new Map<PlacedGlyph, Bar>();
  for (const run of runs) {
    if (!run.text.includes('√')) continue;
    const near = nearBars(bars, run);
    for (const sign of run.glyphs ?? []) {
      const { top } = inkOf(sign);
      const farness = (bar: Bar) => Math.abs(bar.y - top);
      // A fraction of the row above may begin there too.
      const [bar] = near.filter((one) => startsRoot(sign, one)).toSorted((a, b) => farness(a) - farness(b));
      if (bar) found.set(sign, bar);
    }
  }
  return found;
}

/** The lines of the roots of a page. */
interface Roots {
  readonly ofSigns: ReadonlyMap<PlacedGlyph, Bar>;
  readonly bars: ReadonlySet<Bar>;
}

function withBars(glyph: PlacedGlyph, near: readonly Bar[], { ofSigns, bars }: Roots): PlacedGlyph {
  const own = near.filter(
    (bar) => (isOver(glyph, bar) && !bars.has(bar)) || isUnder(glyph, bar) || ofSigns.get(glyph) === bar,
  );
  return own.length === 0 ? glyph : { ...glyph, bars: own };
}

function isOver(glyph: PlacedGlyph, bar: Bar): boolean {
  const rise = (bar.y - glyph.baseline) / glyph.size;
  return rise > RISE.least && rise < RISE.most && isWithin(glyph, bar);
}

function isUnder(glyph: PlacedGlyph, bar: Bar): boolean {
  const drop = (glyph.baseline - bar.y) / glyph.size;
  return drop > DROP.least && drop < DROP.most && isWithin(glyph, bar) && !isRootBelow(glyph, bar);
}

/** Whether this is the sign of a root in the row below, which hangs from its baseline. */
function isRootBelow(glyph: PlacedGlyph, bar: Bar): boolean {
  return glyph.sign === '√' && inkOf(glyph).top - bar.y > ROOT_GAP * glyph.size;
}

function isWithin({ left, right }: PlacedGlyph, bar: Bar): boolean {
  const middle = (left + right) / 2;
  return middle > bar.left - 0.5 && middle < bar.right + 0.5;
}

function startsRoot({ sign, right, baseline, size }: PlacedGlyph, bar: Bar): boolean {
  return (
    sign === '√' &&
    Math.abs(bar.left - right) < SIGN_REACH * size &&
    bar.y > baseline - SIGN_DROP * size &&
    bar.y < baseline + 0.3 * size
  );
}

function isRootSign(run: TextRun): boolean {
  return run.text === '√' && run.glyphs?.[0]?.bars !== undefined;
}

/** Puts the sign of a root on the line of the first letter under its bar. */
function withRow(sign: TextRun, runs: readonly TextRun[]): TextRun {
  const [bar] = sign.glyphs?.[0]?.bars ?? [];
  if (!bar) return sign;
  const below = runs.filter((run) => {
    const drop = (run.baseline - bar.y) / run.size;
    return run !== sign && drop > DROP.least && drop < 2 * DROP.most && run.left > bar.left - 1 && run.left < bar.right;
  });
  const size = Math.max(0, ...below.map((run) => run.size));
  const letters = below.filter((run) => run.size > 0.9 * size);
  // The next line of text may begin further to the left.
  const row = Math.min(...letters.map((run) => run.baseline)) + SAME_ROW * size;
  const first = letters.filter((run) => run.baseline < row).toSorted((a, b) => a.left - b.left)[0];
  return first ? { ...sign, baseline: first.baseline, size: first.size } : sign;
}
