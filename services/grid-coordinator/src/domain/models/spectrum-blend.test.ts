import { readSpectrum, UnreadableSpectrumError } from '@almagest/engine-text';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fluxesOn, fluxLogarithms, SpectrumBlend, type SpectrumText } from './spectrum-blend.ts';

const HEAD = '# 1: wavelength in vacuum, Angstrom\n# 2: flux, erg cm-2 s-1 Angstrom-1\n';

function spectrum(rows: readonly (readonly [number, number])[], name = 'p'): SpectrumText {
  const text = HEAD + rows.map(([at, flux]) => `${at.toFixed(3)} ${flux.toExponential(7)}\n`).join('');
  return { name, text, ...readSpectrum(text) };
}

function meanOf(spectra: readonly SpectrumText[], weights: readonly number[]): { text: string; resampled: boolean } {
  const [template] = spectra;
  if (template === undefined) throw new Error('there is nothing to average');
  const mean = new SpectrumBlend(template);
  for (const [index, one] of spectra.entries()) mean.add(one, weights[index] ?? 0);
  return { text: mean.format(), resampled: mean.resampled };
}

const scale = fc
  .uniqueArray(fc.integer({ min: 900, max: 9_000 }), { minLength: 2, maxLength: 12 })
  .map((list) => list.toSorted((a, b) => a - b));
const flux = fc.double({ min: 1e-20, max: 1e20, noNaN: true });

describe('mean of spectra with the same wavelengths', () => {
  test('equals the text of a single spectrum, byte for byte', () => {
    fc.assert(
      fc.property(scale, flux, (wavelengths, value) => {
        const one = spectrum(wavelengths.map((at) => [at, value]));
        expect(meanOf([one], [1])).toEqual({ text: one.text, resampled: false });
      }),
    );
  });

  test('keeps header and wavelengths, and averages the logarithms of the fluxes', () => {
    fc.assert(
      fc.property(scale, flux, flux, fc.double({ min: -0.5, max: 1.5, noNaN: true }), (wavelengths, a, b, share) => {
        const spectra = [a, b].map((value) => spectrum(wavelengths.map((at) => [at, value])));
        const { text } = meanOf(spectra, [share, 1 - share]);
        const mean = readSpectrum(text);
        expect(text.startsWith(HEAD)).toBe(true);
        expect([...mean.wavelengths]).toEqual(wavelengths);
        const expected = share * Math.log(a) + (1 - share) * Math.log(b);
        for (const value of mean.fluxes) expect(Math.abs(Math.log(value) - expected)).toBeLessThan(1e-6);
      }),
    );
  });

  test('averages values if fluxes change their sign, and stays non-negative if they reach 0', () => {
    const [up, down] = [
      [10, 1],
      [10, -3],
    ].map(([, value = 0]) =>
      spectrum([
        [1, value],
        [2, value],
      ]),
    );
    const [zero, one] = [0, 1].map((value) =>
      spectrum([
        [1, value],
        [2, value],
      ]),
    );
    expect([...readSpectrum(meanOf([up!, down!], [0.5, 0.5]).text).fluxes]).toEqual([-1, -1]);
    expect([...readSpectrum(meanOf([zero!, one!], [1.5, -0.5]).text).fluxes]).toEqual([0, 0]);
  });

  test('drops further columns and keeps the widths of the others', () => {
    const text = '  900.0   1.00D+02  7\n# a remark\n  901.0   2.00D+02  8\n';
    const one = { name: 'p', text, ...readSpectrum(text) };
    expect(meanOf([one, one], [0.5, 0.5]).text).toBe('  900.0   1.00D+02\n# a remark\n  901.0   2.00D+02\n');
  });
});

describe('spectra with different wavelengths', () => {
  test('are interpolated linearly within the common range', () => {
    const fine = spectrum([1, 2, 3, 4, 5].map((at) => [at, 10]));
    const coarse = spectrum([
      [2, 10],
      [4, 40],
      [9, 40],
    ]);
    const { text, resampled } = meanOf([fine, coarse], [0.5, 0.5]);
    const mean = readSpectrum(text);
    expect(resampled).toBe(true);
    expect([...mean.wavelengths]).toEqual([2, 3, 4, 5]);
    for (const [row, expected] of [10, Math.sqrt(250), 20, 20].entries())
      expect(mean.fluxes[row]).toBeCloseTo(expected, 5);
  });

  test('are interpolated between neighbouring fluxes, and never outside', () => {
    const values = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(scale, scale, fc.array(values, { minLength: 12, maxLength: 12 }), (wanted, own, fluxes) => {
        const read = fluxesOn(Float64Array.from(wanted), spectrum(own.map((at, row) => [at, fluxes[row] ?? 0])));
        for (const [row, at] of wanted.entries()) {
          const above = own.findIndex((wavelength) => wavelength >= at);
          const outside = above < 0 || at < (own[0] ?? NaN);
          const ends = [fluxes[Math.max(0, above - 1)] ?? NaN, fluxes[above] ?? NaN];
          if (outside) expect(read[row]).toBeNaN();
          else {
            const tolerance = 1e-6 * (1 + Math.max(...ends.map(Math.abs)));
            expect(read[row]).toBeGreaterThanOrEqual(Math.min(...ends) - tolerance);
            expect(read[row]).toBeLessThanOrEqual(Math.max(...ends) + tolerance);
          }
        }
      }),
    );
  });

  test('are compared where the flux is positive', () => {
    const one = spectrum([
      [1, 1],
      [2, 0],
      [3, -1],
      [4, Math.E],
    ]);
    expect(
      [...fluxLogarithms(Float64Array.from([1, 2, 3, 4, 5]), one)].map((value) => Number(value.toFixed(6))),
    ).toEqual([0, NaN, NaN, 1, NaN]);
  });
});

describe('rejects', () => {
  test('spectra in different units, with their names', () => {
    const inNanometres = spectrum(
      [
        [90, 1],
        [91, 1],
      ],
      'q',
    );
    const other = { ...inNanometres, ...readSpectrum(inNanometres.text.replace('Angstrom\n', 'nm\n')) };
    expect(() =>
      meanOf(
        [
          spectrum([
            [90, 1],
            [91, 1],
          ]),
          other,
        ],
        [0.5, 0.5],
      ),
    ).toThrow(/the columns differ: wavelength in vacuum, Angstrom .* in p, wavelength in vacuum, nm .* in q/);
  });

  test('spectra without a common range', () => {
    const apart = [
      spectrum([
        [1, 1],
        [2, 1],
      ]),
      spectrum([
        [2, 1],
        [3, 1],
      ]),
    ];
    expect(() => meanOf(apart, [0.5, 0.5])).toThrow(UnreadableSpectrumError);
  });
});
