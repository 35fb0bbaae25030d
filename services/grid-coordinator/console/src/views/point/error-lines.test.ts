import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { errorLines } from './error-lines.ts';

const WINDOWS = [
  { from: 4_000, to: 4_010, estimate: 0.02, largest: 0.05 },
  { from: 4_020, to: 4_030, estimate: null, largest: null },
];

test('draws the error of the window around each flux, and nothing where no error is known', () => {
  const spectrum = { wavelengths: [4_000, 4_010, 4_020, 4_030], fluxes: [100, 50, 10, 10] };
  expect(errorLines(spectrum, WINDOWS)).toEqual({
    below: [98, 49, null, null],
    above: [102, 51, null, null],
    estimate: [2, 2, null, null],
    largest: [5, 5, null, null],
  });
  expect(errorLines(spectrum, []).estimate).toEqual([null, null, null, null]);
});

test('gives every wavelength the error of the window that contains it', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 1e6 }), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 8 }),
      (unsorted, size) => {
        const wavelengths = unsorted.toSorted((a, b) => a - b);
        const windows = Array.from({ length: Math.ceil(wavelengths.length / size) }, (_, window) => {
          const own = wavelengths.slice(window * size, (window + 1) * size);
          return { from: own[0] ?? NaN, to: own.at(-1) ?? NaN, estimate: window, largest: window };
        });
        const { estimate } = errorLines({ wavelengths, fluxes: wavelengths }, windows);
        expect(estimate).toEqual(wavelengths.map((_, index) => 100 * Math.floor(index / size)));
      },
    ),
  );
});
