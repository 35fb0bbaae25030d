import type { Bar, PlacedGlyph } from '../formulas/glyph-box.ts';
import { classOf } from '../tex/signs.ts';
import type { PlacedRun } from './placed-run.ts';

/**
 * Space in em that is restored after a line break in a formula. TeX breaks formulas only after relations and operators,
 * and drops the space there.
 */
const SPACE_AFTER: Readonly<Record<string, number>> = { rel: 5 / 18, bin: 4 / 18 };
/** Operators that are also marks in text, and signs that are also punctuation. */
const MARK = /[*∗∘•∙†‡◯⋆:–-]$/;

/** Returns whether a formula at the end of these runs continues on the next line. */
export function endsWithOperator(runs: readonly PlacedRun[]): boolean {
  return spaceAfter(runs) !== undefined;
}

function spaceAfter(runs: readonly PlacedRun[]): number | undefined {
  const last = runs.at(-1);
  const text = last?.text.trim() ?? '';
  if (!last || last.script || MARK.test(text)) return undefined;
  return SPACE_AFTER[classOf(text.slice(-1))];
}

/** Returns the runs of several lines as one long line. Restores TeX's space at each break of a formula. */
export function asOneLine(lines: readonly (readonly PlacedRun[])[]): PlacedRun[] {
  const joined: PlacedRun[] = [];
  for (const runs of lines) {
    const [last, first] = [joined.at(-1), runs[0]];
    const right = last && last.right + (spaceAfter(joined) ?? 0) * last.size;
    const bars = new Map<Bar, Bar>();
    const by = last && first && right !== undefined && { x: right - first.left, y: last.baseline - baselineOf(runs) };
    for (const run of runs) joined.push(by ? moved(run, by, bars) : run);
  }
  return joined;
}

/** Returns the baseline of the line that begins with these runs. A line may begin with a fraction or a bracket. */
function baselineOf(runs: readonly PlacedRun[]): number {
  return (runs.find((run) => run.script === undefined) ?? runs[0]!).baseline;
}

interface Shift {
  readonly x: number;
  readonly y: number;
}

function moved(run: PlacedRun, by: Shift, bars: Map<Bar, Bar>): PlacedRun {
  const { left, right, baseline, words, glyphs } = run;
  return {
    ...run,
    left: left + by.x,
    right: right + by.x,
    baseline: baseline + by.y,
    words: words.map((word) => ({ ...word, left: word.left + by.x, right: word.right + by.x })),
    ...(glyphs && { glyphs: glyphs.map((glyph) => movedGlyph(glyph, by, bars)) }),
  };
}

function movedGlyph(glyph: PlacedGlyph, by: Shift, bars: Map<Bar, Bar>): PlacedGlyph {
  const { left, right, baseline, arrow, bars: own } = glyph;
  return {
    ...glyph,
    left: left + by.x,
    right: right + by.x,
    baseline: baseline + by.y,
    ...(arrow && { arrow: { left: arrow.left + by.x, right: arrow.right + by.x } }),
    ...(own && { bars: own.map((bar) => movedBar(bar, by, bars)) }),
  };
}

/** Returns the moved line. All glyphs of a fraction share one object. */
function movedBar(bar: Bar, by: Shift, bars: Map<Bar, Bar>): Bar {
  const known = bars.get(bar);
  if (known) return known;
  const own = { left: bar.left + by.x, right: bar.right + by.x, y: bar.y + by.y };
  bars.set(bar, own);
  return own;
}
