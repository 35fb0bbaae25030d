import { AXES, type Axis, type GridPointParams, type SeedKind } from '@almagest/contracts/grid';
import { paramsOf } from '../points/extra-points.ts';
import type { WeightedPoint } from '../models/interpolation.ts';
import type { ExtraPoint } from '../points/lattice.ts';
import { surroundingPrediction } from '../models/outliers.ts';
import type { LineNeighbour, PointLines } from '../points/point-lines.ts';
import { coordinate } from './seed-distance.ts';

/**
 * A nearest model within this many grid steps is a better start than an interpolation across wide steps of other axes.
 * Measured with the sample engine, where models that differ only in metals are 0.35 steps apart
 * (`docs/decisions/0049-*.md`).
 */
export const NEAR_ENOUGH = 0.5;

/**
 * Returns the points from which a point's structure is interpolated, with weights that sum to 1. The structure is the
 * mean of linear interpolations along single axes. An axis is used if it has models on both sides of the point, no
 * further away than the next value of the axis. A point on no grid line is interpolated linearly in all axes from the
 * points around it, if all of these points have a model. Otherwise returns undefined, because an extrapolation may give
 * an impossible atmosphere.
 *
 * `has`: whether a neighbour has a model from which the point may start.
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

/** Returns the neighbours from which a point's seed may be interpolated, with their parameters. */
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

/** Returns the grid points around a point that is on no grid line. Empty outside the grid. */
function pointsAround(lines: PointLines, point: ExtraPoint): readonly WeightedPoint[] {
  const isOnLine = AXES.some((axis) => lines.sidesOf(point, axis).some((side) => side.length > 0));
  const around = isOnLine ? undefined : surroundingPrediction(lines.points.grid, paramsOf(point));
  // In a grid of one point, that point surrounds itself.
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

/** The run and the number of attempts of a point. They show whether a seed was prepared for the next attempt. */
export interface AttemptsSoFar {
  readonly run: number;
  readonly attempts: number;
}

export interface PreparedSeed extends AttemptsSoFar {
  readonly status: 'wanted' | SeedKind;
  /** Whether the structure's file is intact and none of its source models has been rejected or found unfit since. */
  readonly usable: boolean;
}

/**
 * Decides what a claim does for a point with an interpolated seed: `ask` orders the seed, and `wait` waits until the
 * seed is prepared. A seed is prepared for only one attempt, because more neighbours may have a model before the next
 * attempt.
 */
export function decideSeed(point: AttemptsSoFar, prepared: PreparedSeed | undefined): SeedKind | 'ask' | 'wait' {
  if (prepared?.run !== point.run || prepared.attempts !== point.attempts) return 'ask';
  if (prepared.status === 'wanted') return 'wait';
  return prepared.status === 'interpolated' && !prepared.usable ? 'ask' : prepared.status;
}
