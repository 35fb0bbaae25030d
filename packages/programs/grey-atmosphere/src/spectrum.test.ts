import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { STEFAN_BOLTZMANN } from './constants.ts';
import { iterate } from './iteration.ts';
import { computeSpectrum, emergentFlux, formatSpectrum, planck } from './spectrum.ts';
import { coldStart, gasOf, starOf } from './structure.ts';

const params = { teff: 25_000, logg: 4.5, loghe: -1, logc: -4, logn: -4, logo: -3.5 };
const star = starOf(params);
const { structure } = iterate(coldStart(star), star, { niter: 30, chmax: 1e-4 });
const layers = gasOf(structure, star);

describe('formal solution', () => {
  test('is exact for a source function linear in optical depth: pi (a + 2/3 b)', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        fc.double({ min: 0, max: 10, noNaN: true }),
        (a, b) => {
          const tau = Float64Array.from({ length: 60 }, (_, depth) => 1e-6 * 1.35 ** depth);
          const flux = emergentFlux(
            tau,
            tau.map((value) => a + b * value),
          );
          expect(flux / (Math.PI * (a + (2 / 3) * b))).toBeCloseTo(1, 4);
        },
      ),
    );
  });
});

describe('spectrum', () => {
  test('has about the total flux of its effective temperature', () => {
    const total = computeSpectrum(structure.mass, layers, { minA: 100, maxA: 40_000, stepA: 20 }).reduce(
      (sum, { flux }) => sum + flux * 20,
      0,
    );
    // The structure is in equilibrium for the mean opacity only, so the sum over wavelengths is approximate.
    expect(total / (STEFAN_BOLTZMANN * params.teff ** 4)).toBeGreaterThan(0.8);
    expect(total / (STEFAN_BOLTZMANN * params.teff ** 4)).toBeLessThan(1.2);
  });

  test('drops at the edges of hydrogen', () => {
    const fluxAt = (wavelengthA: number): number =>
      computeSpectrum(structure.mass, layers, { minA: wavelengthA, maxA: wavelengthA, stepA: 1 })[0]?.flux ?? 0;
    expect(fluxAt(905) / fluxAt(918)).toBeLessThan(0.5);
    expect(fluxAt(3640) / fluxAt(3655)).toBeLessThan(0.9);
  });

  test('has one row for every wavelength of the range, including both ends', () => {
    const points = computeSpectrum(structure.mass, layers, { minA: 4000, maxA: 4001, stepA: 0.1 });
    expect(points).toHaveLength(11);
    expect(formatSpectrum(points).trim().split('\n')).toHaveLength(13);
    expect(formatSpectrum(points)).toMatch(/\n4001\.000 \d\.\d{7}e\+\d+\n$/);
  });

  test('has the brightness of the Planck function', () => {
    const frequencies = Array.from({ length: 2000 }, (_, index) => 1e13 * 1.004 ** index);
    const integral = frequencies.reduce((sum, nu) => sum + planck(nu, 20_000) * nu * Math.log(1.004), 0);
    expect((integral * Math.PI) / (STEFAN_BOLTZMANN * 20_000 ** 4)).toBeCloseTo(1, 3);
  });
});
