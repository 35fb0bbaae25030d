import { beside } from '../fractions/bar-parts.ts';
import type { Bar } from '../glyph-box.ts';
import { byLeft, centredItem, largestSize } from '../items.ts';
import type { Item, ReadPart } from '../node.ts';
import { FULL_SIZE, SCRIPT_SIZE } from '../../tex/size-classes.ts';

/** The items that belong to a bar, and the item that replaces them. */
export interface Found {
  readonly taken: ReadonlySet<Item>;
  readonly item: Item;
}

/** Maximum distance in em between a line and the print that it overlines or underlines. */
const OVERLINE_CLOSE = 0.55;
/**
 * TeX's space in em of the text between a line and its letters: three line thicknesses. A line is 0.04 to 0.06 em of
 * the text thick, also in scripts (The TeXbook, appendix G, rules 9 and 10).
 */
const LINE_GAP = { least: 0.06, most: 0.24 };
/**
 * A second underline is five thicknesses below the first, 0.34 em below the baseline of a letter without depth. A
 * fraction bar would be 0.43 em below that baseline.
 */
const SECOND_LINE = 0.4;
/**
 * Tolerances in em of the text for the ends of an underline. The underline is as long as the letters with their italic
 * correction.
 */
const LINE_ENDS = { left: [-0.1, 0.1], right: [-0.05, 0.25] } as const;
/** Maximum distance from a line down to print that the line overlines, in em of the text. */
const BELOW_BAR = 0.2;
/**
 * Minimum distance of a numerator's baseline above its bar, in em of the numerator. `ofScripts` applies to inline
 * fractions (rule 15, σ9).
 */
const LEAST_RISE = { ofLetters: 0.3, ofScripts: 0.1 };

/** Reads a line as the overline of the print directly below it. */
export function overlineAt(
  items: readonly Item[],
  bar: Bar,
  longer: readonly Bar[],
  read: ReadPart,
): Found | undefined {
  const of = beside(items, bar, longer, 'under');
  const gap = topOf(of) - bar.y;
  return of.length > 0 && gap <= OVERLINE_CLOSE * largestSize(of) ? lined(of, bar, '\\overline', read) : undefined;
}

/** Reads a line as the underline of the print directly above it. */
export function underlineAt(
  items: readonly Item[],
  bar: Bar,
  longer: readonly Bar[],
  read: ReadPart,
): Found | undefined {
  const of = beside(items, bar, longer, 'over');
  const gap = bar.y - bottomOf(of);
  return of.length > 0 && gap <= OVERLINE_CLOSE * largestSize(of) ? lined(of, bar, '\\underline', read) : undefined;
}

/**
 * Reads a line as an underline if it is at TeX's position of an underline. The bar below a numerator with deep brackets
 * is just as close to the print. So the line is not an underline if closer print or an overlined denominator is below
 * it.
 */
export function closeUnderlineAt(
  items: readonly Item[],
  bar: Bar,
  longer: readonly Bar[],
  read: ReadPart,
  letters: number,
): Found | undefined {
  const of = beside(items, bar, longer, 'over');
  if (of.length === 0 || !isJustBelow(of, bar, letters)) return undefined;
  if (isNearerBelow(items, bar, longer, of) || isAboveOverline(items, bar, longer, letters)) return undefined;
  return lined(of, bar, '\\underline', read);
}

/** Returns whether a bar is where TeX underlines these items and has their length. */
export function isJustBelow(of: readonly Item[], bar: Bar, letters: number): boolean {
  const gap = bar.y - bottomOf(of);
  const before = Math.min(...of.map((item) => item.left)) - bar.left;
  const after = bar.right - Math.max(...of.map((item) => item.right));
  const isBetween = (value: number, [least, most]: readonly [number, number]) =>
    value > least * letters && value < most * letters;
  return (
    isBetween(gap, [LINE_GAP.least, LINE_GAP.most]) &&
    isBetween(before, LINE_ENDS.left) &&
    isBetween(after, LINE_ENDS.right)
  );
}

/** Returns whether the bar is closer to the print below than to the print above. */
function isNearerBelow(items: readonly Item[], bar: Bar, longer: readonly Bar[], of: readonly Item[]): boolean {
  return topOf(beside(items, bar, longer, 'under')) - bar.y < bar.y - bottomOf(of);
}

/** Returns whether the bar is directly above an overline, e.g. of a denominator. */
function isAboveOverline(items: readonly Item[], bar: Bar, longer: readonly Bar[], letters: number): boolean {
  return longer.some((other) => {
    const isNext = other.y > bar.y && other.y - bar.y < LINE_GAP.most * letters;
    return isNext && topOf(beside(items, other, [], 'under')) - other.y < BELOW_BAR * letters;
  });
}

function topOf(items: readonly Item[]): number {
  return Math.min(...items.map((item) => item.top));
}

function bottomOf(items: readonly Item[]): number {
  return Math.max(...items.map((item) => item.bottom));
}

function lined(of: readonly Item[], bar: Bar, command: string, read: ReadPart): Found {
  const size = largestSize(of);
  const main = of.filter((item) => item.size > FULL_SIZE * size).toSorted(byLeft)[0] as Item;
  const item = centredItem({ kind: 'accent', command, of: read(of) }, of, bar.y);
  return {
    taken: new Set(of),
    item: {
      ...item,
      top: Math.min(item.top, bar.y),
      bottom: Math.max(item.bottom, bar.y),
      baseline: main.baseline,
      size: main.size,
      centred: main.centred,
    },
  };
}

/** Returns whether the distance between a bar and the letters below is the distance of an overline. */
export function isOverlined(part: readonly Item[], bar: Bar, letters: number): boolean {
  const gap = topOf(part) - bar.y;
  const isFullSize = largestSize(part) > SCRIPT_SIZE * letters;
  return isFullSize && gap > LINE_GAP.least * letters && gap < LINE_GAP.most * letters;
}

/**
 * Returns whether a bar is a second underline: as long as the first, and higher than a fraction bar. Below a deep
 * letter, a second underline and a fraction bar are at the same height.
 */
export function isDoubleUnderline(over: readonly Item[], bar: Bar, letters: number): boolean {
  const [lined, ...others] = over;
  if (lined?.node.kind !== 'accent' || lined.node.command !== '\\underline' || others.length > 0) return false;
  return bar.y - lined.baseline < SECOND_LINE * lined.size && isJustBelow(over, bar, letters);
}

/** Returns whether a bar is closer to the baseline above it than a fraction bar would be. */
export function isBelowRise(bar: Bar, baseline: number, size: number, letters: number): boolean {
  return bar.y - baseline < (size < SCRIPT_SIZE * letters ? LEAST_RISE.ofScripts : LEAST_RISE.ofLetters) * size;
}

/** Returns the baseline of most of the full-size print, or undefined if everything is centred on the axis. */
export function baselineOf(items: readonly Item[]): number | undefined {
  const size = largestSize(items);
  const main = items.filter((item) => !item.centred && item.size > FULL_SIZE * size).toSorted(byLeft);
  const shares = main.map(
    (item) => main.filter((other) => Math.abs(other.baseline - item.baseline) < 0.1 * size).length,
  );
  return main[shares.indexOf(Math.max(...shares))]?.baseline;
}
