import { overlapLength } from '../../geometry.ts';
import { isTall } from '../brackets/brackets.ts';
import type { Bar } from '../glyph-box.ts';
import { isLargeOperator, largestSize, middleOf, middleY, textOf } from '../items.ts';
import type { Item } from '../node.ts';
import { splitRows } from '../rows/row-split.ts';
import { INTEGRAL, isDelimiter } from '../../tex/signs.ts';
import { TEX_SCRIPT } from '../../tex/tex-metrics.ts';

// Gaps in em of the smallest print next to the bar. TeX's largest distance from that print to the bar is the shift of a
// numerator (σ8, 0.68). Display rows are at least \jot (0.3) apart.
const CLOSE = 0.82;
const TOGETHER = 0.22;
/**
 * TeX's largest gap is 0.6 minus the height of a lower limit (ξ12). The assumed heights of letters such as φ are too
 * small.
 */
const LIMIT_TOGETHER = 0.42; // em of the operator
/** Display operators are 1.4 em tall. Inline operators are 1 em tall. */
const DISPLAYED = 1.2;
/**
 * Maximum size of limits, and their maximum distance beyond the operator's ends, in em of the operator. Wide limits
 * extend beyond the operator.
 */
const LIMIT = { size: 0.88, beyond: 1.5 };

/** Maximum ratio between the sizes of two parts of one fraction. TeX sets both parts in one size. */
const SAME_SIZE = 1.15;

/**
 * Returns the two parts of a fraction. In a matrix with small fractions, the next row may be as close to the bar as a
 * part. The letters of that row are larger than the letters of the part.
 */
export function besideBoth(items: readonly Item[], bar: Bar, longer: readonly Bar[]): Record<'over' | 'under', Item[]> {
  const [over, under] = [closeTo(items, bar, longer, 'over'), closeTo(items, bar, longer, 'under')];
  if (over.length === 0 || under.length === 0) return { over, under };
  return {
    over: nearestRow(inSizeOf(nearestRow(under, 'under'), over, 'over'), 'over'),
    under: nearestRow(inSizeOf(nearestRow(over, 'over'), under, 'under'), 'under'),
  };
}

/** Cuts a part at print that is larger than the other part and further from the bar than the nearest letters. */
function inSizeOf(other: readonly Item[], part: Item[], side: 'over' | 'under'): Item[] {
  const most = SAME_SIZE * Math.max(largestSize(other), ...other.map(styleOf));
  const large = part.find((item) => styleOf(item) > most);
  if (!large) return part;
  const near = part.slice(0, part.indexOf(large));
  const letters = near.filter((item) => item.size > largestSize(near) / SAME_SIZE);
  const isBeyond = (item: Item) => (side === 'over' ? large.bottom < middleY(item) : large.top > middleY(item));
  return letters.length > 0 && letters.every(isBeyond) ? near : part;
}

/** Returns the size of the letters next to an item. The parts of an inline fraction are smaller than these letters. */
function styleOf({ node, size }: Item): number {
  return node.kind === 'fraction' ? size / TEX_SCRIPT : size;
}

/** Returns the row directly above or below the bar. */
export function beside(items: readonly Item[], bar: Bar, longer: readonly Bar[], side: 'over' | 'under'): Item[] {
  return nearestRow(closeTo(items, bar, longer, side), side);
}

/** Minimum share of a bar's length that a second bar spans, if the second bar ends the numerator or denominator. */
const SPANNED = 0.8;
/**
 * Maximum extent of slanted letters beyond the ends of the bar, and minimum distance of print from the bar
 * (`INK_ON_BAR`). The distance is negative, because heights are estimates.
 */
const BEYOND_BAR = 0.2; // em
const INK_ON_BAR = -0.45; // em

