import { expect, test } from '@jest/globals';
import type { QuantityDifference } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { disagrees } from './disagreement.ts';

const inQuantity = (quantity: string, max: number, rms = max / 10): QuantityDifference => ({
  quantity,
  unit: null,
  values: 50,
  max_relative: max,
  rms_relative: rms,
  max_absolute: 1,
  at: null,
});
const model = (...quantities: QuantityDifference[]) => ({ identical: false, quantities });
const spectrum = (max: number) => ({
  path: 's.txt',
  product: null,
  identical: false,
  quantities: [inQuantity('flux', max)],
});

test('a single depth or wavelength beyond the limits makes two runs disagree, even if all others agree', () => {
  const within = fc.double({ min: 0, max: 0.02, noNaN: true });
  const column = fc.constantFrom('temperature', 'electron density', 'mass density');
  const beyond = fc.double({ min: 0.0501, max: 2, noNaN: true });
  fc.assert(
    fc.property(fc.tuple(within, within, within), column, beyond, fc.boolean(), ([a, b, c], bad, by, inFlux) => {
      const quantities = [
        inQuantity('temperature', a),
        inQuantity('electron density', b),
        inQuantity('populations', 2),
      ];
      const spectra = [spectrum(c), spectrum(0.05)];
      expect(disagrees({ model: model(...quantities), spectra })).toBe(false);
      const worse = inFlux
        ? { model: model(...quantities), spectra: [...spectra, spectrum(by)] }
        : { model: model(...quantities, inQuantity(bad, by)), spectra };
      expect(disagrees(worse)).toBe(true);
    }),
  );
});

test('files with an unknown layout are judged by the root mean square of all reals', () => {
  expect(disagrees({ model: model(inQuantity('all reals', 2, 0.01)), spectra: [] })).toBe(false);
  expect(disagrees({ model: model(inQuantity('all reals', 0.1, 0.03)), spectra: [] })).toBe(true);
});

test('runs that could not be compared neither agree nor disagree', () => {
  expect(disagrees({ model: null, spectra: [] })).toBeNull();
});
