import { inkOf, type Bar, type PlacedGlyph } from '../formulas/glyph-box.ts';
import type { TextRun } from './page-content.ts';

/** Small print beside the text: TeX's scripts, and the parts of fractions within text. */
export const SMALL_PRINT = 0.85;
/**
 * Distances of a baseline from the bar, sizes: above it, and below it in all styles of TeX. A power in a denominator moves it
 * down, in small print not as far as the next line.
 */
const RISE = { least: -0.05, most: 0.75 };
export const DROP = { least: 0.4, most: 1.3, ofSmallPrint: 1.45 };
/** From the line of a fraction to a root under it, sizes. */
const ROOT_GAP = 0.6;

export function isOver(glyph: PlacedGlyph, bar: Bar): boolean {
  const rise = (bar.y - glyph.baseline) / glyph.size;
  return rise > RISE.least && rise < RISE.most && isWithin(glyph, bar);
}

/** @param body size of most of the text */
export function isUnder(glyph: PlacedGlyph, bar: Bar, body: number): boolean {
  const drop = (glyph.baseline - bar.y) / glyph.size;
  const most = glyph.size < SMALL_PRINT * body ? DROP.ofSmallPrint : DROP.most;
  return drop > DROP.least && drop < most && isWithin(glyph, bar) && !isRootBelow(glyph, bar);
}

/** Whether this is the sign of a root in the row below, which hangs from its baseline. */
export function isRootBelow(glyph: PlacedGlyph, bar: Bar): boolean {
  return glyph.sign === '√' && inkOf(glyph).top - bar.y > ROOT_GAP * glyph.size;
}

function isWithin({ left, right }: PlacedGlyph, bar: Bar): boolean {
  const middle = (left + right) / 2;
  return middle > bar.left - 0.5 && middle < bar.right + 0.5;
}

export function isRootSign(run: TextRun): boolean {
  return run.text === '√' && run.glyphs?.[0]?.bars !== undefined;
}
