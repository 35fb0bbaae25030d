import { isDelimiter } from '../../tex/signs.ts';
import { byLeft, endOf, isLargeOperator, textOf } from '../items.ts';
import type { Item } from '../node.ts';

/** A letter of a row, with the scripts found next to the letter. */
export interface Atom {
  readonly item: Item | undefined;
  readonly sub: Item[];
  readonly sup: Item[];
  readonly left: number;
}

interface Column {
  readonly side: 'sub' | 'sup';
  readonly items: Item[];
  right: number;
}

/**
 * Minimum distance from a letter to a later script column, in em of the letter. Both scripts of a letter begin at its
 * end, but each tensor index begins after the previous index.
 */
const BEYOND = 0.2;
const TOUCHING = 0.02; // em

/**
 * Splits consecutive scripts, such as tensor indices. The first scripts stay with their letter. Later scripts get an
 * empty base (`R^\rho{}_{\mu\nu}`). Scripts in one column stay together.
 */
export function inColumns(atom: Atom): Atom[] {
  const { item, sub, sup } = atom;
  if (!item || sub.length === 0 || sup.length === 0 || isLargeOperator(item) || isDelimiter(textOf(item)))
    return [atom];
  const columns: Column[] = [];
  const sided = [
    ...sub.map((one) => ({ one, side: 'sub' as const })),
    ...sup.map((one) => ({ one, side: 'sup' as const })),
  ];
  for (const { one, side } of sided.toSorted((a, b) => byLeft(a.one, b.one))) {
    const last = columns.at(-1);
    if (last?.side === side) {
      last.items.push(one);
      last.right = Math.max(last.right, one.right);
    } else columns.push({ side, items: [one], right: one.right });
  }
  const isApart = columns.every(({ items }, i) => {
    const before = columns[i - 1];
    const left = items[0]?.left ?? 0;
    return !before || (left > before.right - TOUCHING * item.size && left > endOf(item) + BEYOND * item.size);
  });
  if (!isApart) return [atom];
  return columns.map(({ side, items }, i) => ({
    item: i === 0 ? item : undefined,
    sub: side === 'sub' ? items : [],
    sup: side === 'sup' ? items : [],
    left: i === 0 ? atom.left : (items[0]?.left ?? atom.left),
  }));
}
