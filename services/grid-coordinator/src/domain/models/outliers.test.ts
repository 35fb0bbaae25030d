import { expect, test } from '@jest/globals';
import { AXES } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { placesByName, type GridPlace } from './interpolation-error.ts';
import { pointName, type Grid } from '../points/lattice.ts';
import { neighbourNames, neighbourPredictions, rankedParts } from './outliers.ts';
import { residualOf } from './structure-residual.ts';

const values = (...numbers: number[]) => numbers.map((value) => ({ text: String(value), value }));

const GRID: Grid = {
  teff: values(20_000, 25_000, 31_250, 39_062.5),
  logg: values(4, 4.5, 5),
  loghe: values(-1, 0),
  logc: values(-4),
  logn: values(-4),
  logo: values(-4),
};
const PLACES = placesOf(GRID);
const NAMES = [...PLACES.keys()];

function placesOf(grid: Grid): Map<string, GridPlace> {
  let texts: string[][] = [[]];
  for (const axis of AXES) texts = texts.flatMap((before) => grid[axis].map(({ text }) => [...before, text]));
  return placesByName(grid, new Set(texts.map(pointName)));
}

/** Returns the residual of a point, for points whose models have a single temperature. */
function residual(
  name: string,
  logarithm: (name: string) => number,
  { grid, places }: { readonly grid: Grid; readonly places: ReadonlyMap<string, GridPlace> } = {
    grid: GRID,
    places: PLACES,
  },
): number | null {
  const place = places.get(name);
  if (place === undefined) throw new Error(`${name} is not a point`);
  const logarithms = (other: string) => Float64Array.of(logarithm(other));
  const residuals = neighbourPredictions(grid, place, () => true).map((points) =>
    residualOf(
      logarithms(name),
      points.map((point) => ({ logarithms: logarithms(point.name), weight: point.weight })),
    ),
  );
  const known = residuals.filter((found) => found !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Returns a quantity that is linear along each axis. The steps of teff are equal in log10. */
function smooth(name: string, places: ReadonlyMap<string, GridPlace> = PLACES): number {
  const place = places.get(name);
  return AXES.reduce((sum, axis, index) => sum + (index + 1) * 0.1 * (place?.[axis] ?? 0), 9);
}

test('every point of a smooth grid is predicted exactly, including corners', () => {
  for (const name of NAMES) expect(residual(name, smooth)).toBeCloseTo(0, 12);
});

test('axes with one value do not prevent predictions along the others', () => {
  const long: Grid = { ...GRID, loghe: values(-1, -0.5, 0), logc: values(-5, -4.5, -4) };
  const longAxes = AXES.filter((axis) => long[axis].length > 1);
  fc.assert(
    fc.property(fc.subarray(longAxes), fc.nat(), (kept, pick) => {
      const cut = AXES.map((axis) => [axis, kept.includes(axis) ? long[axis] : long[axis].slice(0, 1)] as const);
      const grid = Object.fromEntries(cut) as Grid;
      const places = placesOf(grid);
      const names = [...places.keys()];
      const name = names[pick % names.length] ?? '';
      const found = residual(name, (other) => smooth(other, places), { grid, places });
      // The only point of a grid cannot be predicted.
      if (kept.length === 0) expect(found).toBeNull();
      else expect(found).toBeCloseTo(0, 12);
    }),
  );
});

test('in a smooth grid with one bad model, only that model has a residual', () => {
  fc.assert(
    fc.property(fc.constantFrom(...NAMES), fc.double({ min: 0.01, max: 1, noNaN: true }), (bad, by) => {
      const bent = (name: string) => smooth(name) + (name === bad ? by : 0);
      const residuals = new Map(NAMES.map((name) => [name, residual(name, bent) ?? NaN]));
      expect(residuals.get(bad)).toBeCloseTo(by, 9);
      for (const [name, size] of residuals) if (name !== bad) expect(size).toBeCloseTo(0, 9);
    }),
  );
});

test('each quantity is ranked at the place where its certain residual is the largest multiple of the usual one', () => {
  const size = fc.double({ min: 1e-4, max: 10, noNaN: true });
  const place = fc.record({
    quantity: fc.constantFrom('temperature' as const, 'lines' as const, 'continuum' as const),
    place: fc.nat(3),
    residual: size,
    certainty: fc.constantFrom(0.5, 1),
    scale: size,
  });
  const keyOf = ({ quantity, place: at }: { readonly quantity: string; readonly place: number }) => `${quantity} ${at}`;
  fc.assert(
    fc.property(fc.uniqueArray(place, { selector: keyOf }), (given) => {
      const parts = given.map((part) => ({ ...part, product: null, column: null, from: part.place, to: null }));
      const ranked = rankedParts(parts, parts);
      const byQuantity = Map.groupBy(given, ({ quantity }): string => quantity);
      expect(ranked.map(({ quantity }) => quantity).toSorted()).toEqual([...byQuantity.keys()].toSorted());
      for (const { quantity, times_median: times } of ranked) {
        const own = byQuantity.get(quantity) ?? [];
        expect(times).toBe(Math.max(...own.map(({ residual, certainty, scale }) => (residual * certainty) / scale)));
      }
      const multiples = ranked.map(({ times_median: times }) => times ?? NaN);
      expect(multiples).toEqual(multiples.toSorted((a, b) => b - a));
      // Before the scales are known, the largest residual of a quantity counts.
      for (const { quantity, residual, times_median: times } of rankedParts(parts, [])) {
        expect(times).toBeNull();
        expect(residual).toBe(Math.max(...(byQuantity.get(quantity) ?? []).map((part) => part.residual)));
      }
    }),
  );
});

test('predictions use only other points that have a model, with weights that sum to 1', () => {
  fc.assert(
    fc.property(fc.constantFrom(...NAMES), fc.uniqueArray(fc.constantFrom(...NAMES)), (name, with_) => {
      const place = PLACES.get(name);
      if (place === undefined) throw new Error('no point');
      const has = new Set(with_);
      const known = new Set(neighbourNames(GRID, place));
      for (const points of neighbourPredictions(GRID, place, (other) => has.has(other))) {
        expect(points.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
        for (const point of points) {
          expect(point.name).not.toBe(name);
          expect(has.has(point.name) && known.has(point.name)).toBe(true);
        }
      }
    }),
  );
});
