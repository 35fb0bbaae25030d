import { describe, expect, test } from '@jest/globals';
import { AXES, type Axis, type GridPointParams, type AxisOrder } from '@almagest/contracts/grid';
import fc from 'fast-check';
import {
  arbitraryDifficulty,
  arbitraryGrid,
  arbitraryHundredths,
  axisOf,
  byAxis,
  easierFirst,
  everyPoint,
  gridOf,
  paramsOf,
  PLAIN,
} from '../../../test/arbitrary-grid.ts';
import {
  eddingtonParameter,
  fromEasyToHard,
  metallicity,
  poorestMetallicity,
  score,
  waveContributions,
  waveOf,
} from './difficulty.ts';

describe('from easy to hard', () => {
  test.each<[Axis, AxisOrder | undefined, string[], string[]]>([
    ['teff', undefined, ['30000', '20000', '100000'], ['20000', '30000', '100000']],
    ['logg', undefined, ['5.0', '6.0', '5.5'], ['6.0', '5.5', '5.0']],
    ['logc', undefined, ['-3', '-5', '-4'], ['-5', '-4', '-3']],
    ['logn', undefined, ['-3', '-5', '-4'], ['-5', '-4', '-3']],
    ['logo', undefined, ['-3', '-5', '-4'], ['-5', '-4', '-3']],
    ['loghe', undefined, ['1', '0', '-1', '-2', '-3'], ['-1', '-2', '0', '-3', '1']],
    // |-1.3 + 1| and |-0.7 + 1| are equal, but not in binary. The same applies to the next pair.
    ['loghe', undefined, ['-0.7', '-1.3'], ['-1.3', '-0.7']],
    ['loghe', undefined, ['-0.9', '-1.1'], ['-1.1', '-0.9']],
    ['loghe', 'asc', ['-0.7', '-1.3', '-1'], ['-1.3', '-1', '-0.7']],
    ['loghe', 'desc', ['-0.7', '-1.3', '-1'], ['-0.7', '-1', '-1.3']],
    ['logg', 'asc', ['5.5', '5.0'], ['5.0', '5.5']],
    ['teff', 'desc', ['20000', '30000'], ['30000', '20000']],
    // These values are closer together than any rounding of the distances, but are still in order.
    ['logg', undefined, ['5.00000000001', '5.00000000002'], ['5.00000000002', '5.00000000001']],
    ['teff', 'desc', ['20000', '20000.000001'], ['20000.000001', '20000']],
  ])('%s, order %s, puts %j as %j', (axis, order, given, expected) => {
    const sorted = (texts: string[]) => fromEasyToHard(axis, axisOf(texts), order).map(({ text }) => text);
    expect(sorted(given)).toEqual(expected);
    expect(sorted(given.toReversed())).toEqual(expected);
  });
});

