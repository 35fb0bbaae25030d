import { inkOf, type Bar, type PlacedGlyph } from '../formulas/glyph-box.ts';
import type { TextRun } from './page-content.ts';
import { SCRIPT_SIZE } from '../tex/size-classes.ts';

/**
 * Maximum distances in em from the bar to scripts of a numerator and a denominator. The next line of text is further
 * away.
 */
export const PART_REACH = { rise: 0.95, drop: 1.55 };
/**
 * Distances in em from the bar to a baseline above or below, in all of TeX's styles. A power moves the baseline of a
 * denominator down. Even in small print, that baseline is never as low as the next line.
 */
const RISE = { least: -0.05, most: 0.75 };
export const DROP = { least: 0.4, most: 1.3, ofSmallPrint: 1.45 };
/** Maximum distance in em from a fraction bar down to a root. */
const ROOT_GAP = 0.6;

export function isOver(glyph: PlacedGlyph, bar: Bar): boolean {
  const rise = (bar.y - glyph.baseline) / glyph.size;
  return rise > RISE.least && rise < RISE.most && isBetweenEndsOf(glyph, bar);
}

/**
 * @param body size of most of the text
 */
export function isUnder(glyph: PlacedGlyph, bar: Bar, body: number): boolean {
  const drop = (glyph.baseline - bar.y) / glyph.size;
  const most = glyph.size < SCRIPT_SIZE * body ? DROP.ofSmallPrint : DROP.most;
  return drop > DROP.least && drop < most && isBetweenEndsOf(glyph, bar) && !isRootBelow(glyph, bar);
}

/** Returns whether this is a radical sign in the row below. The sign extends down from its baseline. */
export function isRootBelow(glyph: PlacedGlyph, bar: Bar): boolean {
  return glyph.sign === '√' && inkOf(glyph).top - bar.y > ROOT_GAP * glyph.size;
}

const ROUNDING = 0.5; // points

function isBetweenEndsOf({ left, right }: PlacedGlyph, bar: Bar): boolean {
  const middle = (left + right) / 2;
  return middle > bar.left - ROUNDING && middle < bar.right + ROUNDING;
}

export function isRootSign(run: TextRun): boolean {
  return run.text === '√' && run.glyphs?.[0]?.bars !== undefined;
}
