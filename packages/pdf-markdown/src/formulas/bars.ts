import { besideBoth, isTallBracket, isWithin, middleY } from './beside-bars.ts';
import { isAtBar, readBraces } from './braces.ts';
import type { Doubts } from './doubts.ts';
import { AXIS, type Bar } from './glyph-box.ts';
import { byLeft, centredItem, largestSize, middleOf, replace, textOf } from './items.ts';
import {
  baselineOf,
  closeUnderlineAt,
  isBelowRise,
  isDoubleUnderline,
  isJustBelow,
  isOverlined,
  overlineAt,
  SMALLER,
  underlineAt,
  type Found,
} from './overlines.ts';
import type { Item, Node, ReadPart } from './node.ts';

// In sizes of the smallest print beside the bar.
const OFF_CENTRE = 0.3;
// Distances of baselines from the bar, in sizes of the part: 0.43 above in displays and less in text, or as much as its
// depth needs; 0.94 below in displays and 0.85 in text.
const MOST_RISE = 0.61;
// What is as deep as the limit of an operator has TeX's space below limits too, 0.1.
const CLEARANCE = { ofLetters: 0.3, ofLimits: 0.45 };
const DEEP = 0.8;
// Shifts are those of the letters of the text: beside scripts as large as newtx has them (0.81) they are smaller.
const LEAST_DROP = { ofLetters: 0.78, ofScripts: 0.7 };
/** A part that is centred on the axis, such as a root, is deeper, so that it is closer to the bar. */
const CENTRED_GAP = 0.48;
const TOUCHING = 0.15;
/** Overlap of a degree with the sign of its root: 10 mu, 0.56 sizes. */
const DEGREE_OVERLAP = 0.25;
/** TeX makes a bar exactly as long as the longer part, with its italic corrections and the space after scripts. */
const SPARE = 0.5; // sizes
/** The shorter part is centred, also with these. */
const CENTRED = 0.18; // sizes
/**
 * The baselines of letters in fractions of displays (σ8, σ11) from the bar and from one another, less what fonts differ in.
 * Rows of a matrix with a line under or over a letter may be closer.
 */
const USUAL = { rise: 0.41, drop: 0.86, apart: 1.26 };
/** Fonts with numerators as low as this, such as XITS, have both baselines at most this far apart; sizes. */
const LOW = { rise: 0.37, apart: 1.31 };
/** How far below the baseline of a row the line over a tall letter of the next one is at most: LaTeX's strut, 0.36, and more. */
const STRUT = 0.47; // sizes

/**
 * Reads fractions, roots and lines over or under something, the shortest first: what is inside is shorter than what is
 * around it, because TeX makes the bar of a fraction as long as the longer of its parts. The line over all of a denominator
 * is as long as the bar above it, which may not be read before it.
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
    // The fraction over this line, before the root is read that they are in.
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

/** In tenths of points: of two lines under one letter, the upper one comes first. */
function lengthOf(bar: Bar): number {
  return Math.round(10 * (bar.right - bar.left));
}

/** The bar continues the sign of a root to the right. */
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
      isWithin(item, bar, 0.15 * sign.size) &&
      item.top > bar.y - 0.3 * item.size &&
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
  const main = inside.filter((item) => item.size > 0.9 * size).toSorted(byLeft)[0] ?? sign;
  const box = centredItem(node, parts, main.baseline - AXIS * main.size);
  const left = Math.min(box.left, ...degree.map((item) => item.left));
  return {
    taken: new Set([...parts, ...degree]),
    item: { ...box, left, right: Math.max(box.right, bar.right), top: Math.min(box.top, bar.y), size },
  };
}

/** How far the bar is from where the sign ends, sizes. The bar of a fraction within the root begins near it too. */
function distanceToSign(sign: Item, bar: Bar): number {
  const aside = Math.abs(bar.left - sign.right) / sign.size;
  const isLevel = bar.y > sign.top - 0.45 * sign.size && bar.y < sign.bottom - 0.3 * sign.size;
  return aside < 0.2 && isLevel ? aside + (0.1 * Math.abs(bar.y - sign.top)) / sign.size : Infinity;
}

