import { readSpectrum } from '@almagest/engine-text';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { overlayOf } from './overlay.ts';

const HEAD = '# 1: wavelength, Angstrom\n# 2: flux, erg\n';

function spectrum(rows: readonly (readonly [number, number])[], head = HEAD) {
  return readSpectrum(head + rows.map((row) => row.join(' ')).join('\n'));
}

test('interpolates each spectrum linearly at all wavelengths', () => {
  const overlay = overlayOf([
    spectrum([
      [1, 10],
      [3, 30],
    ]),
    spectrum([
      [2, 5],
      [4, 7],
    ]),
  ]);
  expect(overlay).toEqual({
    x: [1, 2, 3, 4],
    values: [
      [10, 20, 30, null],
      [null, 5, 6, 7],
    ],
    xName: 'wavelength, Å',
    yName: 'flux, erg',
  });
});

test('keeps every value of every spectrum', () => {
  const rows = fc
    .uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 2, maxLength: 20 })
    .map((list) => list.toSorted((a, b) => a - b).map((wavelength) => [wavelength, wavelength * 3] as const));
  fc.assert(
    fc.property(fc.array(rows, { minLength: 1, maxLength: 4 }), (all) => {
      const { x = [], values = [] } = overlayOf(all.map((list) => spectrum(list))) ?? {};
      for (const [index, list] of all.entries())
        for (const [wavelength, flux] of list) expect(values[index]?.[x.indexOf(wavelength)]).toBe(flux);
    }),
  );
});

test('returns undefined for spectra with different units', () => {
  const rows = [
    [1, 1],
    [2, 2],
  ] as const;
  expect(overlayOf([spectrum(rows), spectrum(rows, '# 2: flux, W\n')])).toBeUndefined();
});
