import type { Atom } from './script-columns.ts';
import { byLeft, endOf, textOf } from './items.ts';
import type { Item } from './node.ts';

/** Between a script and the next letter TeX leaves half a point, and at least that much before a script of the next letter. */
const SCRIPT_SPACE = 0.12; // sizes of the letters
const APART = { ofHarmonics: 0.035, ofOthers: 0.15 }; // sizes of the letters
const LEFT_SCRIPT = /^[−+\d]$/;
/** Spin-weighted harmonics have their spin before them: `{}_{-2}Y_{\ell m}`. */
const HARMONIC = /^[YS]$/;

/** Whether a script stands before this letter. */
export function takesLeftScript(item: Item | undefined): boolean {
  return item?.node.kind === 'sign' && item.node.alphabet === 'italic' && /^\p{Lu}$/u.test(item.node.text);
}

/** Takes the left subscript of the next letter from the subscripts of a letter, which it follows after a space. */
export function cutLeftScripts(atoms: readonly Atom[], size: number): Atom[] {
  return atoms.flatMap((atom, i) => {
    const next = atoms[i + 1]?.item;
    const sub = atom.sub.toSorted(byLeft);
    const at = atom.item && next && takesLeftScript(next) ? leftScriptAt(sub, next, size) : -1;
    const first = sub[at];
    if (!first) return [atom];
    return [
      { ...atom, sub: sub.slice(0, at) },
      { item: undefined, sub: sub.slice(at), sup: [], left: first.left },
    ];
  });
}

/** Where the script begins that belongs to the next letter: the last one after a gap; -1 if there is none. */
function leftScriptAt(sub: readonly Item[], next: Item, size: number): number {
  const last = sub.at(-1);
  if (!last || next.left - last.right > SCRIPT_SPACE * size) return -1;
  const least = HARMONIC.test(textOf(next)) ? APART.ofHarmonics : APART.ofOthers;
  const at = sub.findLastIndex((item, i) => i > 0 && item.left - endOf(sub[i - 1] as Item) > least * size);
  return at > 0 && sub.slice(at).every((item) => LEFT_SCRIPT.test(textOf(item))) ? at : -1;
}
