import { axisOf, byLeft, isExtensible, textOf } from '../items.ts';
import type { Item } from '../node.ts';
import { closingOf, isDelimiter } from '../../tex/signs.ts';
import { SCRIPT_SIZE } from '../../tex/size-classes.ts';

/**
 * Maximum gaps in em of the bracket: to the letters before it in its script, and to the base if the bracket begins the
 * script.
 */
const BRACKET_REACH = { onAxis: 1.5, ofLetter: 0.3 };
const SAME_AXIS = 0.2; // em of the bracket
/**
 * Fractions in scripts use the size of second-level scripts: 0.5 of the text in Computer Modern, 0.7 in inline
 * formulas.
 */
const FRACTION_SIZE = 0.62;

/** Two tall brackets in a script and the print between them. */
export type Raised = readonly Item[];

/**
 * Finds tall brackets in scripts, with their contents. The extensible font has one size for rows and scripts. So such
 * brackets look like a separate row if everything inside is small.
 *
 * @param row full-size print on one line
 * @param small the smaller print
 * @param size of the full-size letters in points
 */
export function raisedBrackets(row: readonly Item[], small: readonly Item[], size: number): Raised[] {
  if (!row.every((item) => isExtensible(item) && isDelimiter(textOf(item)))) return [];
  const units: Raised[] = [];
  let open: Item[] = [];
  let depth = 0;
  for (const bracket of row.toSorted(byLeft)) {
    open.push(bracket);
    depth += closingOf(textOf(bracket)) === undefined ? -1 : 1;
    if (depth > 0) continue;
    units.push([...open, ...small.filter((item) => isBetween(item, open))]);
    open = [];
    depth = 0;
  }
  const isWhole = open.length === 0 && units.every((unit) => unit.some((item) => isOfScript(item, size)));
  return isWhole ? units : [];
}

function isBetween(item: Item, brackets: readonly Item[]): boolean {
  const [first, last] = [brackets[0] as Item, brackets.at(-1) as Item];
  return (
    item.left > first.left &&
    item.right < last.right &&
    brackets.some((bracket) => item.top < bracket.bottom && item.bottom > bracket.top)
  );
}

function isOfScript(item: Item, size: number): boolean {
  if (item.node.kind === 'fraction') return item.size < FRACTION_SIZE * size;
  return !item.centred && item.size < SCRIPT_SIZE * size;
}

/** Minimum gap between print and the next bracket. The gap is negative, because letters are slanted. */
const OVERLAP = -0.1; // em

/** Returns the print after which the brackets continue: a letter of the script, or the script's base. */
export function beforeRaised<One extends { readonly item: Item }>(
  raised: Raised,
  others: readonly One[],
): One | undefined {
  const [bracket] = raised.toSorted(byLeft);
  if (!bracket) return undefined;
  const gap = ({ item }: One) => (bracket.left - item.right) / bracket.size;
  const onAxis = others.filter((one) => {
    const isLevel = Math.abs(axisOf(one.item) - axisOf(bracket)) < SAME_AXIS * bracket.size;
    return isLevel && gap(one) > OVERLAP && gap(one) < BRACKET_REACH.onAxis;
  });
  const letters = others.filter(
    (one) => axisOf(one.item) > axisOf(bracket) && Math.abs(gap(one)) < BRACKET_REACH.ofLetter,
  );
  return [onAxis, letters].map((some) => some.toSorted((a, b) => gap(a) - gap(b))[0]).find((one) => one !== undefined);
}
