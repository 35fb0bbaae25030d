import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { compositionOf } from './composition.ts';
import { BOLTZMANN } from './constants.ts';
import { ELEMENTS, STAGE_COUNT, STAGE_OFFSETS } from './elements.ts';
import { electronStates, gasState, type GasState } from './ionisation.ts';

const NORMAL = { teff: 0, logg: 0, loghe: -1, logc: -3.5, logn: -4, logo: -3.3 };
const temperatures = fc.double({ min: 3.9, max: 6, noNaN: true }).map((log) => 10 ** log);
const pressures = fc.double({ min: -3, max: 9, noNaN: true }).map((log) => 10 ** log);
const compositions = fc
  .record({
    loghe: fc.double({ min: -4, max: 3, noNaN: true }),
    logc: fc.double({ min: -8, max: 0, noNaN: true }),
    logn: fc.double({ min: -8, max: 0, noNaN: true }),
    logo: fc.double({ min: -8, max: 0, noNaN: true }),
  })
  .map((abundances) => compositionOf({ ...NORMAL, ...abundances }));

const stagesOf = (gas: GasState, element: number): number[] => {
  const offset = STAGE_OFFSETS[element] ?? 0;
  return [...gas.populations.subarray(offset, offset + (ELEMENTS[element]?.stages.length ?? 0))];
};
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('ionisation equilibrium', () => {
  test('conserves charge, nuclei of every element and pressure', () => {
    fc.assert(
      fc.property(temperatures, pressures, compositions, (temperature, pressure, composition) => {
        const gas = gasState(temperature, pressure, composition);
        const charge = sum(ELEMENTS.map((_, index) => sum(stagesOf(gas, index).map((n, ion) => n * ion))));
        expect(Math.abs(charge / gas.electrons - 1)).toBeLessThan(1e-9);
        composition.fractions.forEach((fraction, index) => {
          expect(Math.abs(sum(stagesOf(gas, index)) / (fraction * gas.nuclei) - 1)).toBeLessThan(1e-12);
        });
        expect(((gas.electrons + gas.nuclei) * BOLTZMANN * temperature) / pressure).toBeCloseTo(1, 12);
        expect(gas.density / gas.nuclei).toBeCloseTo(composition.meanNucleusMass, 30);
      }),
    );
  });

  test('frees more electrons per nucleus when hotter and fewer when denser', () => {
    fc.assert(
      fc.property(temperatures, pressures, compositions, (temperature, pressure, composition) => {
        const freed = ({ electrons, nuclei }: GasState): number => electrons / nuclei;
        const here = freed(gasState(temperature, pressure, composition));
        expect(freed(gasState(temperature * 1.2, pressure, composition))).toBeGreaterThanOrEqual(here * (1 - 1e-9));
        expect(freed(gasState(temperature, pressure * 2, composition))).toBeLessThanOrEqual(here * (1 + 1e-9));
      }),
    );
  });

  test('agrees with the closed solution of the Saha equation for pure hydrogen', () => {
    const pure = compositionOf({ ...NORMAL, loghe: -30, logc: -30, logn: -30, logo: -30 });
    const [temperature, pressure] = [12_000, 1e4];
    // x^2 / (1 - x^2) = S kT / P. The statistical weights of hydrogen and of the electron cancel.
    const k =
      electronStates(temperature) * Math.exp(-13.598434 / (8.617333e-5 * temperature)) * BOLTZMANN * temperature;
    const exact = Math.sqrt(k / pressure / (1 + k / pressure));
    const gas = gasState(temperature, pressure, pure);
    expect(gas.electrons / gas.nuclei).toBeCloseTo(exact, 5);
    expect(exact).toBeGreaterThan(0.1);
    expect(exact).toBeLessThan(0.9999);
  });

  test('knows all stages of the five elements', () => {
    expect(STAGE_COUNT).toBe(2 + 3 + 7 + 8 + 9);
    const energies = ELEMENTS.map(({ stages }) => stages.map(({ ionisationEv }) => ionisationEv ?? Infinity));
    for (const row of energies) expect(row).toEqual([...row].sort((a, b) => a - b));
  });
});
