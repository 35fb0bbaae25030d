import type { PointParams } from '../src/composition.ts';

/** The allowed values of the six axes, as in the `grid` of a workflow. */
export type Axes = Readonly<Record<keyof PointParams, readonly number[]>>;

type Axis = keyof PointParams;
const AXES: readonly Axis[] = ['teff', 'logg', 'loghe', 'logc', 'logn', 'logo'];
/** The weight of a step along an axis: how much the step changes a model. */
const STEP_WEIGHT: Readonly<Record<Axis, number>> = {
  teff: 1,
  logg: 1,
  loghe: 0.7,
  logc: 0.35,
  logn: 0.35,
  logo: 0.35,
};
/** Returns the factor for a seed with a harder value. Gravity determines the distance from the Eddington limit. */
const uphill = (axis: Axis): number => (axis === 'logg' ? 10 : 1);

/** Orders the values of an axis from easy to hard. */
const hardnessOrder: Readonly<Record<Axis, (a: number, b: number) => number>> = {
  teff: (a, b) => a - b,
  logg: (a, b) => b - a,
  loghe: (a, b) => Math.abs(a + 1) - Math.abs(b + 1) || a - b,
  logc: (a, b) => a - b,
  logn: (a, b) => a - b,
  logo: (a, b) => a - b,
};

const coordinate = (axis: Axis, value: number): number => (axis === 'teff' ? Math.log10(value) : value);

function medianStep(axis: Axis, values: readonly number[]): number {
  const sorted = values.map((value) => coordinate(axis, value)).sort((a, b) => a - b);
  const steps = sorted.slice(1).map((value, index) => value - (sorted[index] ?? 0));
  return steps.sort((a, b) => a - b)[Math.floor((steps.length - 1) / 2)] ?? 1;
}

/** Returns all points of a grid, easy points first. */
export function pointsOf(axes: Axes): PointParams[] {
  const points = AXES.reduce<Partial<Record<Axis, number>>[]>(
    (partial, axis) => partial.flatMap((point) => axes[axis].map((value) => ({ ...point, [axis]: value }))),
    [{}],
  ) as unknown as PointParams[];
  const { rank } = hardnessOf(axes);
  const wave = (point: PointParams): number => AXES.reduce((sum, axis) => sum + rank(axis, point), 0);
  return points.sort((a, b) => wave(a) - wave(b));
}

function hardnessOf(axes: Axes) {
  const ordered = Object.fromEntries(AXES.map((axis) => [axis, [...axes[axis]].sort(hardnessOrder[axis])]));
  return { rank: (axis: Axis, point: PointParams): number => (ordered[axis] ?? []).indexOf(point[axis]) };
}

/**
 * Returns a function that computes the distance from a seed to a point in grid steps. Harder seeds have a larger
 * distance. A coordinator sorts seeds by this distance.
 */
export function seedDistance(axes: Axes): (seed: PointParams, point: PointParams) => number {
  const steps = Object.fromEntries(AXES.map((axis) => [axis, medianStep(axis, axes[axis])]));
  const { rank } = hardnessOf(axes);
  return (seed, point) => {
    let squared = 0;
    let climbed = 0;
    for (const axis of AXES) {
      const delta = (coordinate(axis, point[axis]) - coordinate(axis, seed[axis])) / (steps[axis] ?? 1);
      squared += (STEP_WEIGHT[axis] * delta) ** 2;
      climbed += uphill(axis) * STEP_WEIGHT[axis] * Math.max(0, rank(axis, seed) - rank(axis, point));
    }
    const heating = Math.abs(coordinate('teff', point.teff) - coordinate('teff', seed.teff)) / (steps.teff ?? 1);
    return Math.sqrt(squared) + climbed + 0.1 * heating;
  };
}