describe('wave', () => {
  test('is 0 only for the easiest corner', () => {
    fc.assert(
      fc.property(arbitraryGrid(), arbitraryDifficulty, (grid, difficulty) => {
        const corner = byAxis((axis) => {
          const easiest = grid[axis].toSorted((a, b) => easierFirst(axis, a.value, b.value, difficulty.order[axis]))[0];
          return easiest?.value ?? NaN;
        });
        const inWave0 = everyPoint(grid)
          .map(paramsOf)
          .filter((params) => waveOf(params, grid, difficulty) === 0);
        expect(inWave0).toEqual([corner]);
      }),
      { numRuns: 40 },
    );
  });

  test('never decreases as a point becomes harder, and increases if any axis becomes harder', () => {
    const grid = arbitraryGrid(5);
    const ranks = fc.record(byAxis(() => fc.tuple(fc.nat(4), fc.nat(4))));
    fc.assert(
      fc.property(grid, arbitraryDifficulty, ranks, (grid, difficulty, ranks) => {
        const pick = (which: 'easier' | 'harder') =>
          byAxis((axis) => {
            const sorted = grid[axis].toSorted((a, b) => easierFirst(axis, a.value, b.value, difficulty.order[axis]));
            const rank = Math[which === 'easier' ? 'min' : 'max'](...ranks[axis]);
            return sorted[Math.min(rank, sorted.length - 1)]?.value ?? NaN;
          });
        const [easier, harder] = [pick('easier'), pick('harder')];
        const [low, high] = [waveOf(easier, grid, difficulty), waveOf(harder, grid, difficulty)];
        if (AXES.some((axis) => easier[axis] !== harder[axis])) expect(low).toBeLessThan(high);
        else expect(low).toBe(high);
      }),
    );
  });

  test('multiplies each axis by its weight', () => {
    const grid = gridOf({ teff: ['1000', '2000'], logg: ['6', '5', '4'] });
    const difficulty = { ...PLAIN, weights: { ...PLAIN.weights, logg: 2 } };
    const params = { teff: 2000, logg: 4, loghe: -1, logc: -4, logn: -4, logo: -4 };
    expect(waveOf(params, grid, PLAIN)).toBe(3);
    expect(waveOf(params, grid, difficulty)).toBe(5);
    expect([...waveContributions(grid, difficulty).logg]).toEqual([
      ['6', 0],
      ['5', 2],
      ['4', 4],
    ]);
  });

  test('uses the configured order of an axis', () => {
    const grid = gridOf({ loghe: ['-3', '-1', '1'] });
    const wave = (order: AxisOrder | undefined, loghe: number) =>
      waveOf({ teff: 20000, logg: 5, loghe, logc: -4, logn: -4, logo: -4 }, grid, {
        ...PLAIN,
        order: order === undefined ? {} : { loghe: order },
      });
    expect([-3, -1, 1].map((loghe) => wave(undefined, loghe))).toEqual([1, 0, 2]);
    expect([-3, -1, 1].map((loghe) => wave('asc', loghe))).toEqual([0, 1, 2]);
    expect([-3, -1, 1].map((loghe) => wave('desc', loghe))).toEqual([2, 1, 0]);
  });

  test('depends on the order of the values, not on their spacing', () => {
    const wave = (texts: string[]) =>
      waveOf(
        { teff: 20000, logg: 5, loghe: -1, logc: Number(texts.at(-1)), logn: -4, logo: -4 },
        gridOf({ logc: texts }),
        PLAIN,
      );
    expect(wave(['-9', '-8.99', '7'])).toBe(wave(['-5', '-4', '-3']));
  });

  test('never decreases as a point off the lattice becomes harder', () => {
    const point = fc.record(byAxis((axis) => fc.tuple(arbitraryHundredths(axis), arbitraryHundredths(axis))));
    fc.assert(
      fc.property(arbitraryGrid(6), arbitraryDifficulty, point, (grid, difficulty, pairs) => {
        const sorted = byAxis((axis) =>
          pairs[axis].map((value) => value / 100).toSorted((a, b) => easierFirst(axis, a, b, difficulty.order[axis])),
        );
        const [easier, harder] = [byAxis((axis) => sorted[axis][0] ?? NaN), byAxis((axis) => sorted[axis][1] ?? NaN)];
        expect(waveOf(easier, grid, difficulty)).toBeLessThanOrEqual(waveOf(harder, grid, difficulty));
      }),
    );
  });

  test.each([
    // [values of the grid, value of the point, its wave]: of two values at equal distance from -1, the lower is easier.
    [['-0.9'], -1.1, 0],
    [['-1.1'], -0.9, 1],
    [['-0.7'], -1.3, 0],
    [['-1.3'], -0.7, 1],
    [['-1.0', '-0.9', '-0.8'], -1.1, 1],
  ])('with the helium values %j puts %d into wave %d', (texts, loghe, wave) => {
    const params = { teff: 20000, logg: 5, loghe, logc: -4, logn: -4, logo: -4 };
    expect(waveOf(params, gridOf({ loghe: texts }), PLAIN)).toBe(wave);
  });
});

const params: fc.Arbitrary<GridPointParams> = fc
  .record(byAxis(arbitraryHundredths))
  .map((hundredths) => byAxis((axis) => hundredths[axis] / 100));

