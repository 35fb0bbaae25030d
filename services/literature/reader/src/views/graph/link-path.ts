import type { PlacedPaper } from './lay-out-graph.ts';

/** Sizes of a paper and of its cell, in CSS pixels. */
export const PAPER = { width: 168, height: 46 } as const;
export const CELL = { width: 232, height: 58 } as const;
/** Height of the year labels. */
export const HEAD = 28;

/** The gap between two columns. */
const GAP = CELL.width - PAPER.width;
const BEND = GAP * 0.7;

type Place = Pick<PlacedPaper, 'column' | 'row'>;

const left = ({ column }: Place) => column * CELL.width;
const right = (one: Place) => left(one) + PAPER.width;
const top = ({ row }: Place) => HEAD + row * CELL.height;
const middle = (one: Place) => top(one) + PAPER.height / 2;

/**
 * Returns the path from the right of the earlier paper to the left of the later one. Links within a year go around.
 * Over the years in between, a link runs below its row, because behind a paper it would look like two links of that
 * paper.
 */
export function linkPath(from: Place, to: Place): string {
  const start = `M${right(from)} ${middle(from)}C${right(from) + BEND} ${middle(from)}`;
  if (to.column <= from.column) return `${start} ${right(to) + BEND} ${middle(to)} ${right(to)} ${middle(to)}`;
  const end = `${left(to) - BEND} ${middle(to)} ${left(to)} ${middle(to)}`;
  if (to.column === from.column + 1) return `${start} ${end}`;
  const below = top(from) + (PAPER.height + CELL.height) / 2;
  const [first, last] = [right(from) + GAP, left(to) - GAP];
  return `${start} ${first - BEND} ${below} ${first} ${below}L${last} ${below}C${last + BEND} ${below} ${end}`;
}
