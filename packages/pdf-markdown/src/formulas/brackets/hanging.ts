import type { Bar, PlacedGlyph } from '../glyph-box.ts';
import { inkOf } from '../glyph-box.ts';
import type { Item } from '../node.ts';
import { accentOf, classOf, closingOf } from '../../tex/signs.ts';
import { FULL_SIZE } from '../../tex/size-classes.ts';
import { AXIS } from '../../tex/tex-metrics.ts';

/** Limits for the heights of a font, as shares of Computer Modern's heights. */
const LEAST_HEIGHT = 0.5;
const MOST_HEIGHT = 1.35;
const AXIS_REACH = 3; // em
/** Advantage of a fraction bar over a letter. The bar is on the axis, but the letter may be in a numerator. */
const BAR_FIRST = 0.4; // em
const AT_ROOT = 0.2; // em
const OVERHANG = 0.1; // em

/**
 * Returns a glyph of an extensible font with unknown heights as an item. Newer fonts use Computer Modern's codes with
 * other heights. The sign begins at its baseline and is centred on the axis of its row, which is derived from
 * neighbouring print.
 */
export function hangingItem(glyph: PlacedGlyph, glyphs: readonly PlacedGlyph[], bars: readonly Bar[]): Item {
  const ink = inkOf(glyph);
  const half = (ink.bottom - ink.top) / 2;
  const lines = bars.filter((bar) => !isOfRoot(bar, glyphs));
  const partner = closingOf(glyph.sign) === undefined ? partnerOf(glyph, glyphs) : undefined;
  const axis = axisBeside(partner ?? glyph, half, glyphs, lines) ?? ink.top + half;
  return {
    node: { kind: 'sign', text: glyph.sign, alphabet: glyph.alphabet },
    ...ink,
    bottom: 2 * axis - ink.top,
    baseline: axis + AXIS * glyph.size,
    size: glyph.size,
    centred: true,
  };
}

/** Returns whether the line belongs to a root. The line of a root is not on the axis. */
function isOfRoot(bar: Bar, glyphs: readonly PlacedGlyph[]): boolean {
  return glyphs.some(
    ({ sign, right, baseline, size }) =>
      sign === '√' && Math.abs(bar.left - right) < AT_ROOT * size && Math.abs(bar.y - baseline) < size,
  );
}

/** The tops of two brackets that hang from the same height differ only by rounding. */
const SAME_HEIGHT = 0.05; // em

/** Returns the left bracket that hangs from the same height. */
function partnerOf(glyph: PlacedGlyph, glyphs: readonly PlacedGlyph[]): PlacedGlyph | undefined {
  return glyphs
    .filter(
      (other) =>
        other.extensible !== undefined &&
        other.left < glyph.left &&
        closingOf(other.sign) === glyph.sign &&
        Math.abs(other.baseline - glyph.baseline) < SAME_HEIGHT * glyph.size,
    )
    .toSorted((a, b) => b.left - a.left)[0];
}

/**
 * Returns the horizontal extent of the part of a fraction that contains the sign: the extent of the shortest line above
 * or below it.
 */
function extentOf(glyph: PlacedGlyph, bars: readonly Bar[]): { readonly left: number; readonly right: number } {
  const [shortest] = bars
    .filter((bar) => bar.left < glyph.left + OVERHANG * glyph.size && bar.right > glyph.right)
    .toSorted((a, b) => a.right - a.left - (b.right - b.left));
  return shortest ?? { left: -Infinity, right: Infinity };
}

/** Minimum gap between print and the bracket. The gap is negative, because letters are slanted. */
const OVERLAP = -0.2; // em

function axisBeside(
  glyph: PlacedGlyph,
  half: number,
  glyphs: readonly PlacedGlyph[],
  bars: readonly Bar[],
): number | undefined {
  const { size } = glyph;
  const within = extentOf(glyph, bars);
  const full = glyphs.filter(
    (other) =>
      other.extensible === undefined &&
      other.size > FULL_SIZE * size &&
      classOf(other.sign) !== 'punct' &&
      accentOf(other.sign) === undefined,
  );
  const places = [
    ...full.map((other) => ({ left: other.left, right: other.right, y: other.baseline - AXIS * other.size, lead: 0 })),
    ...bars.map((bar) => ({ ...bar, lead: BAR_FIRST * size })),
  ].filter(({ left, right, y }) => {
    const depth = y - glyph.baseline;
    const isWithin = left > within.left - OVERHANG * size && right < within.right + OVERHANG * size;
    return isWithin && depth > LEAST_HEIGHT * half && depth < MOST_HEIGHT * half;
  });
  const nearest = (gapOf: (place: { left: number; right: number }) => number) =>
    places
      .map((place) => ({ y: place.y, gap: gapOf(place), lead: place.lead }))
      .filter(({ gap }) => gap > OVERLAP * size && gap < AXIS_REACH * size)
      .toSorted((a, b) => a.gap - a.lead - (b.gap - b.lead))[0]?.y;
  return nearest((place) => glyph.left - place.right) ?? nearest((place) => place.left - glyph.right);
}
