import { describe, expect, test } from '@jest/globals';
import { AXES, type Axis } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { decideSeed, seedBlend, seedNeighbours, type PreparedSeed } from './interpolated-seed.ts';
import { nameAt, placesByName, type GridPlace } from './interpolation-error.ts';
import { risingValues } from './interpolation.ts';
import type { Grid } from './lattice.ts';
import { coordinate } from './seed-distance.ts';

const axis = (first: number, unit: number) =>
  fc.integer({ min: 1, max: 4 }).map((length) =>
    Array.from({ length }, (_, index) => {
      const value = first + index ** 2 * unit + index * unit;
      return { text: String(value), value };
    }),
  );

const grids: fc.Arbitrary<Grid> = fc.record({
  teff: axis(20_000, 1_000),
  logg: axis(4, 1),
  loghe: axis(-3, 1),
  logc: axis(-9, 1),
  logn: axis(-9, 1),
  logo: axis(-9, 1),
});

const placed = grids.chain((grid) => {
  const indexes = AXES.map((name) => fc.integer({ min: 0, max: grid[name].length - 1 }));
  return fc
    .tuple(...indexes)
    .map((found) => ({ grid, place: Object.fromEntries(AXES.map((name, at) => [name, found[at]])) as GridPlace }));
});

/** The axes on which the point has values on both sides. */
function between(grid: Grid, place: GridPlace): Axis[] {
  return AXES.filter((name) => place[name] > 0 && place[name] < grid[name].length - 1);
}

describe('a seed', () => {
  test('lies between models: no weight is negative, they sum to 1, and each axis has the mean coordinate of the point', () => {
    fc.assert(
      fc.property(placed, ({ grid, place }) => {
        const blend = seedBlend(grid, place, () => true);
        const axes = between(grid, place);
        expect(blend?.length ?? 0).toBe(2 * axes.length);
        if (blend === undefined) return;
        expect(blend.every(({ weight }) => weight > 0)).toBe(true);
        expect(blend.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
        const places = placesByName(grid, new Set(blend.map(({ name }) => name)));
        const valueAt = (name: Axis, index: number) => coordinate(name, risingValues(grid, name)[index]?.value ?? NaN);
        for (const name of AXES) {
          const mean = blend.reduce((sum, point) => {
            const at = places.get(point.name)?.[name] ?? -1;
            return sum + point.weight * valueAt(name, at);
          }, 0);
          expect(mean).toBeCloseTo(valueAt(name, place[name]), 9);
        }
      }),
    );
  });

  test('takes no axis of which one side has no model', () => {
    fc.assert(
      fc.property(placed, fc.array(fc.nat(11)), ({ grid, place }, lost) => {
        const neighbours = seedNeighbours(grid, place);
        const without = new Set(lost.flatMap((index) => neighbours[index]?.name ?? []));
        const blend = seedBlend(grid, place, (name) => !without.has(name));
        const usable = between(grid, place).filter((name) =>
          [-1, 1].every((step) => !without.has(nameAt(grid, { ...place, [name]: place[name] + step }))),
        );
        expect(blend?.length ?? 0).toBe(2 * usable.length);
        expect(blend?.some(({ name }) => without.has(name)) ?? false).toBe(false);
      }),
    );
  });

  test('knows the parameters of the neighbours that it may lie between', () => {
    fc.assert(
      fc.property(placed, ({ grid, place }) => {
        for (const { name, params } of seedNeighbours(grid, place)) {
          const at = placesByName(grid, new Set([name])).get(name);
          for (const one of AXES) expect(params[one]).toBe(risingValues(grid, one)[at?.[one] ?? -1]?.value);
        }
      }),
    );
  });
});

const POINT = { run: 2, attempts: 3 };
const prepared = (over: Partial<PreparedSeed> = {}): PreparedSeed => ({
  ...POINT,
  status: 'interpolated',
  usable: true,
  ...over,
});

test.each([
  ['ask', 'nothing is prepared', undefined],
  ['ask', 'it was prepared for an earlier attempt', prepared({ attempts: 2 })],
  ['ask', 'it was prepared in an earlier run', prepared({ run: 1 })],
  ['ask', 'what it was interpolated from was rejected since', prepared({ usable: false })],
  ['wait', 'it is being prepared', prepared({ status: 'wanted', usable: false })],
  ['nearest', 'none can be interpolated', prepared({ status: 'nearest', usable: false })],
  ['interpolated', 'it is there', prepared()],
] as const)('a claim decides to %s when %s', (decision, _, found) => {
  expect(decideSeed(POINT, found)).toBe(decision);
});
