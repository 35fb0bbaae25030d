import type { Box } from '../block.ts';
import { intersect } from '../geometry.ts';
import { finiteBox, type Matrix } from './matrix.ts';
import type { OperatorCodes, OperatorListener } from './operators.ts';

/** Maximum thickness of a line. Thicker areas are cells. */
export const BORDER_THICKNESS = 3; // points
/** Maximum number of numbers in a path. A longer path is part of a drawing. */
const LONGEST_PATH = 600;
/** Maximum number of lines on a page. A page with more lines is a map or a plot. */
const MOST_BORDERS = 3000;

/** pdfjs's codes of path segments. */
const MOVE = 0;
const LINE = 1;
const CLOSE = 4;

/** Maximum size of a sign with curves or slanted lines, such as a tick in a table cell. */
const LARGEST_SIGN = 12; // points

/**
 * Collects the horizontal and vertical lines of a page, including thin areas and sides of rectangles. A path with a
 * slanted line or a curve is part of a drawing and is skipped.
 */
export class BorderReader implements OperatorListener {
  readonly #ops: OperatorCodes;
  readonly #borders: Box[] = [];
  /** The sides of rectangles that are thicker than lines. These rectangles are frames and shaded areas. */
  readonly #sides: Box[] = [];
  /** Paths with slanted lines and curves, in coordinates of the stored page. */
  readonly curves: Box[] = [];

  constructor(ops: OperatorCodes) {
    this.#ops = ops;
  }

  /** Returns thin boxes in coordinates of the stored page. Returns an empty list if the page has too many. */
  get borders(): readonly Box[] {
    return this.#isFull ? [] : this.#borders;
  }

  get sides(): readonly Box[] {
    return this.#isFull ? [] : this.#sides;
  }

  get #isFull(): boolean {
    return this.#borders.length + this.#sides.length > MOST_BORDERS;
  }

  constructPath([operator, data, bounds]: readonly unknown[], matrix: Matrix, clip: Box): void {
    if (operator === this.#ops.endPath || !bounds || this.#isFull) return;
    const [path] = data as readonly (ArrayLike<number> | null)[];
    if (!path) return;
    const add = (corners: ArrayLike<number>, boxes = this.#borders) => {
      const box = finiteBox(matrix, corners);
      const visible = box && intersect(box, clip);
      if (visible) boxes.push(visible);
    };
    const whole = finiteBox(matrix, bounds as ArrayLike<number>);
    if (whole && isThin(whole)) add(bounds as ArrayLike<number>);
    else if (whole) {
      const sides = path.length > LONGEST_PATH ? undefined : sidesOf(path);
      if (sides) for (const side of sides) add(side, sides.length === 4 ? this.#sides : this.#borders);
      else if (isLarge(whole) && this.curves.length < MOST_BORDERS) this.curves.push(whole);
    }
  }
}

/** Returns whether a box is as thin as a line and not a dot. */
function isThin({ left, top, right, bottom }: Box): boolean {
  const [width, height] = [right - left, bottom - top];
  return Math.min(width, height) <= BORDER_THICKNESS && Math.max(width, height) > BORDER_THICKNESS;
}

type Corners = readonly [number, number, number, number];

function isLarge({ left, top, right, bottom }: Box): boolean {
  return Math.max(right - left, bottom - top) > LARGEST_SIGN;
}

/** Returns the segments of a path, or undefined if a segment is not parallel to an edge of the page. */
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
