import { axisOf, endOf, isExtensible, largestSize, textOf } from '../items.ts';
import type { Item } from '../node.ts';
import { beforeRaised, raisedBrackets, type Raised } from '../brackets/raised-brackets.ts';
import { continuesScript, letterOf, nearestHost } from '../scripts/script-hosts.ts';
import { INTEGRAL } from '../../tex/signs.ts';
import { SCRIPT_SIZE } from '../../tex/size-classes.ts';
import { INTEGRAL_SLANT } from '../../tex/tex-metrics.ts';

/** Minimum distance between the baselines of two rows. Baselines within a row are closer. */
const ROW_STEP = 0.55; // em
/** Maximum distance between two parts of a script with smaller scripts between the parts. */
const LONG_SCRIPT = 2.5; // em

const AFTER = 0.4; // em
const SAME_AXIS = 0.2; // em
const EXACTLY = 0.08; // em; fonts differ in the height of the axis

/**
 * Splits items into rows. Full-size print forms a new row if its baseline is clearly different. Small print joins the
 * row of the letter before it, or the nearest row.
 */
export function splitRows(items: readonly Item[]): Item[][] {
  const size = largestSize(items);
  // Extensible signs have one size for rows and scripts. A small fraction may be in an exponent.
  const isMain = (item: Item) =>
    isExtensible(item) || item.size > SCRIPT_SIZE * size || (item.node.kind === 'fraction' && beginsRow(item, items));
  const main = items.filter(isMain).toSorted((a, b) => a.baseline - b.baseline);
  const rows: Item[][] = [];
  for (const item of main) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row && last && item.baseline - last.baseline < ROW_STEP * size) row.push(item);
    else rows.push([item]);
  }
  if (rows.length < 2) return [[...items]];
  const raised = rows.flatMap((row) =>
    raisedBrackets(
      row,
      items.filter((item) => !isMain(item)),
      size,
    ),
  );
  return raised.length > 0 ? withRaised(items, raised) : placeSmall(items, rows, isMain);
}

/** Moves brackets in scripts, with their contents, into the row of the item before them. */
function withRaised(items: readonly Item[], raised: readonly Raised[]): Item[][] {
  const taken = new Set(raised.flat());
  const rows = splitRows(items.filter((item) => !taken.has(item)));
  const placed = rows.flatMap((row, at) => row.map((item) => ({ item, at })));
  for (const unit of raised) {
    const at = beforeRaised(unit, placed)?.at ?? nearestRow(unit[0] as Item, rows);
    for (const item of unit) {
      rows[at]?.push(item);
      placed.push({ item, at });
    }
  }
  return rows;
}

function placeSmall(items: readonly Item[], rows: readonly Item[][], isMain: (item: Item) => boolean): Item[][] {
  const main = rows.flat();
  const full = rows.map((row) => [...row]);
  const small = items.filter((one) => !isMain(one)).toSorted((a, b) => b.size - a.size || a.left - b.left);
  const placed: { item: Item; row: number }[] = [];
  const letters = main.filter((item) => !item.centred);
  for (const item of small) {
    const level = rows.findIndex((row) => isOnAxis(item, row));
    const host =
      placed.findLast(({ item: other }) => continuesScript(item, other, LONG_SCRIPT) || isFractionAfter(item, other)) ??
      nearestHost(item, placed);
    const row = level >= 0 ? level : (host?.row ?? rowOf(letterOf(item, letters), rows) ?? nearestRow(item, rows));
    full[row]?.push(item);
    placed.push({ item, row });
  }
  return full;
}

/**
 * Returns whether no print directly precedes a small fraction. The fraction is not a script, but may be a matrix cell.
 */
function beginsRow(fraction: Item, items: readonly Item[]): boolean {
  return !items.some(
    (item) =>
      item !== fraction && isDirectlyAfter(fraction, item) && item.top < fraction.bottom && item.bottom > fraction.top,
  );
}

/**
 * Returns whether a fraction directly follows an item. The upper limit of an integral is shifted to the right by the
 * slant of the sign.
 */
function isDirectlyAfter(fraction: Item, item: Item): boolean {
  const gap = fraction.left - endOf(item);
  const slant = INTEGRAL.test(textOf(item)) ? INTEGRAL_SLANT * item.size : 0;
  return gap > -AFTER * fraction.size && gap < AFTER * fraction.size + slant;
}

/** Returns whether a small fraction is on the axis of a row, for example as a factor of a matrix. */
function isOnAxis(item: Item, row: readonly Item[]): boolean {
  if (item.node.kind !== 'fraction') return false;
  const letters = row.filter((other) => !other.centred);
  return letters.some((letter) => Math.abs(axisOf(letter) - axisOf(item)) < EXACTLY * letter.size);
}

/** Minimum gap between neighbours. The gap is negative, because slanted print overlaps the print next to it. */
const OVERLAP = -0.1; // em
/** Added to the distance of a script from a letter after the script, because few scripts precede their base. */
const BEFORE = 0.5; // em

/**
 * Returns whether a small fraction is on the axis of the print directly before it. The fraction is then part of a
 * script.
 */
function isFractionAfter(item: Item, before: Item): boolean {
  const gap = (item.left - before.right) / item.size;
  return (
    item.centred && gap > OVERLAP && gap < AFTER && Math.abs(axisOf(item) - axisOf(before)) < SAME_AXIS * item.size
  );
}

function rowOf(letter: Item | undefined, rows: readonly (readonly Item[])[]): number | undefined {
  return letter && rows.findIndex((row) => row.includes(letter));
}

function nearestRow(item: Item, rows: readonly (readonly Item[])[]): number {
  let best = 0;
  let least = Infinity;
  rows.forEach((row, i) => {
    const distance = Math.min(...row.map((other) => distanceOf(item, other)));
    if (distance < least) [best, least] = [i, distance];
  });
  return best;
}

/**
 * Returns the distance from small print to a letter. Print to the left or right counts as nearer than print above or
 * below.
 */
function distanceOf(item: Item, main: Item): number {
  const aside = Math.max(item.left - main.right, main.left - item.right, 0);
  const vertical = Math.max(item.top - main.bottom, main.top - item.bottom, 0);
  const before = item.left < main.left + OVERLAP * main.size ? BEFORE * main.size : 0;
  return aside + 2 * vertical + before;
}
