import { beside } from './beside-bars.ts';
import type { Bar } from './glyph-box.ts';
import { byLeft, centredItem, largestSize } from './items.ts';
import type { Item, ReadPart } from './node.ts';

/** What a bar belongs to, and the item that takes its place. */
export interface Found {
  readonly taken: ReadonlySet<Item>;
  readonly item: Item;
}

/** How far a line is from what it belongs to, at most, sizes. */
const OVERLINE_CLOSE = 0.55;
/**
 * TeX's space between a line and what is over or under it, sizes of the text: three thicknesses of the line, which is .04
 * to .06 of that size in scripts too (The TeXbook, appendix G, rules 9 and 10).
 */
const LINE_GAP = { least: 0.06, most: 0.24 };
/**
 * A second line is five thicknesses below the first, 0.34 sizes below the baseline of a letter that is not deep. The bar of
 * a fraction would be 0.43 below it.
 */
const SECOND_LINE = 0.4;
/** A line begins and ends with what it underlines, with an italic correction; sizes of the text. */
const LINE_ENDS = { left: [-0.1, 0.1], right: [-0.05, 0.25] } as const;
/** What is closer below a line may be what it is over; sizes of the text. */
const BELOW_BAR = 0.2;
/** Numerators are this far above their bar at least, those of fractions in text (rule 15, σ9) in their own size. */
const LEAST_RISE = { ofLetters: 0.3, ofScripts: 0.1 };
/** What is smaller than this share of the letters is in the size of scripts. */
export const SMALLER = 0.88;

/** A line with something directly below it only. */
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

/** The same with something above it. */
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
 * A line exactly where TeX puts it below something. A numerator that is as deep as a bracket is as close to its bar, so
 * that neither something nearer nor a line over a denominator may be below.
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

/** Whether a bar is where TeX puts the line under these items, and as long. */
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

/** Whether what is below the bar is closer to it than what is above. */
function isNearerBelow(items: readonly Item[], bar: Bar, longer: readonly Bar[], of: readonly Item[]): boolean {
  return topOf(beside(items, bar, longer, 'under')) - bar.y < bar.y - bottomOf(of);
}

/** Whether the bar is directly above a line over something, such as a denominator. */
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
  const main = of.filter((item) => item.size > 0.9 * size).toSorted(byLeft)[0] as Item;
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

/** Whether a bar is as far above letters as a line over them. */
export function isOverlined(part: readonly Item[], bar: Bar, letters: number): boolean {
  const gap = topOf(part) - bar.y;
  const isFullSize = largestSize(part) > SMALLER * letters;
  return isFullSize && gap > LINE_GAP.least * letters && gap < LINE_GAP.most * letters;
}

/**
 * Whether a bar is the second line under something: as long as the first, and higher than the bar of a fraction. Below a
 * deep letter, it is where that bar would be.
 */
export function isDoubleUnderline(over: readonly Item[], bar: Bar, letters: number): boolean {
  const [lined, ...others] = over;
  if (lined?.node.kind !== 'accent' || lined.node.command !== '\\underline' || others.length > 0) return false;
  return bar.y - lined.baseline < SECOND_LINE * lined.size && isJustBelow(over, bar, letters);
}

/** Whether a bar is closer below a baseline than that of a fraction. */
export function isBelowRise(bar: Bar, baseline: number, size: number, letters: number): boolean {
  return bar.y - baseline < (size < SMALLER * letters ? LEAST_RISE.ofScripts : LEAST_RISE.ofLetters) * size;
}

/** The baseline of most of the full-size print; undefined if everything is centred on the axis. */
export function baselineOf(items: readonly Item[]): number | undefined {
  const size = largestSize(items);
  const main = items.filter((item) => !item.centred && item.size > 0.9 * size).toSorted(byLeft);
  const shares = main.map(
    (item) => main.filter((other) => Math.abs(other.baseline - item.baseline) < 0.1 * size).length,
  );
  return main[shares.indexOf(Math.max(...shares))]?.baseline;
}
