import { describe, expect, test } from '@jest/globals';
import { AXES, type Axis } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { paramsOf } from '../points/extra-points.ts';
import { decideSeed, seedBlend, seedNeighbours, type PreparedSeed } from './interpolated-seed.ts';
import { nameOfValues, type AxisValue, type ExtraPoint, type Grid } from '../points/lattice.ts';
import { PointLines } from '../points/point-lines.ts';
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

interface Placed {
  readonly lines: PointLines;
  readonly point: ExtraPoint;
}

/** Generates a point of the grid, with other points on lines of the grid. */
const placed: fc.Arbitrary<Placed> = grids.chain((grid) => {
  const anyPoint = fc.tuple(...AXES.map((name) => fc.constantFrom(...grid[name])));
  const asPoint = (values: readonly AxisValue[]) =>
    Object.fromEntries(AXES.map((name, index) => [name, values[index]])) as ExtraPoint;
  // No value of an axis ends in a half.
  const beside = fc
    .tuple(anyPoint, fc.constantFrom(...AXES), fc.integer({ min: -3, max: 3 }))
    .map(([values, moved, by]) => {
      const point = asPoint(values);
      const value = point[moved].value + by + 0.5;
      return { ...point, [moved]: { text: String(value), value } };
    });
  return fc.record({ values: anyPoint, extra: fc.array(beside, { maxLength: 6 }), pick: fc.nat() }).map((found) => {
    const extraPoints = [...new Map(found.extra.map((point) => [nameOfValues(point), point])).values()];
    const own = found.pick % 2 === 0 ? undefined : extraPoints[found.pick % extraPoints.length];
    return { lines: new PointLines({ grid, extraPoints }), point: own ?? asPoint(found.values) };
  });
});

describe('interpolated seed', () => {
  test("is between models: weights are non-negative and sum to 1, and their mean coordinates are the point's", () => {
    fc.assert(
      fc.property(placed, fc.func(fc.boolean()), ({ lines, point }, has) => {
        const blend = seedBlend(lines, point, has);
        if (blend === undefined) return;
        expect(blend.every(({ name, weight }) => weight > 0 && has(name))).toBe(true);
        expect(blend.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
        for (const name of AXES) {
          const mean = blend.reduce((sum, other) => {
            const values = lines.valuesOf(other.name);
            return sum + other.weight * coordinate(name, values?.[name].value ?? NaN);
          }, 0);
          expect(mean).toBeCloseTo(coordinate(name, point[name].value), 9);
        }
      }),
    );
  });

  test('takes the nearest model on each side up to the next axis value, and skips axes with a model on one side only', () => {
    fc.assert(
      fc.property(placed, fc.func(fc.boolean()), ({ lines, point }, has) => {
        const blend = seedBlend(lines, point, has) ?? [];
        const usable = AXES.flatMap((name) => {
          const [lower, higher] = lines.sidesOf(point, name).map((side) => side.filter((other) => has(other.name))[0]);
          return lower === undefined || higher === undefined ? [] : [lower.name, higher.name];
        });
        expect(blend.map(({ name }) => name)).toEqual(usable);
      }),
    );
  });

  test('is between the models along every axis on which the point is not at an end, even if other axes have one value', () => {
    fc.assert(
      fc.property(grids, fc.subarray([...AXES]), fc.nat(), (whole, single, pick) => {
        const cut = AXES.map((name) => [name, single.includes(name) ? whole[name].slice(0, 1) : whole[name]] as const);
        const grid = Object.fromEntries(cut) as Grid;
        const place = (name: Axis, index: number) => grid[name][index] ?? grid[name][0]!;
        const point = Object.fromEntries(
          AXES.map((name, turn) => [name, place(name, (pick >> (2 * turn)) % grid[name].length)]),
        ) as ExtraPoint;
        const between = AXES.flatMap((name) => {
          const index = grid[name].indexOf(point[name]);
          if (index === 0 || index === grid[name].length - 1) return [];
          return [index - 1, index + 1].map((other) => nameOfValues({ ...point, [name]: place(name, other) }));
        });
        const blend = seedBlend(new PointLines({ grid, extraPoints: [] }), point, () => true);
        expect((blend ?? []).map(({ name }) => name)).toEqual(between);
      }),
    );
  });

  test('includes the parameters of its possible neighbours', () => {
    fc.assert(
      fc.property(placed, ({ lines, point }) => {
        const neighbours = new Map(seedNeighbours(lines, point).map(({ name, params }) => [name, params]));
        for (const { name } of seedBlend(lines, point, () => true) ?? [])
          expect(neighbours.get(name)).toEqual(paramsOf(lines.valuesOf(name)!));
      }),
    );
  });

  test('of a point on no grid line is between all points around it, and does not exist outside the grid', () => {
    const values = (...given: number[]) => given.map((value) => ({ text: String(value), value }));
    const [one] = values(1);
    const lone = { loghe: [one!], logc: [one!], logn: [one!], logo: [one!] };
    const lines = new PointLines({ grid: { teff: values(1, 100), logg: values(4, 6), ...lone }, extraPoints: [] });
    const at = (teff: number, logg: number): ExtraPoint => {
      const [hot, heavy] = [...values(teff), ...values(logg)];
      return { teff: hot!, logg: heavy!, loghe: one!, logc: one!, logn: one!, logo: one! };
    };
    const weights = seedBlend(lines, at(10, 4.5), () => true)?.map(({ name, weight }) => [name.slice(0, 7), weight]);
    expect(weights).toEqual([
      ['t1_g4_h', expect.closeTo(0.375, 9)],
      ['t1_g6_h', expect.closeTo(0.125, 9)],
      ['t100_g4', expect.closeTo(0.375, 9)],
      ['t100_g6', expect.closeTo(0.125, 9)],
    ]);
    expect(seedBlend(lines, at(10, 4.5), (name) => !name.startsWith('t1_g4'))).toBeUndefined();
    expect(seedBlend(lines, at(10, 7), () => true)).toBeUndefined();
    expect(seedNeighbours(lines, at(10, 4.5))).toHaveLength(4);
    // In a grid of one point, the point surrounds itself, but is not its own neighbour.
    const alone = new PointLines({ grid: { teff: values(1), logg: values(4), ...lone }, extraPoints: [] });
    expect(seedBlend(alone, at(1, 4), () => true)).toBeUndefined();
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
  ['ask', 'a model that it was interpolated from was rejected since', prepared({ usable: false })],
  ['wait', 'it is being prepared', prepared({ status: 'wanted', usable: false })],
  ['nearest', 'no seed can be interpolated', prepared({ status: 'nearest', usable: false })],
  ['interpolated', 'it is there', prepared()],
] as const)('a claim decides to %s when %s', (decision, _, found) => {
  expect(decideSeed(POINT, found)).toBe(decision);
});
