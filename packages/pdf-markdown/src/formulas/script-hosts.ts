import { endOf } from './items.ts';
import type { Item } from './node.ts';

/** TeX sets scripts at 0.7 of their base, or more where fonts are small (7 pt beside 9 pt). */
export const SCRIPT_SIZE = 0.88;
/** Largest gap between the parts of a script, sizes. */
export const CONTINUED = 0.35;
const BESIDE = 0.3; // sizes
const OVERLAP = -0.4; // sizes

type Shift = readonly [least: number, most: number, usual: number];

/** Where TeX puts scripts, sizes of what they stand on. */
interface Shifts {
  readonly up: Shift;
  readonly down: Shift;
}

/** Scripts of letters, and of scripts: σ13 to σ19 of cmsy10 and cmsy7, and more beside what is taller or deeper. */
const FIRST: Shifts = { up: [0.28, 0.8, 0.4], down: [0.12, 0.6, 0.25] };
const SECOND: Shifts = { up: [0.28, 0.8, 0.45], down: [0.12, 0.5, 0.2] };
/** A script is at most this far from where TeX would put it beside its letter, sizes. */
const FITTING = 0.15;
/** What is farther than this from where TeX puts scripts of scripts is none, sizes. */
const MOST_MISFIT = 0.35;

/** Whether the item goes on where another script ends: the second digit of an exponent. */
export function continuesScript(item: Item, before: Item, reach = CONTINUED): boolean {
  const gap = item.left - before.right;
  return (
    Math.abs(item.size - before.size) < 0.06 * item.size &&
    Math.abs(item.baseline - before.baseline) < 0.06 * item.size &&
    gap > -0.3 * item.size &&
    gap < reach * item.size
  );
}

/** Whether the item is a script of a script of a script, which has the size of what it stands on. */
export function isThirdScript(item: Item, host: Item): boolean {
  const gap = (item.left - host.right) / item.size;
  const shift = Math.abs(item.baseline - host.baseline) / item.size;
  const isSameSize = Math.abs(item.size - host.size) < 0.06 * item.size;
  return isSameSize && gap > -0.15 && gap < 0.2 && shift > 0.06 && shift < 0.5;
}

/** The script on which a smaller one stands: where a script of it would be. */
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

/** Whether the host goes on before the item ends: then a script of it would be farther to the right. */
function isBetween(other: Item, host: Item, item: Item): boolean {
  return other.left > host.left && other.left < item.right && continuesScript(other, host);
}

/**
 * The letter of a row beside which the item stands where TeX puts a script; undefined if there is none.
 *
 * @param letters of full size on their baselines
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
 * How far a script is from where TeX puts those of this host, sizes; infinite where there can be none. Superscripts stand
 * beyond the italic correction.
 */
function distanceTo(host: Item, item: Item, { up, down }: Shifts): number {
  const rise = (host.baseline - item.baseline) / host.size;
  const end = rise > 0 ? endOf(host) : host.right;
  if ((item.left - end) / host.size < OVERLAP || (item.left - host.right) / host.size > BESIDE) return Infinity;
  // A fraction above an index is a power of the letter that has the index, and much higher than one of the index.
  if (item.node.kind === 'fraction' && rise > up[1]) return Infinity;
  const gap = Math.abs(item.left - end) / host.size;
  return (rise > 0 ? misfit(rise, up) : misfit(-rise, down)) + 0.5 * gap;
}

/** How far a shift is from those that TeX makes, and a little for being unusual. */
function misfit(shift: number, [from, to, usual]: Shift): number {
  return Math.max(0, from - shift, shift - to) + 0.1 * Math.abs(shift - usual);
}
