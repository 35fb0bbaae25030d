import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { greyTemperature, greyTemperatureSlope, hopf, SURFACE_TEMPERATURE_RATIO } from './grey-temperature.ts';

describe('Hopf function', () => {
  // Exact values: Mihalas 1978, table 3-2.
  test.each([
    [0, 0.57735],
    [0.01, 0.588236],
    [0.1, 0.627919],
    [0.5, 0.680294],
    [1, 0.698539],
    [2, 0.707917],
    [5, 0.710395],
    [100, 0.710446],
  ])('q(%d) is %d to a thousandth', (tau, exact) => {
    expect(Math.abs(hopf(tau) / exact - 1)).toBeLessThan(1e-3);
  });
});

describe('grey temperature', () => {
  test('is Teff near tau = 2/3 and 0.811 Teff at the surface', () => {
    expect(greyTemperature(30_000, 2 / 3)).toBeGreaterThan(0.99 * 30_000);
    expect(greyTemperature(30_000, 2 / 3)).toBeLessThan(1.01 * 30_000);
    expect(greyTemperature(30_000, 0) / 30_000).toBeCloseTo(SURFACE_TEMPERATURE_RATIO, 6);
    expect(SURFACE_TEMPERATURE_RATIO).toBeCloseTo(0.8112, 4);
  });

  test('rises inward with the stated slope', () => {
    fc.assert(
      fc.property(fc.double({ min: -5, max: 2, noNaN: true }), (logTau) => {
        const tau = 10 ** logTau;
        const step = tau * 1e-5;
        const numeric = (greyTemperature(1, tau + step) - greyTemperature(1, tau - step)) / (2 * step);
        const slope = greyTemperatureSlope(1, tau);
        expect(slope).toBeGreaterThan(0);
        expect(Math.abs(numeric / slope - 1)).toBeLessThan(1e-4);
      }),
    );
  });
});
