import type { Box } from '../block.ts';
import { intersect } from '../geometry.ts';
import { finiteBox, type Matrix } from './matrix.ts';
import type { OperatorCodes, OperatorListener } from './operators.ts';

/** Thicker areas are cells, not lines. */
export const BORDER_THICKNESS = 3; // points
/** A path with more numbers is a drawing. */
const LONGEST_PATH = 600;
/** A page with more lines is a map or a plot. */
const MOST_BORDERS = 3000;

/** pdfjs's codes of the segments of a path. */
const MOVE = 0;
const LINE = 1;
const CLOSE = 4;

/** Curves and slanted lines of this extent are signs, such as ticks in the cells of a table. */
const LARGEST_SIGN = 12; // points

/**
 * Collects the horizontal and vertical lines of a page, also those that are drawn as thin areas or as the sides of
 * rectangles. A path with a slanted line or a curve
 * has none: it is a part of a drawing.
 */
export class BorderReader implements OperatorListener {
  readonly #ops: OperatorCodes;
  readonly #borders: Box[] = [];
  /** Paths with slanted lines and curves, on the page as it is stored. */
  readonly curves: Box[] = [];

  constructor(ops: OperatorCodes) {
    this.#ops = ops;
  }

  /** Thin boxes on the page as it is stored; none on a page with very many. */
  get borders(): readonly Box[] {
    return this.#borders.length > MOST_BORDERS ? [] : this.#borders;
  }

  constructPath([operator, data, bounds]: readonly unknown[], matrix: Matrix, clip: Box): void {
    if (operator === this.#ops.endPath || !bounds || this.#borders.length > MOST_BORDERS) return;
    const [path] = data as readonly (ArrayLike<number> | null)[];
    if (!path) return;
    const add = (corners: ArrayLike<number>) => {
      const box = finiteBox(matrix, corners);
      const visible = box && intersect(box, clip);
      if (visible) this.#borders.push(visible);
    };
    const whole = finiteBox(matrix, bounds as ArrayLike<number>);
    if (whole && isThin(whole)) add(bounds as ArrayLike<number>);
    else if (whole) {
      const sides = path.length > LONGEST_PATH ? undefined : sidesOf(path);
      if (sides) for (const side of sides) add(side);
      else if (isLarge(whole) && this.curves.length < MOST_BORDERS) this.curves.push(whole);
    }
  }
}

/** Whether a box is as thin as a line, and not a dot. */
function isThin({ left, top, right, bottom }: Box): boolean {
  const [width, height] = [right - left, bottom - top];
  return Math.min(width, height) <= BORDER_THICKNESS && Math.max(width, height) > BORDER_THICKNESS;
}

type Corners = readonly [number, number, number, number];

function isLarge({ left, top, right, bottom }: Box): boolean {
  return Math.max(right - left, bottom - top) > LARGEST_SIGN;
}

/** The segments of a path; undefined if one of them is not parallel to an edge of the page. */
function sidesOf(path: ArrayLike<number>): Corners[] | undefined {
  const sides: Corners[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (let i = 0; i < path.length;) {
    const code = path[i];
    if (code !== MOVE && code !== LINE && code !== CLOSE) return undefined;
    const [toX, toY] = code === CLOSE ? [startX, startY] : [path[i + 1] ?? 0, path[i + 2] ?? 0];
    if (code === MOVE) [startX, startY] = [toX, toY];
    else if (x !== toX && y !== toY) return undefined;
    else if (x !== toX || y !== toY) sides.push([x, y, toX, toY]);
    [x, y] = [toX, toY];
    i += code === CLOSE ? 1 : 3;
  }
  return sides;
}
