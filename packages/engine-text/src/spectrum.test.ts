import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readSpectrum, UnreadableSpectrumError } from './spectrum.ts';

const rows = fc
  .array(fc.tuple(fc.double({ noNaN: true, min: 1, max: 1e6 }), fc.double({ noNaN: true, min: -1e30, max: 1e30 })), {
    minLength: 2,
    maxLength: 30,
  })
  .map((list) => list.toSorted(([a], [b]) => a - b));

test('every row is read as written, regardless of the lines between rows', () => {
  const gap = fc.constantFrom('\n', '\r\n', '\n\n', '\n# a remark\n');
  const blank = fc.constantFrom(' ', '  ', '\t');
  fc.assert(
    fc.property(rows, gap, blank, (list, between, blanks) => {
      const lines = list.map(([wavelength, flux]) => `${blanks}${wavelength}${blanks}${flux}`);
      const { wavelengths, fluxes } = readSpectrum(lines.join(between));
      expect([...wavelengths]).toEqual(list.map(([wavelength]) => wavelength));
      // -0 is written as 0.
      expect([...fluxes]).toEqual(list.map(([, flux]) => flux + 0));
    }),
  );
});

test('the head names quantities and units, if there is one', () => {
  const named = '# 1: wavelength in vacuum, Angstrom\n# 2: flux at the surface, erg cm-2 s-1 Angstrom-1\n1 2\n2 3\n';
  expect(readSpectrum(named).columns).toEqual([
    { quantity: 'wavelength in vacuum', unit: 'Angstrom' },
    { quantity: 'flux at the surface', unit: 'erg cm-2 s-1 Angstrom-1' },
  ]);
  expect(readSpectrum('# 2: normalised flux\n1 2\n2 3').columns).toEqual([
    { quantity: 'wavelength', unit: null },
    { quantity: 'normalised flux', unit: null },
  ]);
});

test('Fortran numbers and additional columns are read', () => {
  const { wavelengths, fluxes } = readSpectrum('  900.000  1.5D+03  7\n  900.000  2.5-101 8\n 1000. .5E1 nan\n');
  expect([...wavelengths]).toEqual([900, 900, 1000]);
  expect([...fluxes]).toEqual([1500, 2.5e-101, 5]);
});

describe('refuses, with the line number,', () => {
  test.each([
    ['a word', '1 2\n2 two\n', /line 2: '2 two' does not begin with two numbers/],
    ['a flux that is not finite', '1 NaN\n2 3\n', /line 1: '1 NaN'/],
    ['a flux beyond the range of a double', '# head\n1 2\n2 1e999', /line 3/],
    ['a single column', '1\n2\n', /line 1/],
    ['wavelengths that fall', '2 1\n1 1\n', /line 2: wavelength 1 comes after 2/],
    ['a single row', '# 1: wavelength\n1 2\n', /this text has 1$/],
    ['nothing', '', /this text has 0$/],
  ])('%s', (_what, text, message) => {
    expect(() => readSpectrum(text)).toThrow(UnreadableSpectrumError);
    expect(() => readSpectrum(text)).toThrow(message);
  });
});
