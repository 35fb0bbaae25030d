import type { Box } from '../block.ts';
import { intersect } from '../geometry.ts';
import { finiteBox, multiply, toMatrix, type Matrix } from './matrix.ts';
import type { OperatorCodes, OperatorListener } from './operators.ts';

const UNIT_SQUARE = [0, 0, 1, 1];

/** Regions of the marks on a page, in coordinates of the stored page. */
export interface Marks {
  /** Drawings that the page includes as form XObjects. */
  readonly forms: readonly Box[];
  readonly images: readonly Box[];
  /** Single strokes and areas that are directly on the page. */
  readonly strokes: readonly Box[];
}

/** The transformation to the page, and the visible box. */
interface Place {
  readonly matrix: Matrix;
  readonly clip: Box;
}

/**
 * Collects the marks of a page from the page's operators.
 *
 * An image fills the unit square. pdfjs does not decode images here and omits them from its list. So an image appears
 * as a transformation that no drawing operator follows.
 */
export class MarkReader implements Marks, OperatorListener {
  readonly forms: Box[] = [];
  readonly images: Box[] = [];
  readonly strokes: Box[] = [];
  readonly #ops: OperatorCodes;
  /** Position of a possible image. It is cleared when something else is drawn there. */
  #place: Place | undefined;

  constructor(ops: OperatorCodes) {
    this.#ops = ops;
  }

  transform(_: readonly unknown[], matrix: Matrix, clip: Box): void {
    this.#fill();
    this.#place = { matrix, clip };
  }

  restore(): void {
    this.#fill();
  }

  showText(): void {
    this.#place = undefined;
  }

  constructPath([operator, , bounds]: readonly unknown[], matrix: Matrix, clip: Box): void {
    if (operator === this.#ops.endPath) {
      if (this.#place) this.#place = { ...this.#place, clip };
      return;
    }
    this.#place = undefined;
    if (bounds) add(this.strokes, { matrix, clip }, bounds as ArrayLike<number>);
  }

  paintFormXObjectBegin([, bbox]: readonly unknown[], matrix: Matrix, clip: Box): void {
    this.#place = undefined;
    if (bbox) add(this.forms, { matrix, clip }, bbox as ArrayLike<number>);
  }

  beginGroup([group]: readonly unknown[], ctm: Matrix, clip: Box): void {
    this.#place = undefined;
    const { matrix, bbox } = (group ?? {}) as { matrix?: ArrayLike<number> | null; bbox?: ArrayLike<number> | null };
    if (bbox) add(this.forms, { matrix: matrix ? multiply(ctm, toMatrix(matrix)) : ctm, clip }, bbox);
  }

  paintImageXObject(_: readonly unknown[], matrix: Matrix, clip: Box): void {
    this.#place = { matrix, clip };
    this.#fill();
  }

  paintInlineImageXObject(args: readonly unknown[], matrix: Matrix, clip: Box): void {
    this.paintImageXObject(args, matrix, clip);
  }

  paintImageMaskXObject(args: readonly unknown[], matrix: Matrix, clip: Box): void {
    this.paintImageXObject(args, matrix, clip);
  }

  paintSolidColorImageMask(args: readonly unknown[], matrix: Matrix, clip: Box): void {
    this.paintImageXObject(args, matrix, clip);
  }

  #fill(): void {
    if (this.#place) add(this.images, this.#place, UNIT_SQUARE);
    this.#place = undefined;
  }
}

/** Adds the visible part of a transformed rectangle, unless a number overflows. */
function add(boxes: Box[], { matrix, clip }: Place, corners: ArrayLike<number>): void {
  const box = finiteBox(matrix, corners);
  const visible = box && intersect(box, clip);
  if (visible) boxes.push(visible);
}
