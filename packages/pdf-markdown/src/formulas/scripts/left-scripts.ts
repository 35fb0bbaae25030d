import type { Atom } from './script-columns.ts';
import { byLeft, endOf, textOf } from '../items.ts';
import type { Item } from '../node.ts';

/**
 * Maximum gap between a script and the next letter, in em of the letters. TeX inserts half a point after a script.
 * Before a left script of the next letter, the space is at least as large.
 */
const MOST_SCRIPT_SPACE = 0.12;
const APART = { ofHarmonics: 0.035, ofOthers: 0.15 };
const LEFT_SCRIPT = /^[−+\d]$/;
/** Spin-weighted harmonics have their spin on the left: `{}_{-2}Y_{\ell m}`. */
const HARMONIC = /^[YS]$/;

/** Returns whether this letter may have a left script. */
export function takesLeftScript(item: Item | undefined): boolean {
  return item?.node.kind === 'sign' && item.node.alphabet === 'italic' && /^\p{Lu}$/u.test(item.node.text);
}

/** Returns whether this is an upright capital: a spectroscopic term or the start of an element name. */
function isUpright(item: Item): boolean {
  const { node } = item;
  return (node.kind === 'sign' || node.kind === 'word') && node.alphabet === 'roman' && /^\p{Lu}/u.test(node.text);
}

/**
 * Moves scripts after a letter to the next letter if a space separates them from the first letter. They are a left
 * subscript of an italic letter, or a raised number before an upright letter, as in `2p^3\,{}^4\mathrm{S}`.
 */
export function cutLeftScripts(atoms: readonly Atom[], size: number): Atom[] {
  return atoms.flatMap((atom, i) => {
    const next = atoms[i + 1]?.item;
    if (!atom.item || !next) return [atom];
    const [sub, sup] = [atom.sub.toSorted(byLeft), atom.sup.toSorted(byLeft)];
    const low = takesLeftScript(next) ? leftScriptAt(sub, next, size) : -1;
    if (low > 0) return cutAt(atom, { sub: sub.slice(0, low) }, { sub: sub.slice(low) });
    const high = isUpright(next) ? leftNumberAt(sup, next, size) : -1;
    return high > 0 ? cutAt(atom, { sup: sup.slice(0, high) }, { sup: sup.slice(high) }) : [atom];
  });
}

type Scripts = Partial<Pick<Atom, 'sub' | 'sup'>>;

function cutAt(atom: Atom, own: Scripts, others: Scripts): Atom[] {
  const [first] = [...(others.sub ?? []), ...(others.sup ?? [])] as [Item, ...Item[]];
  return [
    { ...atom, ...own },
    { item: undefined, sub: [], sup: [], ...others, left: first.left },
  ];
}

/** Returns the start of the number that is raised before the next letter and follows a thin space, or -1. */
function leftNumberAt(sup: readonly Item[], next: Item, size: number): number {
  const at = leftScriptAt(sup, next, size);
  const isNumber = at > 0 && sup.slice(at).every((item) => /^\d+$/.test(textOf(item)));
  return isNumber ? at : -1;
}

/** Returns the start of the script that follows the last gap and belongs to the next letter, or -1. */
function leftScriptAt(sub: readonly Item[], next: Item, size: number): number {
  const last = sub.at(-1);
  if (!last || next.left - last.right > MOST_SCRIPT_SPACE * size) return -1;
  const least = HARMONIC.test(textOf(next)) ? APART.ofHarmonics : APART.ofOthers;
  const at = sub.findLastIndex((item, i) => i > 0 && item.left - endOf(sub[i - 1] as Item) > least * size);
  return at > 0 && sub.slice(at).every((item) => LEFT_SCRIPT.test(textOf(item))) ? at : -1;
}
