import type { Item } from './node.ts';

/** TeX sets scripts at 0.7 of their base, or more where fonts are small (7 pt beside 9 pt). */
export const SCRIPT_SIZE = 0.88;
/** Largest gap between the parts of a script, sizes. */
export const CONTINUED = 0.35;
const BESIDE = 0.3; // sizes

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

/** The script on which a smaller one stands: where a script of it would be. */
export function nearestHost<Placed extends { readonly item: Item }>(
  item: Item,
  placed: readonly Placed[],
): Placed | undefined {
  let best: Placed | undefined;
  let least = Infinity;
  for (const one of placed) {
    const host = one.item;
    const gap = (item.left - host.right) / host.size;
    if (item.size > SCRIPT_SIZE * host.size || gap < -0.4 || gap > BESIDE) continue;
    const rise = (host.baseline - item.baseline) / host.size;
    const off = rise > 0 ? misfit(rise, 0.28, 0.8, 0.45) : misfit(-rise, 0.12, 0.5, 0.2);
    if (off + 0.5 * Math.abs(gap) < least) [best, least] = [one, off + 0.5 * Math.abs(gap)];
  }
  return best;
}

/** How far a shift is from those that TeX makes, and a little for being unusual. */
function misfit(shift: number, from: number, to: number, usual: number): number {
  return Math.max(0, from - shift, shift - to) + 0.1 * Math.abs(shift - usual);
}
