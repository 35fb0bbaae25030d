import type { Plot } from './article.ts';

export type Rgb = readonly [number, number, number];

export const COLOURS: readonly Rgb[] = [
  [31, 78, 158],
  [190, 60, 40],
  [40, 130, 70],
];

/** Converts points to fractions of the plot box, clipped to the box. */
export function fractionsOf(
  points: readonly (readonly [number, number])[],
  { x, y }: Plot,
): (readonly [number, number])[] {
  const within = (value: number, { from, to }: Plot['x']) => Math.min(1, Math.max(0, (value - from) / (to - from)));
  return points.map(([px, py]) => [within(px, x), within(py, y)] as const);
}
