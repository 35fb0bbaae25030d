import { describe, expect, test } from '@jest/globals';
import { AXES, type Axis, type GridPointParams } from '@almagest/contracts/grid';
import fc from 'fast-check';
import {
  axisOutside,
  neighboursOnAxis,
  risingValues,
  stencilAround,
  stencilSize,
  type InterpolationMethod,
} from './interpolation.ts';
import { pointName, type Grid } from '../points/lattice.ts';
import { coordinate } from '../seeds/seed-distance.ts';

const METHODS: readonly InterpolationMethod[] = ['linear', 'cubic'];

/** Axes of one to five values at least a tenth apart, in any order. */
const axisValues = (first: number, unit: number) =>
  fc
    .array(fc.integer({ min: 1, max: 9 }), { minLength: 0, maxLength: 4 })
    .chain((steps) => {
      let value = first;
      const values = [first, ...steps.map((step) => (value += step * unit))];
      return fc.shuffledSubarray(values, { minLength: values.length });
    })
    .map((values) => values.map((value) => ({ text: value.toFixed(2), value: Number(value.toFixed(2)) })));

const grids: fc.Arbitrary<Grid> = fc.record({
  teff: axisValues(20_000, 1_000),
  logg: axisValues(3.5, 0.1),
  loghe: axisValues(-2, 0.25),
  logc: axisValues(-5, 0.5),
  logn: fc.constant([{ text: '-4', value: -4 }]),
  logo: fc.constant([{ text: '-4', value: -4 }]),
});

/** A grid with parameters inside it, often at an end of an axis. */
const inside = fc
  .tuple(
    grids,
    fc.array(fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: 6,
      maxLength: 6,
    }),
  )
  .map(([grid, shares]) => {
    const entries = AXES.map((axis, index) => {
      const values = risingValues(grid, axis).map(({ value }) => value);
      const [low = 0, high = 0] = [values[0], values.at(-1)];
      const share = shares[index] ?? 0;
      return [axis, share === 1 ? high : low + share * (high - low)];
    });
    return { grid, params: Object.fromEntries(entries) as GridPointParams };
  });

function paramsByName(grid: Grid): Map<string, GridPointParams> {
  let points: { texts: string[]; params: Partial<GridPointParams> }[] = [{ texts: [], params: {} }];
  for (const axis of AXES)
    points = points.flatMap(({ texts, params }) =>
      grid[axis].map(({ text, value }) => ({ texts: [...texts, text], params: { ...params, [axis]: value } })),
    );
  return new Map(points.map(({ texts, params }) => [pointName(texts), params as GridPointParams]));
}

/** Interpolates a quantity that each point of the grid has. */
function interpolated(
  grid: Grid,
  params: GridPointParams,
  method: InterpolationMethod,
  quantity: (at: GridPointParams) => number,
): number {
  const known = paramsByName(grid);
  return stencilAround(grid, params, method).points.reduce((sum, { name, weight }) => {
    const at = known.get(name);
    if (at === undefined) throw new Error(`the grid has no point ${name}`);
    return sum + weight * quantity(at);
  }, 0);
}

