import { AXES, type Axis, type GridPointParams, type AxisOrder } from '@almagest/contracts/grid';
import fc from 'fast-check';
import type { Difficulty } from '../src/domain/points/difficulty.ts';
import type { AxisValue, ExtraPoint, Grid, PointSet } from '../src/domain/points/lattice.ts';

/** The default difficulty settings. */
export const PLAIN: Difficulty = {
  weights: { teff: 1, logg: 1, loghe: 1, logc: 1, logn: 1, logo: 1 },
  order: {},
  classEdges: {},
  maxSeedAttempts: 6,
  maxSeedDistance: 4,
  learn: false,
};

export function axisOf(texts: readonly string[]): AxisValue[] {
  return texts.map((text) => ({ text, value: Number(text) }));
}

/** Returns a grid with the given axis texts. Other axes get one value. */
export function gridOf(texts: Readonly<Partial<Record<Axis, readonly string[]>>>): Grid {
  const lone = { teff: ['20000'], logg: ['5.0'], loghe: ['-1.0'], logc: ['-4.0'], logn: ['-4.0'], logo: ['-4.0'] };
  return byAxis((axis) => axisOf(texts[axis] ?? lone[axis]));
}

export function byAxis<T>(make: (axis: Axis) => T): Record<Axis, T> {
  return Object.fromEntries(AXES.map((axis) => [axis, make(axis)])) as Record<Axis, T>;
}

/** Returns every combination of the axis values, by brute force. */
export function everyPoint(grid: Grid): Record<Axis, AxisValue>[] {
  return AXES.reduce<Partial<Record<Axis, AxisValue>>[]>(
    (points, axis) => points.flatMap((point) => grid[axis].map((value) => ({ ...point, [axis]: value }))),
    [{}],
  ) as Record<Axis, AxisValue>[];
}

export function paramsOf(point: Readonly<Record<Axis, AxisValue>>): GridPointParams {
  return byAxis((axis) => point[axis].value);
}

export function nameOf({ teff, logg, loghe, logc, logn, logo }: Readonly<Record<Axis, AxisValue>>): string {
  return `t${teff.text}_g${logg.text}_he${loghe.text}_c${logc.text}_n${logn.text}_o${logo.text}`;
}

/**
 * Compares the difficulty of two axis values by the table of the design. Negative if `a` is easier.
 *
 * Compares whole hundredths, the precision of all values in this file, so that rounding cannot decide.
 */
export function easierFirst(axis: Axis, a: number, b: number, order: AxisOrder | undefined): number {
  const [left, right] = [Math.round(a * 100), Math.round(b * 100)];
  if (order !== undefined) return order === 'asc' ? left - right : right - left;
  if (axis === 'logg') return right - left;
  if (axis !== 'loghe') return left - right;
  return Math.abs(left + 100) - Math.abs(right + 100) || left - right;
}

/** Returns the wave of a point by its definition: the number of easier grid values, summed over the axes. */
export function definedWave(point: Readonly<Record<Axis, AxisValue>>, grid: Grid, difficulty: Difficulty): number {
  return AXES.reduce((wave, axis) => {
    const order = difficulty.order[axis];
    const easier = grid[axis].filter(({ value }) => easierFirst(axis, value, point[axis].value, order) < 0);
    return wave + difficulty.weights[axis] * easier.length;
  }, 0);
}

/** Generates a value of an axis in whole hundredths. */
export function arbitraryHundredths(axis: Axis): fc.Arbitrary<number> {
  return axis === 'teff' ? fc.integer({ min: 5_000_00, max: 200_000_00 }) : fc.integer({ min: -600, max: 700 });
}

/** Generates a value in one of the notations that a configuration allows. */
function arbitraryValue(axis: Axis): fc.Arbitrary<AxisValue> {
  const spellings = [
    (value: number) => String(value),
    (value: number) => value.toFixed(2),
    (value: number) => value.toFixed(4),
    (value: number) => (value < 0 ? '' : '+') + value.toFixed(2),
    (value: number) => value.toExponential(),
    (value: number) => value.toExponential().toUpperCase(),
  ];
  return fc
    .tuple(arbitraryHundredths(axis), fc.constantFrom(...spellings))
    .map(([hundredths, spell]) => ({ text: spell(hundredths / 100), value: hundredths / 100 }));
}

export function arbitraryGrid(maxLength = 3): fc.Arbitrary<Grid> {
  return fc.record(
    byAxis((axis) => fc.uniqueArray(arbitraryValue(axis), { minLength: 1, maxLength, selector: ({ value }) => value })),
  );
}

/** Generates a grid with extra points. Some of their values are also values of an axis. */
export const arbitraryPoints: fc.Arbitrary<PointSet> = arbitraryGrid().chain((grid) => {
  const others = byAxis((axis) => {
    const isNew = ({ value }: AxisValue) => grid[axis].every((known) => known.value !== value);
    const values = fc.uniqueArray(arbitraryValue(axis), { maxLength: 2, selector: ({ value }) => value });
    return values.map((found) => [...grid[axis], ...found.filter(isNew)]);
  });
  return fc.record(others).chain((pools) => {
    const point = fc.record(byAxis((axis) => fc.constantFrom(...pools[axis])));
    const isBeside = (each: ExtraPoint) => AXES.some((axis) => !grid[axis].includes(each[axis]));
    return fc
      .uniqueArray(point, { maxLength: 5, selector: nameOf })
      .map((points) => ({ grid, extraPoints: points.filter(isBeside) }));
  });
});

/** Returns every point, by brute force. */
export function everyPointOf({ grid, extraPoints }: PointSet): Readonly<Record<Axis, AxisValue>>[] {
  return [...everyPoint(grid), ...extraPoints];
}

const order = fc.constantFrom<AxisOrder | undefined>(undefined, undefined, 'asc', 'desc');

/** Generates difficulty settings with any weights and orders. */
export const arbitraryDifficulty: fc.Arbitrary<Difficulty> = fc
  .record({
    weights: fc.record(byAxis(() => fc.integer({ min: 1, max: 4 }))),
    order: fc.record(byAxis(() => order)),
  })
  .map(({ weights, order }) => ({
    ...PLAIN,
    weights,
    order: Object.fromEntries(Object.entries(order).filter(([, value]) => value !== undefined)),
  }));
