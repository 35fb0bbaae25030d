import { AXES, type GridPointParams, type Outlier } from '@almagest/contracts/grid';
import { checkOnAxis, nameAt, type GridPlace } from './interpolation-error.ts';
import { axisOutside, continuationsOnAxis, stencilAround, type WeightedPoint } from './interpolation.ts';
import type { Grid } from '../points/lattice.ts';
import type { PlacedResidual } from './part-residuals.ts';

/** With three predictions, it is rare that all depend on the same bad neighbour. */
const ENOUGH = 3;

/**
 * Returns how a point's neighbours predict its model. Each prediction is a list of points with weights that sum to 1.
 * `has`: whether a point has a model.
 *
 * Predicts first along each axis, from the two grid values around the point. If there are fewer than three predictions,
 * as at the edges of a grid, also predicts from the three other corners of rectangles in two axes. A rectangle's
 * prediction is exact if the effects of both axes add up. As a last resort, predicts along an axis from the next two
 * values on one side.
 */
export function neighbourPredictions(
  grid: Grid,
  place: GridPlace,
  has: (name: string) => boolean,
): (readonly WeightedPoint[])[] {
  const predictions: (readonly WeightedPoint[])[] = [];
  for (const axis of AXES) {
    const check = checkOnAxis(grid, place, axis, 'linear');
    if (check?.from.every(({ name }) => has(name)) === true) predictions.push(check.from);
  }
  for (const points of fromOneSide(grid, place)) {
    if (predictions.length >= ENOUGH) break;
    if (points.every(({ name }) => has(name))) predictions.push(points);
  }
  return predictions;
}

/**
 * Returns how the grid predicts the model of an extra point: linearly, from the points around it. Undefined outside the
 * grid.
 */
export function surroundingPrediction(grid: Grid, params: GridPointParams): readonly WeightedPoint[] | undefined {
  return axisOutside(grid, params) === undefined ? stencilAround(grid, params, 'linear').points : undefined;
}

export function neighbourNames(grid: Grid, place: GridPlace): string[] {
  const onAxes = AXES.flatMap((axis) => checkOnAxis(grid, place, axis, 'linear')?.from ?? []);
  return [...new Set([...onAxes, ...[...fromOneSide(grid, place)].flat()].map(({ name }) => name))];
}

function* fromOneSide(grid: Grid, place: GridPlace): Generator<readonly WeightedPoint[]> {
  yield* rectangles(grid, place);
  for (const axis of AXES) {
    for (const neighbours of continuationsOnAxis(grid, axis, place[axis]))
      yield neighbours.map(({ index, weight }) => ({ name: nameAt(grid, { ...place, [axis]: index }), weight }));
  }
}

/**
 * Considers each pair of axes and the rectangles of neighbouring grid values that have the point as a corner. Yields
 * the other corners of each rectangle.
 */
function* rectangles(grid: Grid, place: GridPlace): Generator<readonly WeightedPoint[]> {
  const sides = AXES.map((axis) =>
    [place[axis] - 1, place[axis] + 1].filter((index) => index >= 0 && index < grid[axis].length),
  );
  for (const [first, one] of AXES.entries()) {
    for (const [second, other] of AXES.entries()) {
      if (second <= first) continue;
      for (const a of sides[first] ?? []) {
        for (const b of sides[second] ?? []) {
          yield [
            { name: nameAt(grid, { ...place, [one]: a }), weight: 1 },
            { name: nameAt(grid, { ...place, [other]: b }), weight: 1 },
            { name: nameAt(grid, { ...place, [one]: a, [other]: b }), weight: -1 },
          ];
        }
      }
    }
  }
}

/**
 * The smallest scale of residuals. Smaller residuals are meaningless, because engines write too few digits.
 */
export const LEAST_SCALE = 1e-4;

/** The usual size of the residuals at a place, times their certainty. */
export type Scale = Pick<PlacedResidual, 'quantity' | 'product' | 'place'> & { readonly scale: number };

/**
 * Returns each quantity at the place where its residual is the largest multiple of the place's scale. Before the scales
 * are known, uses the place with the largest residual. Returns the largest multiples first.
 */
export function rankedParts(parts: readonly PlacedResidual[], scales: readonly Scale[]): Outlier['parts'] {
  const keyOf = ({ quantity, product, place }: Pick<PlacedResidual, 'quantity' | 'product' | 'place'>) =>
    JSON.stringify([quantity, product, place]);
  const known = new Map(scales.map((scale) => [keyOf(scale), scale.scale]));
  const worst = new Map<string, Outlier['parts'][number]>();
  const ranked = parts.map((placed) => {
    const { place: _place, certainty, ...part } = placed;
    const scale = known.get(keyOf(placed));
    return { ...part, times_median: scale === undefined ? null : (part.residual * certainty) / scale };
  });
  for (const part of ranked.toSorted(byMultiple)) {
    const kind = JSON.stringify([part.quantity, part.product]);
    if (!worst.has(kind)) worst.set(kind, part);
  }
  return [...worst.values()];
}

function byMultiple(a: Outlier['parts'][number], b: Outlier['parts'][number]): number {
  return (b.times_median ?? 0) - (a.times_median ?? 0) || b.residual - a.residual;
}