/** Returns the print above or below the bar up to a longer bar or a gap, nearest first. */
function closeTo(items: readonly Item[], bar: Bar, longer: readonly Bar[], side: 'over' | 'under'): Item[] {
  const limits = longer.filter(
    (other) =>
      overlapLength(bar.left, bar.right, other.left, other.right) > SPANNED * (bar.right - bar.left) &&
      (side === 'over' ? other.y < bar.y - 1 : other.y > bar.y + 1),
  );
  const limit =
    side === 'over'
      ? Math.max(-Infinity, ...limits.map((one) => one.y))
      : Math.min(Infinity, ...limits.map((one) => one.y));
  const distance = (item: Item) => (side === 'over' ? bar.y - item.bottom : item.top - bar.y);
  const candidates = items
    .filter((item) => {
      const y = middleY(item);
      const isSide = side === 'over' ? y < bar.y && y > limit : y > bar.y && y < limit;
      return isSide && isWithinBar(item, bar, BEYOND_BAR * item.size) && distance(item) > INK_ON_BAR * item.size;
    })
    .toSorted((a, b) => distance(a) - distance(b));
  const [nearest] = candidates;
  if (!nearest || distance(nearest) > CLOSE * nearest.size) return [];
  return joinedTo(nearest, candidates);
}

/** Returns the item nearest to the bar and everything connected to it without a gap. */
function joinedTo(nearest: Item, candidates: readonly Item[]): Item[] {
  const part = [nearest];
  let { top, bottom } = nearest;
  const rest = candidates.filter((item) => item !== nearest);
  const hasOperators = candidates.some(isLargeOperator);
  for (;;) {
    const at = rest.findIndex((item) => {
      const gap = Math.max(item.top - bottom, top - item.bottom);
      if (gap <= TOGETHER * Math.max(item.size, nearest.size)) return true;
      return hasOperators && part.some((one) => areOperatorAndLimit(item, one));
    });
    const [next] = at < 0 ? [] : rest.splice(at, 1);
    if (!next) return part;
    part.push(next);
    top = Math.min(top, next.top);
    bottom = Math.max(bottom, next.bottom);
  }
}

/**
 * Returns whether one item is an operator and the other its limit. The gap to a limit is larger than other gaps,
 * especially in displays.
 */
function areOperatorAndLimit(one: Item, other: Item): boolean {
  const [limit, operator] = one.size < other.size ? [one, other] : [other, one];
  if (!isLargeOperator(operator) || INTEGRAL.test(textOf(operator)) || limit.size > LIMIT.size * operator.size)
    return false;
  const reach = LIMIT.beyond * operator.size;
  const isNear = overlapLength(limit.left, limit.right, operator.left - reach, operator.right + reach) > 0;
  const isDisplayed = operator.bottom - operator.top > DISPLAYED * operator.size;
  const gap = Math.max(limit.top - operator.bottom, operator.top - limit.bottom);
  return isNear && gap > 0 && gap <= (isDisplayed ? LIMIT_TOGETHER : TOGETHER) * operator.size;
}

/**
 * Returns the row next to the bar. Small fractions in two rows almost touch. Only matrices have several rows in one
 * part of a fraction.
 */
function nearestRow(part: Item[], side: 'over' | 'under'): Item[] {
  if (part.length === 0 || part.some(isTallBracket)) return part;
  const rows = splitRows(part);
  return (side === 'over' ? rows.at(-1) : rows[0]) ?? part;
}

const ROUNDING = 0.5; // points
/** Distance by which slanted letters extend beyond their width on the right. */
const SLANT = 0.1; // em

/** Returns whether an item is over or under the bar, at most `tolerance` points beyond its ends. */
export function isWithinBar(item: Item, bar: Bar, tolerance: number): boolean {
  const middle = middleOf(item);
  return (
    middle > bar.left - ROUNDING &&
    middle < bar.right + ROUNDING &&
    item.left > bar.left - tolerance &&
    item.right < bar.right + tolerance + SLANT * item.size
  );
}

export function isTallBracket(item: Item): boolean {
  return isTall(item) && isDelimiter(textOf(item));
}