describe.each(METHODS)('%s interpolation', (method) => {
  test('uses distinct points of the grid, whose weights sum to 1', () => {
    fc.assert(
      fc.property(inside, ({ grid, params }) => {
        const { points, cell } = stencilAround(grid, params, method);
        expect(new Set(points.map(({ name }) => name)).size).toBe(points.length);
        expect(points).toHaveLength(stencilSize(grid, params, method));
        expect(points.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
        for (const name of cell) expect(points.map((point) => point.name)).toContain(name);
      }),
    );
  });

  test('is exact for a quantity that is linear along each axis, including products of axes', () => {
    const quantity = (at: GridPointParams) =>
      2 + 3 * coordinate('teff', at.teff) * (at.logg - 4) - 5 * at.loghe * (at.logc + 3);
    fc.assert(
      fc.property(inside, ({ grid, params }) => {
        const exact = quantity(params);
        expect(Math.abs(interpolated(grid, params, method, quantity) - exact)).toBeLessThan(1e-6);
      }),
    );
  });

  test('uses only the point itself at a point of the grid', () => {
    fc.assert(
      fc.property(grids, fc.nat(), (grid, pick) => {
        const points = [...paramsByName(grid)];
        const [name, params] = points[pick % points.length] ?? ['', undefined];
        if (params === undefined) throw new Error('the grid has no points');
        expect(stencilAround(grid, params, method)).toEqual({
          points: [{ name, weight: 1 }],
          cell: new Set([name]),
          axes: [],
        });
      }),
    );
  });

  test('does not depend on the order of the configuration’s lists', () => {
    fc.assert(
      fc.property(inside, ({ grid, params }) => {
        const rising = Object.fromEntries(AXES.map((axis) => [axis, risingValues(grid, axis)])) as unknown as Grid;
        expect(stencilAround(grid, params, method)).toEqual(stencilAround(rising, params, method));
      }),
    );
  });
});

test('linear interpolation has weights between 0 and 1', () => {
  fc.assert(
    fc.property(inside, ({ grid, params }) => {
      for (const { weight } of stencilAround(grid, params, 'linear').points) {
        expect(weight).toBeGreaterThanOrEqual(-1e-12);
        expect(weight).toBeLessThanOrEqual(1 + 1e-12);
      }
    }),
  );
});

test('cubic interpolation is exact for a cubic along an axis of four values or more', () => {
  const quantity = ({ logg }: GridPointParams) => (logg - 4) ** 3 - 2 * (logg - 3.7) ** 2 + 1;
  fc.assert(
    fc.property(
      inside.filter(({ grid }) => grid.logg.length >= 4),
      ({ grid, params }) => {
        expect(interpolated(grid, params, 'cubic', quantity)).toBeCloseTo(quantity(params), 7);
      },
    ),
  );
});

test('parameters beyond either end of an axis are outside for any values on the other axes', () => {
  fc.assert(
    fc.property(inside, fc.constantFrom(...AXES), fc.boolean(), ({ grid, params }, axis, above) => {
      expect(axisOutside(grid, params)).toBeUndefined();
      const values = risingValues(grid, axis);
      const end = above ? values.at(-1) : values[0];
      const beyond = (end?.value ?? 0) + (above ? 0.01 : -0.01);
      expect(axisOutside(grid, { ...params, [axis]: beyond })).toBe(axis);
    }),
  );
});

describe('prediction of an axis value from the others', () => {
  const place = (grid: Grid, axis: Axis, index: number) =>
    coordinate(axis, risingValues(grid, axis)[index]?.value ?? NaN);

  test('excludes the value itself and does not exist at the ends', () => {
    fc.assert(
      fc.property(
        grids,
        fc.constantFrom(...AXES),
        fc.nat(5),
        fc.constantFrom(...METHODS),
        (grid, axis, index, method) => {
          const found = neighboursOnAxis(grid, axis, index, method);
          const last = grid[axis].length - 1;
          if (index <= 0 || index >= last) return expect(found).toBeUndefined();
          expect(found?.map((node) => node.index)).not.toContain(index);
          expect(found?.map((node) => node.index)).toEqual(expect.arrayContaining([index - 1, index + 1]));
          expect(found?.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
        },
      ),
    );
  });

  test('is exact for polynomials of the degree of the method', () => {
    fc.assert(
      fc.property(
        grids.filter((grid) => grid.teff.length === 5),
        fc.integer({ min: 1, max: 3 }),
        (grid, index) => {
          for (const [method, degree] of [
            ['linear', 1],
            ['cubic', 3],
          ] as const) {
            const quantity = (at: number) => (at - 4.4) ** degree + 2;
            const predicted = neighboursOnAxis(grid, 'teff', index, method)?.reduce(
              (sum, node) => sum + node.weight * quantity(place(grid, 'teff', node.index)),
              0,
            );
            expect(predicted).toBeCloseTo(quantity(place(grid, 'teff', index)), 9);
          }
        },
      ),
    );
  });
});
