import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { normalised } from './continuum.ts';

test('is 1 on a smooth continuum, and shows a line by its depth', () => {
  const wavelengths = Array.from({ length: 200 }, (_, index) => 3_000 + 20 * index);
  const continuum = wavelengths.map((wavelength) => 1e20 * wavelength ** -4);
  const lines = continuum.map((flux, index) => (index === 100 ? 0.4 * flux : flux));
  for (const [index, value] of normalised(wavelengths, lines).entries())
    expect(value).toBeCloseTo(index === 100 ? 0.4 : 1, 6);
});

test('is at most 1, 1 at the ends, and the same in every unit of the flux', () => {
  const rows = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.double({ min: 1e-9, max: 1e9, noNaN: true })),
    { minLength: 1, maxLength: 60 },
  );
  fc.assert(
    fc.property(rows, fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (unsorted, unit) => {
      const sorted = [...new Map(unsorted)].toSorted(([a], [b]) => a - b);
      const wavelengths = sorted.map(([wavelength]) => wavelength);
      const fluxes = sorted.map(([, flux]) => flux);
      const values = normalised(wavelengths, fluxes);
      const scaled = normalised(
        wavelengths,
        fluxes.map((flux) => flux * unit),
      );
      expect([values[0], values.at(-1)].map((value) => value?.toFixed(6))).toEqual(['1.000000', '1.000000']);
      for (const [index, value] of values.entries()) {
        expect(value).toBeGreaterThan(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(scaled[index]).toBeCloseTo(value ?? 0, 6);
      }
    }),
  );
});

test('leaves gaps where a flux is missing, zero or negative', () => {
  expect(normalised([1, 2, 3, 4], [1, null, 0, -1])).toEqual([1, null, null, null]);
  expect(normalised([], [])).toEqual([]);
  const twice = normalised([1, 2, 2, 3], [1, 0.5, 1, 1]);
  expect(twice.map((value) => value?.toFixed(6))).toEqual(['1.000000', '0.500000', '1.000000', '1.000000']);
});
