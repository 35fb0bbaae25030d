import type { Box } from '../block.ts';
import { enclose } from '../geometry.ts';

/** Strokes that nearly touch each other, and the box around them. */
export interface Cluster {
  readonly box: Box;
  readonly strokes: readonly Box[];
}

/** Maximum gap between strokes of one drawing. The space above a caption is larger. */
const STROKE_GAP = 9; // points
const MANY_CELLS = 64;
const CELLS_ACROSS = 1e5;
const STROKES_OF_A_DRAWING = 12;

/**
 * Groups strokes that nearly touch each other. Only groups with many strokes are drawings.
 *
 * A grid with cells of STROKE_GAP keeps the time linear in the number of strokes. Sky maps have a hundred thousand
 * strokes.
 */
export function clusterStrokes(strokes: readonly Box[]): Cluster[] {
  const groupOf = new Map<number, number>();
  const sets = new DisjointSets();
  const groups = strokes.map((stroke) => {
    const own = sets.add();
    for (const cell of cellsOf(stroke)) {
      const other = groupOf.get(cell);
      if (other === undefined) groupOf.set(cell, own);
      else sets.join(other, own);
    }
    return own;
  });
  const clusters = Map.groupBy(strokes, (_, i) => sets.rootOf(groups[i] ?? 0)).values();
  return [...clusters].flatMap((own) => {
    const box = own.length < STROKES_OF_A_DRAWING ? undefined : enclose(own);
    return box ? [{ box, strokes: own }] : [];
  });
}

class DisjointSets {
  /** The set into which each set was merged. A set that was not merged is its own parent. */
  readonly #parents: number[] = [];

  add(): number {
    return this.#parents.push(this.#parents.length) - 1;
  }

  join(one: number, other: number): void {
    this.#parents[this.rootOf(one)] = this.rootOf(other);
  }

  rootOf(set: number): number {
    let one = set;
    while (this.#parents[one] !== one) one = this.#parents[one] ?? one;
    this.#parents[set] = one;
    return one;
  }
}

/**
 * Returns the cells of a stroke that is widened by half the gap. For a large stroke, returns only the cells along its
 * edge. Other strokes must cross these cells.
 */
function cellsOf(box: Box): number[] {
  const [left, right] = [cellOf(box.left - STROKE_GAP / 2), cellOf(box.right + STROKE_GAP / 2)];
  const [top, bottom] = [cellOf(box.top - STROKE_GAP / 2), cellOf(box.bottom + STROKE_GAP / 2)];
  const isLarge = (right - left) * (bottom - top) > MANY_CELLS;
  const cells: number[] = [];
  for (let y = top; y <= bottom; y++) {
    const step = isLarge && y > top && y < bottom ? Math.max(1, right - left) : 1;
    for (let x = left; x <= right; x += step) cells.push(x * CELLS_ACROSS + y);
  }
  return cells;
}

function cellOf(place: number): number {
  return Math.floor(place / STROKE_GAP);
}
