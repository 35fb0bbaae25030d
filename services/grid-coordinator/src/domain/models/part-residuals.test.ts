import { expect, test } from '@jest/globals';
import type { ResidualPart } from '@almagest/contracts/grid';
import fc from 'fast-check';
import {
  bestParts,
  certaintyOf,
  columnLogarithms,
  spectrumResiduals,
  structureResiduals,
  type PlacedResidual,
} from './part-residuals.ts';
import { readStructure } from './structure-text.ts';

const DEPTHS = 6;
const COLUMNS = 6;

/** Returns a model with this value in each column (0: column mass) at each depth. */
function modelOf(value: (column: number, depth: number) => number, depths = DEPTHS) {
  const all = Array.from({ length: depths }, (_, depth) => depth);
  const layers = all.map((depth) =>
    Array.from({ length: COLUMNS - 1 }, (_, column) => value(column + 1, depth).toExponential(12)).join(' '),
  );
  const masses = all.map((depth) => value(0, depth).toExponential(12)).join(' ');
  return columnLogarithms(readStructure('t', `${depths} ${COLUMNS - 1}\n${masses}\n${layers.join('\n')}\n`));
}

const plain = (column: number, depth: number) => 10 ** column * (1 + depth);
const PREDICTOR = [
  { of: modelOf((column, depth) => plain(column, depth) / 1.5), weight: 0.5 },
  { of: modelOf((column, depth) => plain(column, depth) * 1.5), weight: 0.5 },
];

test('only columns that differ from their predictions have a residual', () => {
  fc.assert(
    fc.property(fc.nat(COLUMNS - 1), fc.double({ min: 0.01, max: 3, noNaN: true }), (bad, by) => {
      const bent = modelOf((column, depth) => plain(column, depth) * (column === bad ? Math.exp(by) : 1));
      const parts = structureResiduals(bent, PREDICTOR);
      expect(parts.map(({ quantity, column }) => `${quantity} ${column ?? ''}`.trim())).toEqual([
        'column_mass',
        'temperature',
        'electron_density',
        'mass_density',
        'populations 1',
        'populations 2',
      ]);
      for (const [column, { residual }] of parts.entries()) expect(residual).toBeCloseTo(column === bad ? by : 0, 9);
    }),
  );
});

test('models with another number of depths are not compared', () => {
  expect(structureResiduals(modelOf(plain, DEPTHS + 1), PREDICTOR)).toEqual([]);
});

const ROWS = 800;
const WAVELENGTHS = Float64Array.from({ length: ROWS }, (_, row) => 4_000 + row);

/** Returns the logarithms of a sloping continuum with absorption lines, given as [row, depth, width in rows]. */
function fluxes(lines: readonly (readonly [number, number, number])[], slope = -2): Float64Array {
  return WAVELENGTHS.map((wavelength, row) => {
    const line = lines.reduce((sum, [at, depth, width]) => sum - depth * Math.exp(-(((row - at) / width) ** 2)), 0);
    return slope * Math.log(wavelength / 4_000) + line;
  });
}

const LINES = [
  [110, 0.3, 3],
  [330, 0.6, 4],
  [690, 0.2, 3],
] as const;
const smooth = [{ logarithms: fluxes(LINES), weight: 1 }];
const largest = (parts: readonly ResidualPart[], kind: ResidualPart['quantity']) =>
  parts.filter(({ quantity }) => quantity === kind).toSorted((a, b) => b.residual - a.residual)[0];

test('an emission core shows in the lines of its window rather than in the continuum', () => {
  const row = fc.integer({ min: 50, max: ROWS - 50 });
  fc.assert(
    fc.property(row, fc.double({ min: 0.1, max: 1, noNaN: true }), (at, height) => {
      const parts = spectrumResiduals(WAVELENGTHS, fluxes([...LINES, [at, -height, 1.5]]), smooth, 'uv');
      const line = largest(parts, 'lines');
      expect(line?.residual).toBeGreaterThan(height / 6);
      expect(Math.abs(4_000 + at - ((line?.from ?? NaN) + (line?.to ?? NaN)) / 2)).toBeLessThan(25);
      expect(largest(parts, 'continuum')?.residual).toBeLessThan((line?.residual ?? 0) / 2);
    }),
  );
});

test('a continuum at another level shows in the continuum of all windows and not in the lines', () => {
  fc.assert(
    fc.property(fc.double({ min: -2, max: 2, noNaN: true }), (by) => {
      const parts = spectrumResiduals(
        WAVELENGTHS,
        fluxes(LINES).map((flux) => flux + by),
        smooth,
        null,
      );
      expect(largest(parts, 'continuum')?.residual).toBeCloseTo(Math.abs(by), 9);
      expect(largest(parts, 'lines')?.residual).toBeCloseTo(0, 9);
    }),
  );
});

test('fluxes that are not positive are left out, and a spectrum without any has no parts', () => {
  const nothing = new Float64Array(ROWS).fill(NaN);
  expect(spectrumResiduals(WAVELENGTHS, nothing, smooth, 'uv')).toEqual([]);
  const dark = fluxes(LINES).map((flux, row) => (row < 300 ? NaN : flux));
  const parts = spectrumResiduals(WAVELENGTHS, dark, smooth, 'uv');
  expect(parts.length).toBeGreaterThan(0);
  for (const { residual } of parts) expect(residual).toBeCloseTo(0, 6);
});

test('a window without lines has a residual of 0 for its lines', () => {
  const parts = spectrumResiduals(WAVELENGTHS, fluxes([]), [{ logarithms: fluxes([]), weight: 1 }], 'uv');
  const lines = parts.filter(({ quantity }) => quantity === 'lines');
  expect(lines.map(({ place }) => place)).toEqual(Array.from({ length: 40 }, (_, window) => window));
  for (const { residual } of lines) expect(residual).toBe(0);
});

test('the best part of a place has the smallest residual and the largest certainty of all predictions', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true });
  const placed = fc.record({
    quantity: fc.constantFrom('lines' as const, 'continuum' as const),
    product: fc.constantFrom('uv', 'optical'),
    place: fc.nat(2),
    residual: unit,
    certainty: unit,
  });
  fc.assert(
    fc.property(fc.array(fc.array(placed, { maxLength: 8 }), { maxLength: 4 }), (given) => {
      const predictions = given.map((parts) => parts.map((part) => ({ ...part, from: 1, to: 9, column: null })));
      const keyOf = ({ quantity, product, place }: PlacedResidual) => `${quantity} ${product} ${place}`;
      const byPlace = Map.groupBy(predictions.flat(), keyOf);
      const best = bestParts(predictions);
      expect(new Set(best.map(keyOf))).toEqual(new Set(byPlace.keys()));
      expect(best).toHaveLength(byPlace.size);
      for (const part of best) {
        const own = byPlace.get(keyOf(part)) ?? [];
        expect(part.residual).toBe(Math.min(...own.map(({ residual }) => residual)));
        expect(part.certainty).toBe(Math.max(...own.map(({ certainty }) => certainty)));
      }
    }),
  );
});

test('predictions from one side are less certain than from both sides', () => {
  const certainty = (...weights: readonly number[]) => certaintyOf(weights.map((weight) => ({ weight })));
  expect(certainty(0.5, 0.5)).toBe(1);
  expect(certainty(0.25, 0.25, 0.25, 0.25)).toBe(1);
  expect(certainty(1, 1, -1)).toBeCloseTo(0.612, 3);
  expect(certainty(2, -1)).toBe(0.5);
});
