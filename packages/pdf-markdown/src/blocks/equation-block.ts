import type { BlockContent, Box } from '../block.ts';
import { enclose, touch } from '../geometry.ts';
import { readDisplayed, type Column } from '../formulas/read-formula.ts';
import { inkOf, type Bar, type PlacedGlyph } from '../formulas/glyph-box.ts';
import { classOf } from '../tex/signs.ts';
import type { Line } from '../layout/lines/line.ts';
import { allGlyphsOf } from '../text/run-glyphs.ts';
import { placeOf } from './join-lines.ts';

const BAR_REACH = 3; // points around the region of the glyphs
/** Maximum distance in em between a bar and print directly above or below it. */
const AT_BAR = 0.75;
/** Margin for accents and the ends of slanted letters. Both extend beyond the known region of a glyph. */
const MARGIN = 2; // points

/**
 * Returns the block of a displayed formula. The formula is read from the positions of its glyphs.
 *
 * @param column the edges of the surrounding text
 */
export function equationBlock(lines: readonly Line[], bars: readonly Bar[], column: Column): BlockContent {
  const glyphs = lines.flatMap((line) => line.runs.flatMap(allGlyphsOf));
  // The radical sign is on the line of its contents, but higher.
  const region = enclose([...lines.map((line) => line.box), ...glyphs.map(inkOf)]);
  const formula = readDisplayed(glyphs, region ? barsOf(glyphs, bars, region) : [], column);
  const place = placeOf(lines);
  return {
    kind: 'equation',
    text: formula.text,
    markdown: `$$\n${formula.tex}\n$$`,
    numbers: formula.numbers,
    confidence: formula.confidence,
    ...place,
    ...(place.box ? { box: withInk(place.box, glyphs) } : {}),
  };
}

/** Extends the region by the formula's tall signs and a margin, so that an image of the region is complete. */
function withInk(box: Box, glyphs: readonly PlacedGlyph[]): Box {
  const within = glyphs.map(inkOf).filter((ink) => touch(ink, box));
  const { left, top, right, bottom } = enclose([box, ...within]) ?? box;
  return { left: left - MARGIN, top: top - MARGIN, right: right + MARGIN, bottom: bottom + MARGIN };
}

/** Returns the bars among the glyphs. A bar above or below all glyphs may belong to an adjacent line of text. */
function barsOf(glyphs: readonly PlacedGlyph[], bars: readonly Bar[], { left, top, right, bottom }: Box): Bar[] {
  return bars.filter((bar) => {
    if (bar.left <= left - BAR_REACH || bar.right >= right + BAR_REACH) return false;
    if (bar.y <= top - BAR_REACH || bar.y >= bottom + BAR_REACH) return false;
    return (bar.y > top && bar.y < bottom) || glyphs.some((glyph) => isAtBar(glyph, bar));
  });
}

/**
 * Returns whether a glyph is directly above or below a bar. Tall brackets are ignored because they are often next to
 * fractions.
 */
function isAtBar(glyph: PlacedGlyph, bar: Bar): boolean {
  if (glyph.extensible !== undefined && glyph.sign !== '√' && classOf(glyph.sign) !== 'op') return false;
  const gap = Math.min(Math.abs(inkOf(glyph).top - bar.y), Math.abs(inkOf(glyph).bottom - bar.y));
  return glyph.left < bar.right && glyph.right > bar.left && gap < AT_BAR * glyph.size;
}
