import { AXES, type Axis, type GridPointParams } from '@almagest/contracts/grid';
import { paramsOf } from './extra-points.ts';
import type { WeightedPoint } from './interpolation.ts';
import type { ExtraPoint } from './lattice.ts';
import { surroundingPrediction } from './outliers.ts';
import type { LineNeighbour, PointLines } from './point-lines.ts';
import { coordinate } from './seed-distance.ts';

/** How the structure of a seed step is found. */
export type SeedKind = 'nearest' | 'interpolated';

/**
 * A nearest model that is at most this many grid steps away starts a point better than an interpolation over the wide
 * steps of other axes: measured on the sample engine, where models that differ in metals alone are 0.35 steps away
 * (`docs/decisions/0049-*.md`).
 */
export const NEAR_ENOUGH = 0.5;

/**
 * The points between which a point's structure is interpolated, with weights that sum to 1: the mean of the linear
 * interpolations along each axis on which there is a model on both sides, the next value of the axis at the farthest. A
 * point that lies on no line of the grid is interpolated linearly in all axes from the points around it, if all have a
 * model. Undefined otherwise: an extrapolation leads out of what an atmosphere may be.
 *
 * `has`: whether a neighbour has a model that may start the point.
 */
export function seedBlend(
  lines: PointLines,
  point: ExtraPoint,
  has: (name: string) => boolean,
): readonly WeightedPoint[] | undefined {
  const pairs = AXES.flatMap((axis) => {
    const [lower, higher] = lines.sidesOf(point, axis).map((side) => side.find(({ name }) => has(name)));
    return lower === undefined || higher === undefined ? [] : [linear(axis, point, lower, higher)];
  });
  if (pairs.length > 0) return pairs.flat().map(({ name, weight }) => ({ name, weight: weight / pairs.length }));
  const around = pointsAround(lines, point);
  return around.length > 0 && around.every(({ name }) => has(name)) ? around : undefined;
}

/** The neighbours of a point that its seed may be interpolated between, with their parameters. */
export function seedNeighbours(lines: PointLines, point: ExtraPoint): readonly SeedNeighbour[] {
  const onLines = AXES.flatMap((axis) => lines.sidesOf(point, axis).flat());
  const around = pointsAround(lines, point).flatMap(({ name }) => {
    const values = lines.valuesOf(name);
    return values === undefined ? [] : [{ name, point: values }];
  });
  return [...onLines, ...around].map(({ name, point: values }) => ({ name, params: paramsOf(values) }));
}

interface SeedNeighbour {
  readonly name: string;
  readonly params: GridPointParams;
}

/** The points of the grid around one that is on none of its lines; none outside the grid. */
function pointsAround(lines: PointLines, point: ExtraPoint): readonly WeightedPoint[] {
  const isOnLine = AXES.some((axis) => lines.sidesOf(point, axis).some((side) => side.length > 0));
  const around = isOnLine ? undefined : surroundingPrediction(lines.points.grid, paramsOf(point));
  // A point of a grid of one point has itself around it.
  return around === undefined || around.length < 2 ? [] : around;
}

function linear(axis: Axis, point: ExtraPoint, lower: LineNeighbour, higher: LineNeighbour): WeightedPoint[] {
  const place = (of: ExtraPoint) => coordinate(axis, of[axis].value);
  const share = (place(point) - place(lower.point)) / (place(higher.point) - place(lower.point));
  return [
    { name: lower.name, weight: 1 - share },
    { name: higher.name, weight: share },
  ];
}

/** The attempts of a point by which it is told whether its seed was prepared for the next one. */
export interface AttemptsSoFar {
  readonly run: number;
  readonly attempts: number;
}

export interface PreparedSeed extends AttemptsSoFar {
  readonly status: 'wanted' | SeedKind;
  /** Whether its file is intact, and nothing that it was interpolated from was rejected or found unfit since. */
  readonly usable: boolean;
}

/**
 * What a claim does for a point whose seed is interpolated: `ask` has it prepared, `wait` waits for that. A seed is
 * prepared for one attempt: after another one, more neighbours may have a model.
 */
export function decideSeed(point: AttemptsSoFar, prepared: PreparedSeed | undefined): SeedKind | 'ask' | 'wait' {
  if (prepared?.run !== point.run || prepared.attempts !== point.attempts) return 'ask';
  if (prepared.status === 'wanted') return 'wait';
  return prepared.status === 'interpolated' && !prepared.usable ? 'ask' : prepared.status;
}