describe('Eddington parameter', () => {
  test('of the Sun follows from its luminosity and mass', () => {
    // Nominal solar values of IAU 2015 Resolution B3: L = 3.828e33 erg/s, GM = 1.3271244e26 cm^3/s^2, Teff = 5772 K, R
    // = 6.957e10 cm, hence log g = 4.43807. With He/H = 0.1 and m_He/m_H = 3.9715, X = 0.71574, kappa_e = 0.34315
    // cm^2/g. kappa_e L / (4 pi c GM) = 2.6273e-5. The nominal L, R and Teff agree to 1e-4.
    const gamma = eddingtonParameter({ teff: 5772, logg: 4.43807, loghe: -1 });
    expect(Math.abs(gamma / 2.6273e-5 - 1)).toBeLessThan(3e-4);
  });

  test('grows with the fourth power of teff and falls with gravity', () => {
    fc.assert(
      fc.property(params, (point) => {
        const gamma = eddingtonParameter(point);
        expect(eddingtonParameter({ ...point, teff: 2 * point.teff }) / gamma).toBeCloseTo(16, 9);
        expect(eddingtonParameter({ ...point, logg: point.logg + 1 }) / gamma).toBeCloseTo(0.1, 9);
      }),
    );
  });

  test('halves from pure hydrogen to pure helium, which has half the electrons per gram', () => {
    const of = (loghe: number) => eddingtonParameter({ teff: 40000, logg: 5, loghe });
    expect(of(12) / of(-12)).toBeCloseTo(0.5, 9);
  });
});

describe('score', () => {
  test('follows the formula of the specification', () => {
    fc.assert(
      fc.property(params, fc.double({ min: -6, max: 2, noNaN: true }), (point, poorest) => {
        const { teff, logg, loghe, logc, logn, logo } = point;
        const helium = 10 ** loghe;
        const hydrogen = 1.007825 / (1.007825 + 4.002602 * helium);
        const logGamma =
          Math.log10(0.2 + 0.2 * hydrogen) +
          Math.log10(5.670374419e-5) +
          4 * Math.log10(teff) -
          Math.log10(2.99792458e10) -
          logg;
        const metals = Math.log(Math.exp(logc * Math.LN10) + Math.exp(logn * Math.LN10) + Math.exp(logo * Math.LN10));
        const expected = logGamma + 0.3 * (metals / Math.LN10 - poorest) + 0.2 * Math.abs(loghe + 1);
        expect(score(point, poorest)).toBeCloseTo(expected, 6);
      }),
    );
  });

  test('is a finite single-precision number for any values', () => {
    const value = fc.double({ noNaN: true, noDefaultInfinity: true });
    const params = fc.record({ teff: value, logg: value, loghe: value, logc: value, logn: value, logo: value });
    fc.assert(
      fc.property(params, fc.oneof(value, fc.constantFrom(-Infinity, Infinity)), (of, poorest) => {
        expect(Number.isFinite(Math.fround(score(of, poorest)))).toBe(true);
      }),
    );
  });

  test("measures metals from the grid's most metal-poor corner", () => {
    const grid = gridOf({ logc: ['-3', '-5'], logn: ['-4', '-6'], logo: ['-5', '-7'] });
    expect(poorestMetallicity(grid)).toBeCloseTo(Math.log10(1e-5 + 1e-6 + 1e-7), 12);
    const corner = { teff: 20000, logg: 5, loghe: -1, logc: -5, logn: -6, logo: -7 };
    expect(score(corner, poorestMetallicity(grid))).toBeCloseTo(Math.log10(eddingtonParameter(corner)), 12);
  });

  test('uses the logarithm of the summed metals', () => {
    expect(metallicity({ logc: -4, logn: -4, logo: -4 })).toBeCloseTo(Math.log10(3e-4), 12);
    expect(metallicity({ logc: 0, logn: -30, logo: -30 })).toBeCloseTo(0, 12);
  });
});
