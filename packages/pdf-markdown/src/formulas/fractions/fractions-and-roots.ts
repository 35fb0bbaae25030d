import { besideBoth, isTallBracket, isWithinBar } from './bar-parts.ts';
import { isAtBar, readBraces } from '../brackets/braces.ts';
import type { Doubts } from '../doubts.ts';
import { type Bar } from '../glyph-box.ts';
import { byLeft, centredItem, largestSize, middleOf, middleY, replace, textOf } from '../items.ts';
import {
  baselineOf,
  closeUnderlineAt,
  isBelowRise,
  isDoubleUnderline,
  isJustBelow,
  isOverlined,
  overlineAt,
  underlineAt,
  type Found,
} from '../accents/overlines.ts';
import type { Item, Node, ReadPart } from '../node.ts';
import { FULL_SIZE, SCRIPT_SIZE } from '../../tex/size-classes.ts';
import { AXIS } from '../../tex/tex-metrics.ts';

// In em of the smallest print next to the bar.
const OFF_CENTRE = 0.3;
// Distances of baselines from the bar, in em of the part. Above the bar, TeX uses 0.43 in displays and less in text, or
// more for a deep part. Below the bar, TeX uses 0.94 in displays and 0.85 in text.
const MOST_RISE = 0.61;
// Maximum clearance in em between the bar and a numerator. A part deeper than `DEEP` em may have limits, and TeX adds a
// space of 0.1 em below limits.
const CLEARANCE = { ofLetters: 0.3, ofLimits: 0.45 };
const DEEP = 0.8;
// TeX's shift depends on the size of the text letters. So for scripts as large as newtx's (0.81), the shift in em is
// smaller.
const LEAST_DROP = { ofLetters: 0.78, ofScripts: 0.7 };
/** A part centred on the axis, such as a root, is deeper and therefore closer to the bar. */
const CENTRED_GAP = 0.48;
const TOUCHING = 0.15;
/** Minimum overlap in em of a degree with its radical sign. TeX moves the degree back by 10 mu (0.56 em). */
const DEGREE_OVERLAP = 0.25;
/**
 * Tolerance in em for a bar's length. TeX makes the bar as long as the longer part with its italic corrections and
 * script space.
 */
const SPARE = 0.5;
/** Tolerance in em for centring the shorter part. It covers italic corrections and script space. */
const CENTRED = 0.18;
/**
 * Minimum distances in em in displayed fractions: from the letters' baselines to the bar, and between the baselines
 * (σ8, σ11). The values allow for differences between fonts. Rows of a matrix with an underlined or overlined letter
 * may be closer.
 */
const USUAL = { rise: 0.41, drop: 0.86, apart: 1.26 };
/**
 * Limits for fonts with low numerators, such as XITS. If the numerator is less than `rise` em above the bar, the
 * baselines are at most `apart` em apart.
 */
const LOW = { rise: 0.37, apart: 1.31 };
/**
 * Maximum distance in em from a row's baseline down to an overline in the next row: LaTeX's strut (0.36) and a margin.
 */
const STRUT = 0.47;

/**
 * Reads fractions, roots, overlines and underlines, shortest first. Inner bars are shorter, because TeX makes a
 * fraction bar as long as the longer part. An overline over an entire denominator is as long as the fraction bar and
 * must be read before the fraction.
 */
export function readBars(items: readonly Item[], bars: readonly Bar[], read: ReadPart, doubts: Doubts): Item[] {
  let result = [...items];
  const waiting = bars.toSorted((a, b) => lengthOf(a) - lengthOf(b) || a.y - b.y);
  const late: Bar[] = [];
  waiting.forEach((bar, i) => {
    result = readBraces(result, read, (brace) => isAtBar(brace, bar));
    const next = waiting.slice(i + 1);
    const longer = [...next, ...late];
    const found =
      rootAt(result, bar, longer, read, doubts) ??
      fractionAt(result, bar, longer, read, doubts) ??
      closeUnderlineAt(result, bar, longer, read, doubts.size) ??
      overlineAt(result, bar, longer, read);
    if (!found) {
      late.push(bar);
      return;
    }
    result = replace(result, found.taken, found.item);
    // Reads the fraction above this line before the root that contains both.
    const at = late.findLastIndex((one) => lengthOf(one) === lengthOf(bar) && one.y < bar.y);
    const over = at < 0 ? undefined : fractionAt(result, late[at] as Bar, next, read, doubts);
    if (!over) return;
    late.splice(at, 1);
    result = replace(result, over.taken, over.item);
  });
  late.forEach((bar, i) => {
    const longer = late.slice(i + 1);
    const found = fractionAt(result, bar, longer, read, doubts) ?? underlineAt(result, bar, longer, read);
    if (found?.item.node.kind !== 'fraction') doubts.add(found ? 'line' : 'bar');
    if (found) result = replace(result, found.taken, found.item);
  });
  return result;
}

