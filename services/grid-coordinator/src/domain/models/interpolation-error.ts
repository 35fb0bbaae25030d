import { AXES, type Axis } from '@almagest/contracts/grid';
import {
  neighboursOnAxis,
  risingValues,
  type InterpolationMethod,
  type Stencil,
  type WeightedPoint,
} from './interpolation.ts';
import { pointName, type Grid } from '../points/lattice.ts';
import type { SpectrumWindow } from './spectrum-windows.ts';
import { lowerMedian, type RangeResidual } from './structure-residual.ts';

/** A point that is predicted from its neighbours on one axis, without the point's own value. */
export interface AxisCheck {
  readonly axis: Axis;
  readonly of: string;
  readonly from: readonly WeightedPoint[];
}

/**
 * The maximum number of points around the parameters that are predicted. The points with the largest weights are
 * chosen.
 */
const MOST_CHECKED = 8;

/**
 * Returns the predictions that estimate the error of an interpolation: for the points of the cell, along each
 * interpolated axis. A point at the end of an axis cannot be predicted along this axis.
 */
export function axisChecks(grid: Grid, stencil: Stencil, method: InterpolationMethod): AxisCheck[] {
  const corners = stencil.points
    .filter(({ name }) => stencil.cell.has(name))
    .toSorted((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_CHECKED);
  const places = placesByName(grid, new Set(corners.map(({ name }) => name)));
  return corners.flatMap(({ name }) =>
    stencil.axes.flatMap((axis) => {
      const place = places.get(name);
      const check = place === undefined ? undefined : checkOnAxis(grid, place, axis, method);
      return check === undefined ? [] : [check];
    }),
  );
}

/** The index of a point on each axis, with values in ascending order. */
export type GridPlace = Readonly<Record<Axis, number>>;

/** Returns undefined at the ends of the axis. */
export function checkOnAxis(
  grid: Grid,
  place: GridPlace,
  axis: Axis,
  method: InterpolationMethod,
): AxisCheck | undefined {
  const neighbours = neighboursOnAxis(grid, axis, place[axis], method);
  if (neighbours === undefined) return undefined;
  const from = neighbours.map(({ index, weight }) => ({ name: nameAt(grid, { ...place, [axis]: index }), weight }));
  return { axis, of: nameAt(grid, place), from };
}

export function nameAt(grid: Grid, place: GridPlace): string {
  return pointName(AXES.map((axis) => risingValues(grid, axis)[place[axis]]?.text ?? ''));
}

export function placesByName(grid: Grid, names: ReadonlySet<string>): Map<string, GridPlace> {
  const byText = AXES.map(
    (axis) => [axis, new Map(risingValues(grid, axis).map(({ text }, index) => [text, index]))] as const,
  );
  return new Map(
    [...names].flatMap((name) => {
      const texts = name.split('_').map((segment) => segment.replace(/^[a-z]+/, ''));
      const entries = byText.map(([axis, places], index) => [axis, places.get(texts[index] ?? '')] as const);
      if (texts.length !== AXES.length || entries.some(([, place]) => place === undefined)) return [];
      return [[name, Object.fromEntries(entries) as GridPlace] as const];
    }),
  );
}

/** Returns the residuals of the checks by axis, and the combined estimate. */
export function interpolationError(
  axes: readonly Axis[],
  checks: readonly AxisCheck[],
  residuals: readonly (number | null)[],
): {
  estimate: number | null;
  by_axis: { axis: Axis; points: number; median: number | null; largest: number | null }[];
  not_judged?: Axis[];
} {
  const byAxis = axes.map((axis) => {
    const own = residuals.filter((residual, index) => residual !== null && checks[index]?.axis === axis) as number[];
    return { axis, points: own.length, median: lowerMedian(own), largest: own.length === 0 ? null : Math.max(...own) };
  });
  const medians = byAxis.flatMap(({ median }) => (median === null ? [] : [median]));
  const notJudged = byAxis.flatMap(({ axis, points }) => (points === 0 ? [axis] : []));
  return {
    estimate: medians.length === 0 ? null : Math.hypot(...medians),
    by_axis: byAxis,
    ...(notJudged.length === 0 ? {} : { not_judged: notJudged }),
  };
}

/** Returns the combined error of the axes in each window, and the largest error of a single prediction. */
export function windowErrors(
  axes: readonly Axis[],
  checks: readonly AxisCheck[],
  windows: readonly SpectrumWindow[],
  residuals: readonly (readonly (RangeResidual | null)[])[],
): { from: number; to: number; estimate: number | null; largest: number | null }[] {
  return windows.map(({ from, to }, window) => {
    const own = residuals.map((ofPrediction) => ofPrediction[window] ?? null);
    const { estimate } = interpolationError(
      axes,
      checks,
      own.map((residual) => residual?.rms ?? null),
    );
    const known = own.flatMap((residual) => (residual === null ? [] : [residual.largest]));
    return { from, to, estimate, largest: known.length === 0 ? null : Math.max(...known) };
  });
}

/**
 * Returns whether the first interpolation predicts the points nearby better than the second interpolation. Returns
 * false if the error estimate of the first covers fewer axes.
 */
export function isMoreAccurate(one: Judged, other: Judged): boolean {
  const unjudged = ({ not_judged: axes = [] }: Judged) => axes.length;
  if (one.estimate === null || other.estimate === null) return false;
  return unjudged(one) <= unjudged(other) && one.estimate < other.estimate;
}

/** The error of an interpolation, with the axes that it leaves out. */
interface Judged {
  readonly estimate: number | null;
  readonly not_judged?: readonly string[];
}
