import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import type { PointParams } from './composition.ts';
import { STEFAN_BOLTZMANN } from './constants.ts';
import { greyTemperature } from './grey-temperature.ts';
import { iterate, type RunOutcome } from './iteration.ts';
import { formatModel, parseModel } from './model-file.ts';
import { emergentFlux } from './spectrum.ts';
import { coldStart, gasOf, seededStart, starOf, type SeedModel } from './structure.ts';

const EASY: PointParams = { teff: 35_000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -3.5 };
const TIGHT = { niter: 40, chmax: 1e-6 };

const cold = (params: PointParams, limits = TIGHT): RunOutcome => {
  const star = starOf(params);
  return iterate(coldStart(star), star, limits);
};

/** Returns a model as another run reads it, with the rounding of the file. */
const seedFrom = (params: PointParams, limits = TIGHT): SeedModel => {
  const { structure, converged } = cold(params, limits);
  expect(converged).toBe(true);
  const parsed = parseModel(formatModel(structure.mass, gasOf(structure, starOf(params))));
  if (parsed.kind !== 'model') throw new Error(parsed.reason);
  return parsed.model;
};

const seeded = (params: PointParams, seed: SeedModel, limits = TIGHT): RunOutcome => {
  const star = starOf(params);
  return iterate(seededStart(star, seed), star, limits);
};

describe('a converged atmosphere', () => {
  test('is grey, hydrostatic and ordered in depth wherever it converges', () => {
    fc.assert(
      fc.property(
        fc.record({
          teff: fc.integer({ min: 20_000, max: 45_000 }),
          logg: fc.double({ min: 4.2, max: 6, noNaN: true }),
          loghe: fc.double({ min: -3, max: 1, noNaN: true }),
          logc: fc.double({ min: -5, max: -2, noNaN: true }),
          logn: fc.double({ min: -5, max: -2, noNaN: true }),
          logo: fc.double({ min: -5, max: -2, noNaN: true }),
        }),
        (params) => {
          const star = starOf(params);
          const { structure, converged } = cold(params);
          expect(converged).toBe(true);
          structure.mass.forEach((mass, depth) => {
            const tau = structure.tau[depth] ?? 0;
            const pressure = structure.pressure[depth] ?? 0;
            expect((structure.temperature[depth] ?? 0) / greyTemperature(star.teff, tau)).toBeCloseTo(1, 5);
            // Gas and radiation together support the weight of the column.
            expect((pressure + star.thrust * tau) / (star.gravity * mass)).toBeCloseTo(1, 5);
            expect(pressure).toBeGreaterThan(structure.pressure[depth - 1] ?? 0);
          });
        },
      ),
      { numRuns: 12, seed: 7 },
    );
  });

  test('emits the flux of its effective temperature', () => {
    const { structure } = cold(EASY);
    const source = structure.temperature.map((value) => (STEFAN_BOLTZMANN * value ** 4) / Math.PI);
    expect(emergentFlux(structure.tau, source) / (STEFAN_BOLTZMANN * EASY.teff ** 4)).toBeCloseTo(1, 2);
  });

  test('hardly depends on the number of depths', () => {
    const star = starOf(EASY);
    const massAtOne = (depths: number): number => {
      const { structure } = iterate(coldStart(star, depths), star, TIGHT);
      const below = structure.tau.findIndex((tau) => tau > 1);
      const [t0 = 0, t1 = 0] = structure.tau.slice(below - 1, below + 1);
      const [m0 = 0, m1 = 0] = structure.mass.slice(below - 1, below + 1);
      return m0 * (m1 / m0) ** (Math.log(1 / t0) / Math.log(t1 / t0));
    };
    expect(massAtOne(50) / massAtOne(150)).toBeCloseTo(1, 1);
  });

  test('is the same from a cold start and from a seed', () => {
    const { structure, converged } = seeded(EASY, seedFrom({ ...EASY, teff: 32_000, logg: 5.3 }));
    expect(converged).toBe(true);
    const reference = cold(EASY).structure;
    const pressureAt = ({ tau, pressure }: typeof structure): number => {
      const below = tau.findIndex((value) => value > 1);
      const share = (1 - (tau[below - 1] ?? 0)) / ((tau[below] ?? 0) - (tau[below - 1] ?? 0));
      return (pressure[below - 1] ?? 0) * (1 - share) + (pressure[below] ?? 0) * share;
    };
    expect(pressureAt(structure) / pressureAt(reference)).toBeCloseTo(1, 1);
  });
});

describe('iterations', () => {
  const pairs: readonly (readonly [string, PointParams, PointParams])[] = [
    ['a hotter star', EASY, { ...EASY, teff: 37_500 }],
    ['a lower gravity', EASY, { ...EASY, logg: 4.75 }],
    ['more helium', EASY, { ...EASY, loghe: -0.5 }],
    ['more metals', EASY, { ...EASY, logc: -3, logn: -3, logo: -2.5 }],
    ['a hot star near the limit', { ...EASY, teff: 45_000, logg: 3.7 }, { ...EASY, teff: 46_000, logg: 3.7 }],
    ['a cool dense star', { ...EASY, teff: 22_000, logg: 6 }, { ...EASY, teff: 23_500, logg: 6 }],
  ];

  test.each(pairs)('are fewer from a neighbour than cold: %s', (_, neighbour, params) => {
    const limits = { niter: 40, chmax: 1e-3 };
    const fromSeed = seeded(params, seedFrom(neighbour, limits), limits);
    expect(fromSeed.converged).toBe(true);
    expect(fromSeed.iterations).toBeLessThan(cold(params, limits).iterations);
  });

  test('run out in a cold start although a start from a neighbour converges', () => {
    const limits = { niter: 7, chmax: 1e-3 };
    const params = { ...EASY, teff: 45_000, logg: 3.6, loghe: -2 };
    const fromCold = cold(params, limits);
    expect(fromCold.converged).toBe(false);
    expect(fromCold.failure).toMatch(/no convergence in 7 iterations: largest relative change/);
    expect(seeded(params, seedFrom({ ...params, teff: 42_500 }, TIGHT), limits).converged).toBe(true);
  });

  test('give the same result every time, to the last bit', () => {
    expect(cold(EASY)).toEqual(cold(EASY));
  });
});

describe('near the Eddington limit', () => {
  const beyond: PointParams = { ...EASY, teff: 55_000, logg: 3.5 };

  test('reports that radiation exceeds gravity, and where', () => {
    const outcome = cold(beyond);
    expect(outcome.converged).toBe(false);
    expect(outcome.failure).toMatch(/^radiative acceleration exceeds gravity at tau=[\d.e+-]+: Gamma=1\.\d+ /);
  });

  test('no seed helps', () => {
    expect(seeded(beyond, seedFrom({ ...beyond, logg: 4 })).failure).toMatch(/radiative acceleration exceeds gravity/);
  });

  test('helium-rich gas is still supported, because it has fewer electrons per gram', () => {
    const params = { ...EASY, teff: 50_000, logg: 3.6, loghe: 0 };
    expect(cold({ ...params, loghe: -2 }).failure).toMatch(/radiative acceleration exceeds gravity/);
    expect(cold(params).converged).toBe(true);
  });
});
