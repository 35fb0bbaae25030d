import { inkOf, type Bar, type PlacedGlyph } from '../glyph-box.ts';
import { glyphItem } from '../items.ts';
import type { Item } from '../node.ts';
import { classOf, closingOf, isDelimiter } from '../../tex/signs.ts';
import { AXIS } from '../../tex/tex-metrics.ts';

export const LARGER = 1.12; // ratio of sizes
/**
 * Gap in em between a bracket in a script and its neighbour (`NEIGHBOUR_GAP`), possibly with scripts in between. Maximum
 * distance between the axes of the bracket and the neighbour (`SAME_AXIS`).
 */
const NEIGHBOUR_GAP = { least: -0.3, most: 1.5 };
const SAME_AXIS = 0.04;
/** Possible start of a root's line, in em: next to the radical sign and above the baseline. */
const ROOT = { reach: 0.2, least: 0.5, most: 1.4, hanging: 0.1 };

/** Returns the size in points of the letters that are not scripts. */
export function letterSize(glyphs: readonly PlacedGlyph[]): number {
  const letters = glyphs.filter((glyph) => glyph.extensible === undefined && !canGrow(glyph.sign));
  const text = letters.length > 0 ? letters : glyphs;
  return Math.max(0, ...text.map((glyph) => glyph.size));
}

function canGrow(sign: string): boolean {
  return isDelimiter(sign) || classOf(sign) === 'op';
}

/**
 * Returns whether the sign is an enlarged bracket or operator of the text font. Some programs other than TeX print tall
 * brackets in this way.
 */
export function isEnlarged({ sign, size, extensible }: PlacedGlyph, letters: number): boolean {
  return extensible === undefined && canGrow(sign) && size > LARGER * letters;
}

/**
 * Returns a radical sign with its foot on the baseline and its top at the line on its right. In TeX's fonts, the sign
 * extends down from the baseline instead.
 */
export function standingRoot(glyph: PlacedGlyph, bars: readonly Bar[]): Item | undefined {
  const { sign, extensible, right, baseline, size } = glyph;
  if (sign !== '√' || extensible !== undefined) return undefined;
  const beside = bars.filter(({ left }) => Math.abs(left - right) < ROOT.reach * size);
  const riseOf = ({ y }: Bar) => (baseline - y) / size;
  // If a root hangs from its line, the bar of a fraction above the root may begin at the same position.
  if (beside.some((bar) => Math.abs(riseOf(bar)) < ROOT.hanging)) return undefined;
  const bar = beside.find((one) => riseOf(one) > ROOT.least && riseOf(one) < ROOT.most);
  return bar && { ...glyphItem(glyph), top: bar.y, bottom: baseline + 0.1 * size };
}

/** Returns an enlarged sign as an item. The item is centred on the axis of its row, as extensible signs are. */
export function enlargedItem(glyph: PlacedGlyph, size: number): Item {
  const ink = inkOf(glyph);
  const axis = (ink.top + ink.bottom) / 2;
  return {
    node: { kind: 'sign', text: glyph.sign, alphabet: glyph.alphabet },
    ...ink,
    baseline: axis + AXIS * size,
    size,
    centred: true,
  };
}

/**
 * Returns the text-font brackets that TeX enlarged for tall contents in scripts, with the size of each bracket's
 * script. Each bracket is centred on the axis of its neighbours.
 */
export function enlargedInScripts(glyphs: readonly PlacedGlyph[]): ReadonlyMap<PlacedGlyph, number> {
  const sizes = new Map<PlacedGlyph, number>();
  const brackets = glyphs.filter((glyph) => glyph.extensible === undefined && isDelimiter(glyph.sign));
  if (brackets.length === 0) return sizes;
  const smallest = Math.min(...glyphs.map((glyph) => glyph.size));
  // If a bracket's only neighbour is another bracket, an earlier pass must have found the script of that neighbour.
  for (let grown = true; grown;) {
    grown = false;
    for (const bracket of brackets) {
      if (sizes.has(bracket) || bracket.size < LARGER * smallest) continue;
      const beside =
        glyphs.find((other) => isOnAxisBeside(bracket, other, sizes.get(other) ?? other.size)) ??
        [...sizes.keys()].find((other) => isPartner(bracket, other));
      if (!beside) continue;
      sizes.set(bracket, sizes.get(beside) ?? beside.size);
      grown = true;
    }
  }
  return sizes;
}

/** Returns whether one bracket opens and the other closes a pair: they have the same size and height. */
function isPartner(bracket: PlacedGlyph, other: PlacedGlyph): boolean {
  const [left, right] = bracket.left < other.left ? [bracket, other] : [other, bracket];
  const isLevel = Math.abs(bracket.baseline - other.baseline) < SAME_AXIS * bracket.size;
  return closingOf(left.sign) === right.sign && bracket.size === other.size && isLevel;
}

/**
 * @param size of the script that contains the other glyph
 */
function isOnAxisBeside(bracket: PlacedGlyph, other: PlacedGlyph, size: number): boolean {
  if (other.extensible !== undefined || bracket.size < LARGER * size) return false;
  const gap = (bracket.left > other.left ? bracket.left - other.right : other.left - bracket.right) / size;
  const off = bracket.baseline - AXIS * bracket.size - (other.baseline - AXIS * other.size);
  return gap > NEIGHBOUR_GAP.least && gap < NEIGHBOUR_GAP.most && Math.abs(off) < SAME_AXIS * size;
}
