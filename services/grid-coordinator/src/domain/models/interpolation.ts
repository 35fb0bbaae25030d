import { AXES, type Axis, type GridPointParams } from '@almagest/contracts/grid';
import { pointName, type AxisValue, type Grid } from '../points/lattice.ts';
import { coordinate } from '../seeds/seed-distance.ts';

/** `linear` uses the two grid values around each coordinate. `cubic` uses four if the axis has four values. */
export type InterpolationMethod = 'linear' | 'cubic';

/** A grid value, with its weight in a weighted sum. */
interface WeightedValue {
  readonly index: number;
  readonly weight: number;
}

export interface WeightedPoint {
  readonly name: string;
  readonly weight: number;
}

/** The points of a grid from which a model is interpolated. Their weights sum to 1. */
export interface Stencil {
  readonly points: readonly WeightedPoint[];
  /** The names of the points around the parameters, which a linear interpolation would use too. */
  readonly cell: ReadonlySet<string>;
  /** The interpolated axes. Along the other axes, the parameters are values of the grid. */
  readonly axes: readonly Axis[];
}

/** Coordinates closer than this, relative to the step of the axis, differ only by rounding. */
const SAME_COORDINATE = 1e-9;

export function risingValues(grid: Grid, axis: Axis): AxisValue[] {
  return grid[axis].toSorted((a, b) => a.value - b.value);
}

/**
 * Returns the first axis on which the parameters are outside the grid, or undefined if the parameters are inside the
 * grid.
 */
export function axisOutside(grid: Grid, params: GridPointParams): Axis | undefined {
  return AXES.find((axis) => nodesAround(placesOf(grid, axis), coordinate(axis, params[axis])) === undefined);
}

/**
 * Returns the points from which a model at `params`, inside the grid, is interpolated. Uses Lagrange's polynomial of
 * degree 1 or at most 3 along each axis. The weight of a point is the product of its weights on the axes. Uses the
 * coordinates of the seed metric: log10 of teff, the other parameters unchanged.
 *
 * Near an edge, `cubic` uses the last four values. On an axis with two or three values, the degree is lower.
 */
export function stencilAround(grid: Grid, params: GridPointParams, method: InterpolationMethod): Stencil {
  const perAxis = AXES.map((axis) => {
    const places = placesOf(grid, axis);
    const at = coordinate(axis, params[axis]);
    const around = nodesAround(places, at) ?? [];
    const nodes = method === 'linear' || around.length === 1 ? around : widened(around, places.length);
    return { axis, values: risingValues(grid, axis), around, shares: lagrange(places, nodes, at) };
  });
  let points: { texts: string[]; weight: number; inCell: boolean }[] = [{ texts: [], weight: 1, inCell: true }];
  for (const { values, around, shares } of perAxis) {
    points = points.flatMap(({ texts, weight, inCell }) =>
      shares.map((share) => ({
        texts: [...texts, values[share.index]?.text ?? ''],
        weight: weight * share.weight,
        inCell: inCell && around.includes(share.index),
      })),
    );
  }
  const named = points.map(({ texts, weight, inCell }) => ({ name: pointName(texts), weight, inCell }));
  return {
    points: named.map(({ name, weight }) => ({ name, weight })),
    cell: new Set(named.filter(({ inCell }) => inCell).map(({ name }) => name)),
    axes: perAxis.filter(({ around }) => around.length > 1).map(({ axis }) => axis),
  };
}

/** Returns the number of points of a stencil without listing them. */
export function stencilSize(grid: Grid, params: GridPointParams, method: InterpolationMethod): number {
  return AXES.reduce((size, axis) => {
    const around = nodesAround(placesOf(grid, axis), coordinate(axis, params[axis]))?.length ?? 0;
    return size * (around < 2 || method === 'linear' ? around : Math.min(4, grid[axis].length));
  }, 1);
}

/**
 * Returns the neighbours on an axis from which the value at `index` is predicted, with their weights. Undefined at the
 * ends of the axis, where a prediction would be an extrapolation.
 */
export function neighboursOnAxis(
  grid: Grid,
  axis: Axis,
  index: number,
  method: InterpolationMethod,
): WeightedValue[] | undefined {
  const places = placesOf(grid, axis);
  if (index <= 0 || index >= places.length - 1) return undefined;
  const others = places.map((_, place) => place).filter((place) => place !== index);
  const nodes = method === 'linear' ? [index - 1, index + 1] : others.slice(...windowOf(index - 1, others.length));
  return lagrange(places, nodes, places[index] ?? 0);
}

/** Returns, for each side of `index`, the next two values with the weights of the line through these values. */
export function continuationsOnAxis(grid: Grid, axis: Axis, index: number): WeightedValue[][] {
  const places = placesOf(grid, axis);
  const sides = [
    [index - 1, index - 2],
    [index + 1, index + 2],
  ];
  return sides
    .filter((nodes) => nodes.every((node) => node >= 0 && node < places.length))
    .map((nodes) => lagrange(places, nodes, places[index] ?? 0));
}

function placesOf(grid: Grid, axis: Axis): number[] {
  return risingValues(grid, axis).map(({ value }) => coordinate(axis, value));
}

/** Returns the indexes of the values on both sides of a coordinate, or of the value that equals it. */
function nodesAround(places: readonly number[], at: number): number[] | undefined {
  const tolerance = (index: number) =>
    SAME_COORDINATE *
    Math.max(Math.abs((places[index + 1] ?? places[index - 1] ?? 1) - (places[index] ?? 0)), Number.MIN_VALUE);
  const equal = places.findIndex((place, index) => Math.abs(place - at) <= tolerance(index));
  if (equal >= 0) return [equal];
  const above = places.findIndex((place) => place > at);
  return above <= 0 ? undefined : [above - 1, above];
}

function widened(around: readonly number[], count: number): number[] {
  const [start, end] = windowOf(around[0] ?? 0, count);
  return Array.from({ length: end - start }, (_, place) => start + place);
}

/** Returns at most four of `count` indexes, centred if possible on the gap after the index `left`. */
function windowOf(left: number, count: number): [start: number, end: number] {
  const size = Math.min(4, count);
  const start = Math.min(Math.max(0, left - 1), count - size);
  return [start, start + size];
}

/** Evaluates Lagrange's basis polynomials of the nodes at a coordinate. The values sum to 1. */
function lagrange(places: readonly number[], nodes: readonly number[], at: number): WeightedValue[] {
  return nodes.map((index) => {
    const own = places[index] ?? 0;
    const others = nodes.filter((node) => node !== index).map((node) => places[node] ?? 0);
    return { index, weight: others.reduce((product, other) => product * ((at - other) / (own - other)), 1) };
  });
}
