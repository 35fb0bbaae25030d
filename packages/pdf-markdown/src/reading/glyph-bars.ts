import { inkOf, type Bar, type PlacedGlyph } from '../formulas/glyph-box.ts';
import { mode } from '../geometry.ts';
import { DROP, isOver, isRootSign, isUnder } from './bar-places.ts';
import { gatherFractions } from './inline-fractions.ts';
import { gatherLimits } from './inline-limits.ts';
import type { TextRun } from './page-content.ts';
import { FULL_SIZE } from '../tex/size-classes.ts';

/** Maximum length. Longer lines belong to tables and displays. */
const LONGEST = 200; // points
/**
 * Maximum distance between the end of a radical sign and its line. Also the maximum depth of the sign's baseline below
 * the line, which is 0 in most fonts.
 */
const SIGN_REACH = 0.2; // em
const SIGN_DROP = 1;
const SAME_ROW = 0.5; // em
/** Maximum number of lines near a run. Formulas have few lines near a run, but drawings have thousands. */
const MOST_NEAR = 60;

/**
 * Attaches lines to the glyphs above or below, so that inline fractions and roots can be read. Moves radical signs to
 * the baseline of their contents.
 */
export function attachBars(runs: readonly TextRun[], bars: readonly Bar[]): readonly TextRun[] {
  const short = bars.filter((bar) => bar.right - bar.left < LONGEST).toSorted((a, b) => a.y - b.y);
  if (short.length === 0) return gatherLimits(runs);
  const body = mode(
    runs.map((run) => [run.size, run.text.length]),
    0.1,
    10,
  );
  const ofSigns = rootBars(runs, short);
  const roots = { ofSigns, bars: new Set(ofSigns.values()) };
  const attached = runs.map((run) => {
    const near = run.glyphs ? nearBars(short, run) : [];
    return near.length === 0 ? run : { ...run, glyphs: run.glyphs?.map((glyph) => withBars(glyph, near, roots, body)) };
  });
  const placed = gatherFractions(attached, body);
  // Radical signs in fractions are already on the line of text, like the print below their lines.
  return gatherLimits(placed.map((run) => (isRootSign(run) && !run.inFraction ? withRow(run, placed) : run)));
}

function nearBars(bars: readonly Bar[], { baseline, size, left, right }: TextRun): Bar[] {
  let [from, to] = [0, bars.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((bars[middle] as Bar).y < baseline - DROP.ofSmallPrint * size) from = middle + 1;
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

/** Returns the lines of roots by radical sign. A letter just above such a line belongs to the previous line of text. */
function rootBars(runs: readonly TextRun[], bars: readonly Bar[]): ReadonlyMap<PlacedGlyph, Bar> {
  const found = new Map<PlacedGlyph, Bar>();
  for (const run of runs) {
    if (!run.text.includes('√')) continue;
    const near = nearBars(bars, run);
    for (const sign of run.glyphs ?? []) {
      const { top } = inkOf(sign);
      const farness = (bar: Bar) => Math.abs(bar.y - top);
      // A fraction bar in the row above may begin at the same position.
      const [bar] = near.filter((one) => startsRoot(sign, one)).toSorted((a, b) => farness(a) - farness(b));
      if (bar) found.set(sign, bar);
    }
  }
  return found;
}

/** The lines of a page's roots. */
interface Roots {
  readonly ofSigns: ReadonlyMap<PlacedGlyph, Bar>;
  readonly bars: ReadonlySet<Bar>;
}

function withBars(glyph: PlacedGlyph, near: readonly Bar[], { ofSigns, bars }: Roots, body: number): PlacedGlyph {
  const own = near.filter(
    (bar) => (isOver(glyph, bar) && !bars.has(bar)) || isUnder(glyph, bar, body) || ofSigns.get(glyph) === bar,
  );
  return own.length === 0 ? glyph : { ...glyph, bars: own };
}

/** Maximum distance of a root's line below the baseline of the radical sign. */
const SIGN_RISE = 0.3; // em

function startsRoot({ sign, right, baseline, size }: PlacedGlyph, bar: Bar): boolean {
  return (
    sign === '√' &&
    Math.abs(bar.left - right) < SIGN_REACH * size &&
    bar.y > baseline - SIGN_DROP * size &&
    bar.y < baseline + SIGN_RISE * size
  );
}

/** Moves a radical sign to the line of the first letter under the sign's bar. */
function withRow(sign: TextRun, runs: readonly TextRun[]): TextRun {
  const [bar] = sign.glyphs?.[0]?.bars ?? [];
  if (!bar) return sign;
  const below = runs.filter((run) => {
    const drop = (run.baseline - bar.y) / run.size;
    return run !== sign && drop > DROP.least && drop < 2 * DROP.most && run.left > bar.left - 1 && run.left < bar.right;
  });
  const size = Math.max(0, ...below.map((run) => run.size));
  const letters = below.filter((run) => run.size > FULL_SIZE * size);
  // The next line of text may begin further left.
  const row = Math.min(...letters.map((run) => run.baseline)) + SAME_ROW * size;
  const first = letters.filter((run) => run.baseline < row).toSorted((a, b) => a.left - b.left)[0];
  return first ? { ...sign, baseline: first.baseline, size: first.size } : sign;
}
