import { endOf } from '../items.ts';
import type { Item } from '../node.ts';
import { SCRIPT_SIZE, ALIKE } from '../../tex/size-classes.ts';
import { SCRIPT_SHIFT } from '../../tex/tex-metrics.ts';

/** Maximum gap in em between the parts of a script. */
export const CONTINUED = 0.35;
const BESIDE = 0.3; // em
const OVERLAP = -0.4; // em

type Shift = readonly [least: number, most: number, usual: number];

/** TeX's positions of scripts, in em of their base. */
interface Shifts {
  readonly up: Shift;
  readonly down: Shift;
}

/**
 * Shifts of scripts at letters (`FIRST`) and at scripts (`SECOND`): σ13 to σ19 of cmsy10 and cmsy7, and more for taller
 * or deeper bases.
 */
const FIRST: Shifts = { up: [0.28, 0.8, SCRIPT_SHIFT.ofText.up], down: [0.12, 0.6, SCRIPT_SHIFT.ofText.down] };
const SECOND: Shifts = { up: [0.28, 0.8, SCRIPT_SHIFT.ofScript.up], down: [0.12, 0.5, SCRIPT_SHIFT.ofScript.down] };
/** Maximum distance in em between a script and TeX's position next to its letter. */
const FITTING = 0.15;
/** Maximum distance in em between a nested script and TeX's position. */
const MOST_MISFIT = 0.35;

/** Returns whether the item continues a script at the script's end, like the second digit of an exponent. */
export function continuesScript(item: Item, before: Item, reach = CONTINUED): boolean {
  const gap = item.left - before.right;
  return (
    Math.abs(item.size - before.size) < ALIKE * item.size &&
    Math.abs(item.baseline - before.baseline) < ALIKE * item.size &&
    gap > -BESIDE * item.size &&
    gap < reach * item.size
  );
}

/** Gap and shift of a third-level script, in em. The shift is smaller than in TeX's second level. */
const THIRD = { overlap: -0.15, gap: 0.2, shift: 0.5 };

/** Returns whether the item is a third-level script. The script is as large as its base. */
export function isThirdScript(item: Item, host: Item): boolean {
  const gap = (item.left - host.right) / item.size;
  const shift = Math.abs(item.baseline - host.baseline) / item.size;
  const isSameSize = Math.abs(item.size - host.size) < ALIKE * item.size;
  return isSameSize && gap > THIRD.overlap && gap < THIRD.gap && shift < THIRD.shift;
}

/** Returns the script to which this smaller item belongs, according to the item's position. */
export function nearestHost<Placed extends { readonly item: Item }>(
  item: Item,
  placed: readonly Placed[],
): Placed | undefined {
  let best: Placed | undefined;
  let least = MOST_MISFIT;
  for (const one of placed) {
    const host = one.item;
    if (item.size > SCRIPT_SIZE * host.size) continue;
    const off = distanceTo(host, item, SECOND);
    if (off < least && !placed.some((other) => isBetween(other.item, host, item))) [best, least] = [one, off];
  }
  return best;
}

/** Returns whether the host continues before the item. In that case, a script of the host would be further right. */
function isBetween(other: Item, host: Item, item: Item): boolean {
  return other.left > host.left && other.left < item.right && continuesScript(other, host);
}

/**
 * Returns the letter in a row that would have a script at this position in TeX, or undefined.
 *
 * @param letters full-size letters on their baselines
 */
export function letterOf<Letter extends Item>(item: Item, letters: readonly Letter[]): Letter | undefined {
  let best: Letter | undefined;
  let least = FITTING;
  for (const letter of letters) {
    const off = distanceTo(letter, item, FIRST);
    if (off < least) [best, least] = [letter, off];
  }
  return best;
}

/**
 * Returns the distance in em between a script and TeX's position for this host. Returns infinity if the item can't be a
 * script of this host. Superscripts begin after the italic correction.
 */
function distanceTo(host: Item, item: Item, { up, down }: Shifts): number {
  const rise = (host.baseline - item.baseline) / host.size;
  const end = rise > 0 ? endOf(host) : host.right;
  if ((item.left - end) / host.size < OVERLAP || (item.left - host.right) / host.size > BESIDE) return Infinity;
  // A fraction above an index is a power of the indexed letter. The fraction is much higher than a power of the index.
  if (item.node.kind === 'fraction' && rise > up[1]) return Infinity;
  const gap = Math.abs(item.left - end) / host.size;
  return (rise > 0 ? misfit(rise, up) : misfit(-rise, down)) + 0.5 * gap;
}

/** Returns the distance of a shift from TeX's range, plus a small amount for unusual shifts. */
function misfit(shift: number, [from, to, usual]: Shift): number {
  return Math.max(0, from - shift, shift - to) + 0.1 * Math.abs(shift - usual);
}
