import { AXIS, inkOf, type Bar, type PlacedGlyph } from './glyph-box.ts';
import { glyphItem } from './items.ts';
import type { Item } from './node.ts';
import { classOf, closingOf, isDelimiter } from './signs.ts';

export const LARGER = 1.12; // sizes
/** Between a bracket within a script and the next of its print, with scripts of it between, and between their axes; sizes. */
const BESIDE = { least: -0.3, most: 1.5 };
const SAME_AXIS = 0.04;
/** Where the line of a root begins beside its sign, and how far above the baseline, sizes. */
const ROOT = { reach: 0.2, least: 0.5, most: 1.4, hanging: 0.1 };

/** The size of the letters of a formula that are no scripts, points. */
export function letterSize(glyphs: readonly PlacedGlyph[]): number {
  const letters = glyphs.filter((glyph) => glyph.extensible === undefined && !canGrow(glyph.sign));
  const text = letters.length > 0 ? letters : glyphs;
  return Math.max(0, ...text.map((glyph) => glyph.size));
}

function canGrow(sign: string): boolean {
  return isDelimiter(sign) || classOf(sign) === 'op';
}

/**
 * Whether the sign is a bracket or an operator of the font of the text that was set larger than the letters: so programs
 * other than TeX print tall brackets.
 */
export function isEnlarged({ sign, size, extensible }: PlacedGlyph, letters: number): boolean {
  return extensible === undefined && canGrow(sign) && size > LARGER * letters;
}

/**
 * The sign of a root that stands on the baseline, with its upper end at the line to its right. In TeX's fonts it hangs
 * from there.
 */
export function standingRoot(glyph: PlacedGlyph, bars: readonly Bar[]): Item | undefined {
  const { sign, extensible, right, baseline, size } = glyph;
  if (sign !== '√' || extensible !== undefined) return undefined;
  const beside = bars.filter(({ left }) => Math.abs(left - right) < ROOT.reach * size);
  const riseOf = ({ y }: Bar) => (baseline - y) / size;
  // Above a root that hangs from its line, the bar of a fraction may begin as far to the right.
  if (beside.some((bar) => Math.abs(riseOf(bar)) < ROOT.hanging)) return undefined;
  const bar = beside.find((one) => riseOf(one) > ROOT.least && riseOf(one) < ROOT.most);
  return bar && { ...glyphItem(glyph), top: bar.y, bottom: baseline + 0.1 * size };
}

/** A sign that was set larger: like one of the extensible font it is centred on the axis of its row. */
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
 * The brackets within scripts that TeX took from the font of the text because they enclose something tall, and the size of
 * the script that each belongs to: it is centred on the axis of what stands beside it.
 */
export function enlargedInScripts(glyphs: readonly PlacedGlyph[]): ReadonlyMap<PlacedGlyph, number> {
  const sizes = new Map<PlacedGlyph, number>();
  const brackets = glyphs.filter((glyph) => glyph.extensible === undefined && isDelimiter(glyph.sign));
  const smallest = Math.min(...glyphs.map((glyph) => glyph.size));
  // A bracket may stand beside another one only, whose script is known after that.
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

/** Whether one of the brackets opens what the other one closes: both are as large, and as high. */
function isPartner(bracket: PlacedGlyph, other: PlacedGlyph): boolean {
  const [left, right] = bracket.left < other.left ? [bracket, other] : [other, bracket];
  const isLevel = Math.abs(bracket.baseline - other.baseline) < SAME_AXIS * bracket.size;
  return closingOf(left.sign) === right.sign && bracket.size === other.size && isLevel;
}

/** @param size of the script that the other glyph is in */
function isOnAxisBeside(bracket: PlacedGlyph, other: PlacedGlyph, size: number): boolean {
  if (other.extensible !== undefined || bracket.size < LARGER * size) return false;
  const gap = (bracket.left > other.left ? bracket.left - other.right : other.left - bracket.right) / size;
  const off = bracket.baseline - AXIS * bracket.size - (other.baseline - AXIS * other.size);
  return gap > BESIDE.least && gap < BESIDE.most && Math.abs(off) < SAME_AXIS * size;
}
