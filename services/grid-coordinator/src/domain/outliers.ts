import { AXES, type GridPointParams } from '@almagest/contracts/grid';
import { checkOnAxis, nameAt, type GridPlace } from './interpolation-error.ts';
import { axisOutside, continuationsOnAxis, stencilAround, type WeightedPoint } from './interpolation.ts';
import type { Grid } from './lattice.ts';

/** Of three predictions, rarely all rest on one bad neighbour. */
const ENOUGH = 3;

/**
 * How the neighbours of a point predict its model, without itself; each prediction is a list of points with weights that
 * sum to 1. `has` tells which points have a model.
 *
 * First along each axis from the two grid values around it. If those are fewer than three, as at the edges of a grid,
 * then from the three other corners of a rectangle in two axes, which is exact where their effects add up; last along an
 * axis from the next two values on one side.
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
 * How the grid predicts the model of a point beside its axes: linearly, from the points around it. Undefined outside the
 * grid.
 */
export function surroundingPrediction(grid: Grid, params: GridPointParams): readonly WeightedPoint[] | undefined {
  return axisOutside(grid, params) === undefined ? stencilAround(grid, params, 'linear').points : undefined;
}

/** The names of all points on which predictions may rest. */
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

/** For each two axes, the rectangles of neighbouring grid values that have the point as a corner, without it. */
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
 * How far a model is from what its neighbours predict: the smallest residual of its predictions. An outlier agrees with
 * none of them, while a good model beside an outlier agrees with those that do not rest on it. Null for none.
 */
export function outlierResidual(residuals: readonly (number | null)[]): number | null {
  const known = residuals.filter((residual) => residual !== null);
  return known.length === 0 ? null : Math.min(...known);
}
