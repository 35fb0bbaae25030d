import type { Box } from './block.ts';

/** Returns the smallest box that contains all boxes. Returns undefined if there are no boxes. */
export function enclose(boxes: Iterable<Box>): Box | undefined {
  let around: Box | undefined;
  for (const box of boxes) {
    around = around
      ? {
          left: Math.min(around.left, box.left),
          top: Math.min(around.top, box.top),
          right: Math.max(around.right, box.right),
          bottom: Math.max(around.bottom, box.bottom),
        }
      : { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
  }
  return around;
}

/** Returns whether the boxes overlap or touch. The first box is widened by `margin` points on every side. */
export function touch(a: Box, b: Box, margin = 0): boolean {
  return (
    a.left - margin <= b.right && b.left <= a.right + margin && a.top - margin <= b.bottom && b.top <= a.bottom + margin
  );
}

export function contains(outer: Box, inner: Box): boolean {
  return (
    inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
  );
}

/** Returns the part of `box` within `frame`, or undefined. */
export function intersect(box: Box, frame: Box): Box | undefined {
  const left = Math.max(box.left, frame.left);
  const top = Math.max(box.top, frame.top);
  const right = Math.min(box.right, frame.right);
  const bottom = Math.min(box.bottom, frame.bottom);
  return left <= right && top <= bottom ? { left, top, right, bottom } : undefined;
}

/** Returns the length of the part of [a0, a1] within [b0, b1]. */
export function overlapLength(a0: number, a1: number, b0: number, b1: number): number {
  return Math.max(0, Math.min(a1, b1) - Math.max(a0, b0));
}

export function median(values: readonly number[], fallback: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? fallback;
}

/** Returns the quantile at `share` (0 to 1), or `fallback` for an empty list. */
export function quantile(values: readonly number[], share: number, fallback: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? fallback;
}

/**
 * Returns the weighted mode after rounding to multiples of `step`. If several values are equally frequent, returns the
 * smallest. Returns `fallback` for an empty list.
 */
export function mode(
  values: Iterable<readonly [value: number, weight: number]>,
  step: number,
  fallback: number,
): number {
  const weights = new Map<number, number>();
  for (const [value, weight] of values) {
    const key = Math.round(value / step);
    weights.set(key, (weights.get(key) ?? 0) + weight);
  }
  let best: number | undefined;
  for (const [key, weight] of weights) {
    const most = best === undefined ? -1 : (weights.get(best) ?? 0);
    if (weight > most || (weight === most && best !== undefined && key < best)) best = key;
  }
  return best === undefined ? fallback : best * step;
}
