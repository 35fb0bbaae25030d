import type { Box } from '../block.ts';

/** A matrix [a b c d e f] as in the PDF specification: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The matrix that applies `inner` and then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [p, q, r, s, t, u] = inner;
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}

/** Reads the six numbers that pdfjs passes as any kind of array. */
export function toMatrix(numbers: ArrayLike<number>): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from(numbers);
  return [a, b, c, d, e, f];
}

/** The bounding box of a rectangle after the transformation. */
export function transformedBox([a, b, c, d, e, f]: Matrix, corners: ArrayLike<number>): Box {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [corners[0], corners[1], corners[2], corners[3]];
  return {
    left: e + Math.min(a * x0, a * x1) + Math.min(c * y0, c * y1),
    top: f + Math.min(b * x0, b * x1) + Math.min(d * y0, d * y1),
    right: e + Math.max(a * x0, a * x1) + Math.max(c * y0, c * y1),
    bottom: f + Math.max(b * x0, b * x1) + Math.max(d * y0, d * y1),
  };
}