/**
 * Returns the length in tenths of a point, rounded. Two underlines then have equal lengths, and the upper one comes
 * first.
 */
function lengthOf(bar: Bar): number {
  return Math.round(10 * (bar.right - bar.left));
}

/**
 * Maximum extent of the contents of a root beyond the ends of its line, and above the line. Heights are estimates.
 */
const IN_ROOT = { beyond: 0.15, above: 0.3 }; // em

/** Reads a root whose bar continues its radical sign to the right. */
function rootAt(
  items: readonly Item[],
  bar: Bar,
  longer: readonly Bar[],
  read: ReadPart,
  doubts: Doubts,
): Found | undefined {
  const sign = items.find(
    (item) =>
      textOf(item) === '√' && distanceToSign(item, bar) < Math.min(...longer.map((one) => distanceToSign(item, one))),
  );
  if (!sign) return undefined;
  const inside = items.filter(
    (item) =>
      item !== sign &&
      isWithinBar(item, bar, IN_ROOT.beyond * sign.size) &&
      item.top > bar.y - IN_ROOT.above * item.size &&
      middleY(item) > bar.y &&
      item.top < sign.bottom,
  );
  if (inside.length === 0) return undefined;
  const size = largestSize(inside);
  checkLength(bar, [inside], doubts);
  const degree = degreeOf(
    sign,
    bar,
    size,
    items.filter((item) => item !== sign && !inside.includes(item)),
  );
  const parts = [sign, ...inside];
  const node: Node = { kind: 'root', of: read(inside), degree: degree.length > 0 ? read(degree) : undefined };
  const main = inside.filter((item) => item.size > FULL_SIZE * size).toSorted(byLeft)[0] ?? sign;
  const box = centredItem(node, parts, main.baseline - AXIS * main.size);
  const left = Math.min(box.left, ...degree.map((item) => item.left));
  return {
    taken: new Set([...parts, ...degree]),
    item: { ...box, left, right: Math.max(box.right, bar.right), top: Math.min(box.top, bar.y), size },
  };
}

/**
 * Position of the start of a root's line relative to the radical sign, in em: above the sign's top, above its foot, and
 * next to its right end. Heights count less than widths, by the factor `slope`, because the heights of fonts differ.
 */
const AT_SIGN = { above: 0.45, below: 0.3, aside: 0.2, slope: 0.1 };

/**
 * Returns the distance in em from the bar to the end of the radical sign. The bar of a fraction inside the root also
 * begins near that end.
 */
function distanceToSign(sign: Item, bar: Bar): number {
  const aside = Math.abs(bar.left - sign.right) / sign.size;
  const isLevel = bar.y > sign.top - AT_SIGN.above * sign.size && bar.y < sign.bottom - AT_SIGN.below * sign.size;
  return aside < AT_SIGN.aside && isLevel ? aside + (AT_SIGN.slope * Math.abs(bar.y - sign.top)) / sign.size : Infinity;
}

/**
 * Limits for the degree of a root. `size` is a share of the contents, and `raised` is a share of the sign's height.
 * `above` is the distance above the line, in em. `gap` and `level` are the gap and the shift between the parts of the
 * degree, in em. LaTeX sets the degree in second-level scripts, at 60 % of the sign's height.
 */
const DEGREE = { size: 0.75, raised: 0.25, above: 0.2, gap: 0.3, level: 0.5 };

/**
 * Returns the root's degree: small print whose end is above the hook of the sign, because LaTeX moves the degree back.
 */
function degreeOf(sign: Item, bar: Bar, size: number, others: readonly Item[]): Item[] {
  const small = others
    .filter(
      (item) =>
        item.size < DEGREE.size * size &&
        item.right < sign.right &&
        item.left > sign.left - size &&
        item.bottom < sign.bottom - DEGREE.raised * (sign.bottom - bar.y) &&
        item.bottom > bar.y - DEGREE.above * size,
    )
    .toSorted((a, b) => b.right - a.right);
  const [last, ...before] = small;
  if (!last || last.right < sign.left + DEGREE_OVERLAP * size) return [];
  const degree = [last];
  for (const item of before) {
    const next = degree[0] as Item;
    const isBeside = next.left - item.right < DEGREE.gap * item.size;
    if (isBeside && Math.abs(item.baseline - last.baseline) < DEGREE.level * last.size) degree.unshift(item);
  }
  return degree;
}

function fractionAt(
  items: readonly Item[],
  bar: Bar,
  longer: readonly Bar[],
  read: ReadPart,
  doubts: Doubts,
): Found | undefined {
  const { over, under } = besideBoth(items, bar, longer);
  if (over.length === 0 || under.length === 0 || !isFraction(items, bar, over, under, doubts.size)) return undefined;
  checkLength(bar, [over, under], doubts);
  const isLarge = largestSize([...over, ...under]) > SCRIPT_SIZE * doubts.size;
  const node: Node = { kind: 'fraction', over: read(over), under: read(under), isLarge };
  const item = centredItem(node, [...over, ...under], bar.y);
  return {
    taken: new Set([...over, ...under]),
    item: { ...item, left: Math.min(item.left, bar.left), right: Math.max(item.right, bar.right) },
  };
}

