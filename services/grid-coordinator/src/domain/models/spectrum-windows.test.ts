import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { windowRanges } from './spectrum-windows.ts';
import { residualOf, residualsIn } from './structure-residual.ts';

test('the windows contain each wavelength once, in order', () => {
  fc.assert(
    fc.property(fc.nat(500), (rows) => {
      const ranges = windowRanges(rows);
      expect(ranges.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, row) => start + row))).toEqual(
        Array.from({ length: rows }, (_, row) => row),
      );
    }),
  );
});

test('all windows together have the mean square of the whole spectrum, and no window hides the largest difference', () => {
  const values = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(values, fc.double({ min: -1, max: 1, noNaN: true }), (logarithms, shift) => {
      const actual = Float64Array.from(logarithms);
      const predictor = [{ logarithms: actual.map((value, row) => value + shift * Math.sin(row)), weight: 1 }];
      const ranges = windowRanges(actual.length);
      const windows = residualsIn(actual, predictor, ranges);
      const squares = windows.map((window, index) => {
        const { start = 0, end = 0 } = ranges[index] ?? {};
        return (window?.rms ?? 0) ** 2 * (end - start);
      });
      const rms = Math.sqrt(squares.reduce((sum, value) => sum + value, 0) / actual.length);
      expect(rms).toBeCloseTo(residualOf(actual, predictor) ?? NaN, 9);
      const largest = Math.max(...logarithms.map((_, row) => Math.abs(shift * Math.sin(row))));
      expect(Math.max(...windows.map((window) => window?.largest ?? 0))).toBeCloseTo(largest, 9);
    }),
  );
});