/** Small print that ends over the hook of the sign, to which LaTeX moves it back. */
function degreeOf(sign: Item, bar: Bar, size: number, others: readonly Item[]): Item[] {
  const small = others
    .filter(
      (item) =>
        item.size < 0.75 * size &&
        item.right < sign.right &&
        item.left > sign.left - size &&
        item.bottom < sign.bottom - 0.25 * (sign.bottom - bar.y) &&
        item.bottom > bar.y - 0.2 * size,
    )
    .toSorted((a, b) => b.right - a.right);
  const [last, ...before] = small;
  if (!last || last.right < sign.left + DEGREE_OVERLAP * size) return [];
  const degree = [last];
  for (const item of before) {
    const next = degree[0] as Item;
    const isBeside = next.left - item.right < 0.3 * item.size;
    if (isBeside && Math.abs(item.baseline - last.baseline) < 0.5 * last.size) degree.unshift(item);
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
  const isLarge = largestSize([...over, ...under]) > SMALLER * doubts.size;
  const node: Node = { kind: 'fraction', over: read(over), under: read(under), isLarge };
  const item = centredItem(node, [...over, ...under], bar.y);
  return {
    taken: new Set([...over, ...under]),
    item: { ...item, left: Math.min(item.left, bar.left), right: Math.max(item.right, bar.right) },
  };
}

/** Doubts a bar that is longer or shorter than what it belongs to, and parts of a fraction that are not centred on it. */
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
 * Whether both parts are where TeX puts those of a fraction: centred, apart from what stands beside them, and at the
 * distances of rule 15. The line over a letter has the row above it in other places.
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

/** Whether both are letters of rows as close as those of a matrix, with the bar as the line under or over one of them. */
function areRows(
  over: readonly Item[],
  under: readonly Item[],
  [upper, lower]: readonly [number, number],
  bar: Bar,
  letters: number,
): boolean {
  const size = largestSize(over);
  if (size <= SMALLER * letters) return false;
  const rise = (bar.y - upper) / size;
  const drop = (lower - bar.y) / size;
  if (isOverlined(under, bar, letters) && drop < USUAL.drop && rise < STRUT) return true;
  if (rise < USUAL.rise && rise + drop < USUAL.apart) return true;
  return rise < LOW.rise && rise + drop > LOW.apart && isJustBelow(over, bar, letters);
}

/** Whether a numerator is as far from the bar as TeX puts it. */
function isAboveBar(over: readonly Item[], baseline: number, bar: Bar, letters: number): boolean {
  const size = largestSize(over);
  const depth = Math.max(0, ...over.map((item) => item.bottom - baseline));
  const clearance = depth > DEEP * size ? CLEARANCE.ofLimits : CLEARANCE.ofLetters;
  const isNear = bar.y - baseline <= Math.max(MOST_RISE * size, depth + clearance * size);
  return isNear && !isBelowRise(bar, baseline, size, letters);
}

/** The same of a denominator, which nothing else continues. */
function isBelowBar(
  under: readonly Item[],
  baseline: number,
  bar: Bar,
  items: readonly Item[],
  letters: number,
): boolean {
  const size = largestSize(under);
  const least = size < SMALLER * letters ? LEAST_DROP.ofScripts : LEAST_DROP.ofLetters;
  return baseline - bar.y >= least * size && !goesOnBeside(under, baseline, items);
}

/**
 * Whether print on the baseline of a part stands directly beside it: what is beside a fraction stands on its axis. A tall
 * bracket has no baseline.
 */
function goesOnBeside(part: readonly Item[], baseline: number, items: readonly Item[]): boolean {
  const size = largestSize(part);
  return items.some(
    (item) =>
      !part.includes(item) &&
      !isTallBracket(item) &&
      item.size > 0.9 * size &&
      Math.abs(item.baseline - baseline) < 0.05 * size &&
      part.some((one) => touches(item, one, TOUCHING * size)),
  );
}

function touches(item: Item, other: Item, reach: number): boolean {
  const gap = item.left > other.left ? item.left - other.right : other.left - item.right;
  return gap < reach;
}