/** Adds a doubt if the bar's length differs from the length of its parts, or if a part is not centred on the bar. */
function checkLength(bar: Bar, parts: readonly (readonly Item[])[], doubts: Doubts): void {
  const boxes = parts.map((items) => ({
    left: Math.min(...items.map((item) => item.left)),
    right: Math.max(...items.map((item) => item.right)),
    size: largestSize(items),
  }));
  const size = Math.max(...boxes.map((box) => box.size));
  const longest = Math.max(...boxes.map(({ left, right }) => right - left));
  if (Math.abs(bar.right - bar.left - longest) > SPARE * size) doubts.add('length');
  const middle = middleOf(bar);
  if (parts.length > 1 && boxes.some((box) => Math.abs(middleOf(box) - middle) > CENTRED * box.size))
    doubts.add('uncentred');
}

/**
 * Returns whether both parts are where TeX puts them in a fraction: centred, separate from their neighbours, and at the
 * distances of rule 15. The distances differ for an overlined letter and the row above it.
 */
function isFraction(
  items: readonly Item[],
  bar: Bar,
  over: readonly Item[],
  under: readonly Item[],
  letters: number,
): boolean {
  const [upper, lower] = [baselineOf(over), baselineOf(under)];
  const size = largestSize(over);
  const middle = (Math.min(...over.map((item) => item.left)) + Math.max(...over.map((item) => item.right))) / 2;
  if (Math.abs(middle - middleOf(bar)) > OFF_CENTRE * size || isDoubleUnderline(over, bar, letters)) return false;
  if (lower !== undefined && !isBelowBar(under, lower, bar, items, letters)) return false;
  if (upper === undefined) return bar.y - Math.max(...over.map((item) => item.bottom)) < CENTRED_GAP * size;
  if (lower !== undefined && areRows(over, under, [upper, lower], bar, letters)) return false;
  return isAboveBar(over, upper, bar, letters) && !goesOnBeside(over, upper, items);
}

/**
 * Returns whether both parts are letters in rows as close as matrix rows. The bar is then an underline or an overline.
 */
function areRows(
  over: readonly Item[],
  under: readonly Item[],
  [upper, lower]: readonly [number, number],
  bar: Bar,
  letters: number,
): boolean {
  const size = largestSize(over);
  if (size <= SCRIPT_SIZE * letters) return false;
  const rise = (bar.y - upper) / size;
  const drop = (lower - bar.y) / size;
  if (isOverlined(under, bar, letters) && drop < USUAL.drop && rise < STRUT) return true;
  if (rise < USUAL.rise && rise + drop < USUAL.apart) return true;
  return rise < LOW.rise && rise + drop > LOW.apart && isJustBelow(over, bar, letters);
}

/** Checks that a numerator sits at TeX's distance from the bar. */
function isAboveBar(over: readonly Item[], baseline: number, bar: Bar, letters: number): boolean {
  const size = largestSize(over);
  const depth = Math.max(0, ...over.map((item) => item.bottom - baseline));
  const clearance = depth > DEEP * size ? CLEARANCE.ofLimits : CLEARANCE.ofLetters;
  const isNear = bar.y - baseline <= Math.max(MOST_RISE * size, depth + clearance * size);
  return isNear && !isBelowRise(bar, baseline, size, letters);
}

/** Checks that a denominator sits at TeX's distance and that its line has no other text. */
function isBelowBar(
  under: readonly Item[],
  baseline: number,
  bar: Bar,
  items: readonly Item[],
  letters: number,
): boolean {
  const size = largestSize(under);
  const least = size < SCRIPT_SIZE * letters ? LEAST_DROP.ofScripts : LEAST_DROP.ofLetters;
  return baseline - bar.y >= least * size && !goesOnBeside(under, baseline, items);
}

/** Baselines of print on one line differ only by rounding. */
const SAME_LINE = 0.05; // em

/**
 * Returns whether other print on the part's baseline is directly next to the part. Neighbours of a fraction are on the
 * fraction's axis instead. Tall brackets are ignored, because their baseline differs from the baseline of their row.
 */
function goesOnBeside(part: readonly Item[], baseline: number, items: readonly Item[]): boolean {
  const size = largestSize(part);
  return items.some(
    (item) =>
      !part.includes(item) &&
      !isTallBracket(item) &&
      item.size > FULL_SIZE * size &&
      Math.abs(item.baseline - baseline) < SAME_LINE * size &&
      part.some((one) => touches(item, one, TOUCHING * size)),
  );
}

function touches(item: Item, other: Item, reach: number): boolean {
  const gap = item.left > other.left ? item.left - other.right : other.left - item.right;
  return gap < reach;
}
