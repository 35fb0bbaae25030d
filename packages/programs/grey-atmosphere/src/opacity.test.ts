import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { compositionOf } from './composition.ts';
import { LIGHT_SPEED } from './constants.ts';
import { gasState } from './ionisation.ts';
import { absorberOf, extinction, frequencyAt, rosselandMean } from './opacity.ts';

const solar = compositionOf({ teff: 0, logg: 0, loghe: -1, logc: -3.5, logn: -4, logo: -3.3 });
const rich = compositionOf({ teff: 0, logg: 0, loghe: -1, logc: -2, logn: -2, logo: -2 });
const at = (wavelengthA: number) => frequencyAt(LIGHT_SPEED / (wavelengthA * 1e-8));

describe('opacity', () => {
  test('approaches electron scattering, 0.2 (1 + X) cm^2/g, in thin hot gas', () => {
    const hydrogenMass = ((solar.fractions[0] ?? 0) * 1.008 * 1.66054e-24) / solar.meanNucleusMass;
    const opacity = rosselandMean(gasState(80_000, 1e-4, solar));
    expect(opacity / (0.2 * (1 + hydrogenMass))).toBeCloseTo(1, 1);
  });

  test('never falls below electron scattering and grows with pressure', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 4.1, max: 5.6, noNaN: true }),
        fc.double({ min: -1, max: 6, noNaN: true }),
        (logTemperature, logPressure) => {
          const gas = gasState(10 ** logTemperature, 10 ** logPressure, solar);
          const opacity = rosselandMean(gas);
          expect(opacity).toBeGreaterThan((gas.electrons * 6.65e-25) / gas.density);
        },
      ),
    );
    expect(rosselandMean(gasState(60_000, 1e5, solar))).toBeGreaterThan(rosselandMean(gasState(60_000, 1e4, solar)));
  });

  test('follows Kramers’ law, about T^-4.5 at constant pressure, where bound-free and free-free absorption dominate', () => {
    const slope =
      Math.log(rosselandMean(gasState(1.1e6, 1e12, solar)) / rosselandMean(gasState(1e6, 1e12, solar))) / Math.log(1.1);
    expect(slope).toBeLessThan(-2.5);
    expect(slope).toBeGreaterThan(-5.5);
  });

  test('is smooth in temperature, so that numerical derivatives are accurate', () => {
    const slopeAt = (t: number): number =>
      (Math.log(rosselandMean(gasState(t * 1.001, 1e4, solar))) - Math.log(rosselandMean(gasState(t, 1e4, solar)))) /
      1e-3;
    const slopes = Array.from({ length: 240 }, (_, index) => slopeAt(20_000 * 1.005 ** index));
    slopes.slice(1).forEach((slope, index) => expect(Math.abs(slope - (slopes[index] ?? 0))).toBeLessThan(0.25));
  });

  test('jumps up at the Lyman edge', () => {
    const absorber = absorberOf(gasState(20_000, 1e3, solar));
    expect(extinction(absorber, at(905)) / extinction(absorber, at(918))).toBeGreaterThan(5);
  });

  test('grows with carbon, nitrogen and oxygen', () => {
    expect(rosselandMean(gasState(40_000, 1e5, rich))).toBeGreaterThan(rosselandMean(gasState(40_000, 1e5, solar)));
  });
});
