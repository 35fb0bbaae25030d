import type { FormulaTree } from './formula-tree.ts';
import type { MathBox } from './math-box.ts';
import type { AtomClass } from './math-codes.ts';
import type { Style } from './style.ts';

/** An atom of TeX whose nucleus is a box. */
export interface Atom {
  readonly box: MathBox;
  readonly class: AtomClass;
  /** Whether the nucleus is a single character, whose height does not move the scripts. */
  readonly isCharacter: boolean;
  readonly italic: number;
  /** Whether the scripts are placed above and below the nucleus. */
  readonly hasLimits: boolean;
  /** Whether the atom is a space, which TeX does not count as a neighbour. */
  readonly isSpace?: boolean;
}

export type SetPart = (tree: FormulaTree, style: Style) => MathBox;

/** Returns an atom that is not a single character. */
export function plainAtom(box: MathBox, of: AtomClass = 'ord'): Atom {
  return { box, class: of, isCharacter: false, italic: 0, hasLimits: false };
}
