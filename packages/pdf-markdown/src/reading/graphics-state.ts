import type { Box } from '../block.ts';
import { intersect } from '../geometry.ts';
import { finiteBox, multiply, toMatrix, type Matrix } from './matrix.ts';
import { SavedState } from './saved-state.ts';

const NO_CLIP: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
/** A box that clips everything. */
const FULL_CLIP: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };

interface State {
  readonly ctm: Matrix;
  readonly clip: Box;
}

/** Tracks the transformation and the clipping path. */
export class GraphicsState extends SavedState<State> {
  #clipsNextPath = false;
  /** Whether each open marked content is a hidden layer. */
  readonly #layers: boolean[] = [];
  #hidden = 0;
  readonly #isShown: (layer: unknown) => boolean;

  constructor(ctm: Matrix, isShown: (layer: unknown) => boolean) {
    super({ ctm, clip: NO_CLIP });
    this.#isShown = isShown;
  }

  /** Returns the transformation from the next operator's coordinates to the page. */
  get ctm(): Matrix {
    return this.state.ctm;
  }

  /** Returns the visible box on the page. For other clipping shapes, this is the box around the shape. */
  get visible(): Box {
    return this.#hidden > 0 ? FULL_CLIP : this.state.clip;
  }

  paintFormXObjectBegin([matrix, bbox]: readonly unknown[]): void {
    this.save();
    if (matrix) this.transform(matrix as readonly number[]);
    if (bbox) this.#clipTo(bbox as ArrayLike<number>);
  }

  beginMarkedContent(): void {
    this.#layers.push(false);
  }

  beginMarkedContentProps([tag, properties]: readonly unknown[]): void {
    const isHidden = tag === 'OC' && !this.#isShown(properties);
    this.#layers.push(isHidden);
    if (isHidden) this.#hidden += 1;
  }

  endMarkedContent(): void {
    if (this.#layers.pop() === true) this.#hidden -= 1;
  }

  transform(matrix: readonly unknown[]): void {
    this.state = { ...this.state, ctm: multiply(this.ctm, toMatrix(matrix as readonly number[])) };
  }

  /**
   * Marks the next path as a clipping path. The path clips only after the operator that paints or ends the path (ISO
   * 32000-1, 8.5.4).
   */
  clip(): void {
    this.#clipsNextPath = true;
  }

  eoClip(): void {
    this.clip();
  }

  constructPath([, , bounds]: readonly unknown[]): void {
    if (!bounds) return;
    if (this.#clipsNextPath) this.#clipTo(bounds as ArrayLike<number>);
    this.#clipsNextPath = false;
  }

  #clipTo(bounds: ArrayLike<number>): void {
    const box = finiteBox(this.ctm, bounds);
    if (box) this.state = { ...this.state, clip: intersect(box, this.state.clip) ?? FULL_CLIP };
  }
}
