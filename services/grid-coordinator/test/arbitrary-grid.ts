import fc from 'fast-check';
import { AXES, type Axis, type GridPointParams } from '@almagest/contracts/grid';
import type { Difficulty } from '../src/domain/difficulty.ts';
import type { AxisValue, Grid } from '../src/domain/lattice.ts';

const RANGES: Readonly<Record<Axis, { readonly from: number; readonly step: number; readonly decimals: number }>> = {
  teff: { from: 15_000, step: 500, decimals: 0 },
  logg: { from: 3, step: 0.25, decimals: 2 },
  loghe: { from: -3, step: 0.1, decimals: 1 },
  logc: { from: -6, step: 0.25, decimals: 2 },
  logn: { from: -6, step: 0.25, decimals: 2 },
  logo: { from: -6, step: 0.25, decimals: 2 },
};

function axisValue(axis: Axis, rank: number): AxisValue {
  const { from, step, decimals } = RANGES[axis];
  const text = (from + rank * step).toFixed(decimals);
  return { text, value: Number(text) };
}

/** Grids of up to four values an axis, in any order and with uneven spacing. */
export const arbitraryGrid: fc.Arbitrary<Grid> = fc
  .tuple(...AXES.map(() => fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 4 })))
  .map(
    (ranks) =>
      Object.fromEntries(
        AXES.map((axis, index) => [axis, (ranks[index] ?? []).map((rank) => axisValue(axis, rank))]),
      ) as unknown as Grid,
  );

const order = fc.constantFrom(undefined, 'asc' as const, 'desc' as const);

export const arbitraryDifficulty: fc.Arbitrary<Difficulty> = fc
  .record({
    weights: fc.tuple(...AXES.map(() => fc.integer({ min: 1, max: 4 }))),
    orders: fc.tuple(...AXES.map(() => order)),
    edges: fc.array(fc.integer({ min: 15_000, max: 30_000 }), { maxLength: 2 }),
  })
  .map(({ weights, orders, edges }) => ({
    weights: Object.fromEntries(AXES.map((axis, index) => [axis, weights[index] ?? 1])) as Record<Axis, number>,
    order: Object.fromEntries(
      AXES.flatMap((axis, index) => (orders[index] === undefined ? [] : [[axis, orders[index]]])),
    ),
    classEdges: edges.length === 0 ? {} : { teff: edges },
    maxSeedAttempts: 6,
    maxSeedDistance: 4,
  }));

/** A point anywhere in the space that the grids span, on a lattice or off it. */
export const arbitraryPoint: fc.Arbitrary<GridPointParams> = fc.record({
  teff: fc.double({ min: 15_000, max: 30_000, noNaN: true }),
  logg: fc.double({ min: 3, max: 10, noNaN: true }),
  loghe: fc.double({ min: -3, max: 0, noNaN: true }),
  logc: fc.double({ min: -6, max: 1, noNaN: true }),
  logn: fc.double({ min: -6, max: 1, noNaN: true }),
  logo: fc.double({ min: -6, max: 1, noNaN: true }),
});

export const PLAIN_DIFFICULTY: Difficulty = {
  weights: { teff: 1, logg: 1, loghe: 1, logc: 1, logn: 1, logo: 1 },
  order: {},
  classEdges: {},
  maxSeedAttempts: 6,
  maxSeedDistance: 4,
};

/** A grid from texts; axes that are not named have one value. */
export function gridOf(axes: Partial<Record<Axis, readonly string[]>>): Grid {
  const lone: Record<Axis, string> = {
    teff: '20000',
    logg: '5.0',
    loghe: '-1.0',
    logc: '-4.0',
    logn: '-4.0',
    logo: '-4.0',
  };
  return Object.fromEntries(
    AXES.map((axis) => [axis, (axes[axis] ?? [lone[axis]]).map((text) => ({ text, value: Number(text) }))]),
  ) as unknown as Grid;
}
