import type { Box } from '../block.ts';

/** A matrix [a b c d e f] as in the PDF specification: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

// These functions run for each operator and stroke of a page. They read numbers by index, because the iterators of
// destructuring were 3 % of all garbage.

/** Returns the matrix that applies `inner` and then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  return [
    outer[0] * inner[0] + outer[2] * inner[1],
    outer[1] * inner[0] + outer[3] * inner[1],
    outer[0] * inner[2] + outer[2] * inner[3],
    outer[1] * inner[2] + outer[3] * inner[3],
    xOf(outer, inner[4], inner[5]),
    yOf(outer, inner[4], inner[5]),
  ];
}

/** Returns the matrix that moves a point by x, y and then applies `matrix`. */
export function translate(matrix: Matrix, x: number, y: number): Matrix {
  return [matrix[0], matrix[1], matrix[2], matrix[3], xOf(matrix, x, y), yOf(matrix, x, y)];
}

/** Reads the six numbers of a matrix. pdfjs passes the numbers as an array or a typed array. */
export function toMatrix(numbers: ArrayLike<number>): Matrix {
  return [numbers[0] ?? 1, numbers[1] ?? 0, numbers[2] ?? 0, numbers[3] ?? 1, numbers[4] ?? 0, numbers[5] ?? 0];
}

/** Returns the bounding box of a transformed rectangle. `corners` contains x and y of two opposite corners. */
export function transformedBox(matrix: Matrix, corners: ArrayLike<number>): Box {
  const x0 = corners[0] ?? 0;
  const y0 = corners[1] ?? 0;
  const x1 = corners[2] ?? 0;
  const y1 = corners[3] ?? 0;
  return {
    left: matrix[4] + Math.min(matrix[0] * x0, matrix[0] * x1) + Math.min(matrix[2] * y0, matrix[2] * y1),
    top: matrix[5] + Math.min(matrix[1] * x0, matrix[1] * x1) + Math.min(matrix[3] * y0, matrix[3] * y1),
    right: matrix[4] + Math.max(matrix[0] * x0, matrix[0] * x1) + Math.max(matrix[2] * y0, matrix[2] * y1),
    bottom: matrix[5] + Math.max(matrix[1] * x0, matrix[1] * x1) + Math.max(matrix[3] * y0, matrix[3] * y1),
  };
}

/** Returns what `transformedBox` returns, or undefined if a number overflows. */
export function finiteBox(matrix: Matrix, corners: ArrayLike<number>): Box | undefined {
  const box = transformedBox(matrix, corners);
  return Number.isFinite(box.left + box.right + box.top + box.bottom) ? box : undefined;
}

function xOf(matrix: Matrix, x: number, y: number): number {
  return matrix[0] * x + matrix[2] * y + matrix[4];
}

function yOf(matrix: Matrix, x: number, y: number): number {
  return matrix[1] * x + matrix[3] * y + matrix[5];
}
