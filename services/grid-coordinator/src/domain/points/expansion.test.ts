import { describe, expect, jest, test } from '@jest/globals';
import { AXES } from '@almagest/contracts/grid';
import fc from 'fast-check';
import {
  arbitraryDifficulty,
  arbitraryGrid,
  byAxis,
  definedWave,
  easierFirst,
  everyPoint,
  gridOf,
  nameOf,
  paramsOf,
  PLAIN,
} from '../../../test/arbitrary-grid.ts';
import { eddingtonParameter, poorestMetallicity, score, waveOf } from './difficulty.ts';
import { countAboveEddington, countWaves, expand } from './expansion.ts';

describe('expansion', () => {
  test('yields every lattice point once, ordered by wave and name, as spelled in the configuration', () => {
    fc.assert(
      fc.property(arbitraryGrid(), arbitraryDifficulty, (grid, difficulty) => {
        const expected = everyPoint(grid)
          .map((point) => ({
            name: nameOf(point),
            wave: definedWave(point, grid, difficulty),
            params: paramsOf(point),
          }))
          .toSorted((a, b) => a.wave - b.wave || Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
        const yielded = [...expand(grid, difficulty)].map(({ name, wave, params }) => ({ name, wave, params }));
        expect(yielded).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test('of a small grid has exactly the expected points', () => {
    const grid = gridOf({ teff: ['20000', '22000'], logg: ['5.0', '5.50'], loghe: ['-2', '-1', '0'] });
    expect([...expand(grid, PLAIN)].map(({ name, wave }) => `${wave} ${name.slice(0, -18)}`)).toEqual([
      '0 t20000_g5.50_he-1',
      '1 t20000_g5.0_he-1',
      '1 t20000_g5.50_he-2',
      '1 t22000_g5.50_he-1',
      '2 t20000_g5.0_he-2',
      '2 t20000_g5.50_he0',
      '2 t22000_g5.0_he-1',
      '2 t22000_g5.50_he-2',
      '3 t20000_g5.0_he0',
      '3 t22000_g5.0_he-2',
      '3 t22000_g5.50_he0',
      '4 t22000_g5.0_he0',
    ]);
  });

  test('does not depend on the order of the lists', () => {
    const shuffled = arbitraryGrid().chain((grid) =>
      fc
        .record(byAxis((axis) => fc.shuffledSubarray([...grid[axis]], { minLength: grid[axis].length })))
        .map((other) => [grid, other] as const),
    );
    fc.assert(
      fc.property(shuffled, arbitraryDifficulty, ([grid, other], difficulty) => {
        expect([...expand(other, difficulty)]).toEqual([...expand(grid, difficulty)]);
      }),
      { numRuns: 40 },
    );
  });

  test('backwards yields the reverse order', () => {
    fc.assert(
      fc.property(arbitraryGrid(), arbitraryDifficulty, (grid, difficulty) => {
        expect([...expand(grid, difficulty, 'backwards')]).toEqual([...expand(grid, difficulty)].toReversed());
      }),
      { numRuns: 40 },
    );
  });

  test('gives every point above wave 0 a neighbour one step easier in a lower wave', () => {
    fc.assert(
      fc.property(arbitraryGrid(), arbitraryDifficulty, (grid, difficulty) => {
        const waves = new Map([...expand(grid, difficulty)].map(({ name, wave }) => [name, wave]));
        for (const point of everyPoint(grid)) {
          const own = waves.get(nameOf(point)) ?? NaN;
          const easierNeighbours = AXES.flatMap((axis) => {
            const sorted = grid[axis].toSorted((a, b) => easierFirst(axis, a.value, b.value, difficulty.order[axis]));
            const easier = sorted[sorted.indexOf(point[axis]) - 1];
            return easier === undefined ? [] : [waves.get(nameOf({ ...point, [axis]: easier })) ?? NaN];
          });
          expect(easierNeighbours.length > 0).toBe(own > 0);
          for (const wave of easierNeighbours) expect(wave).toBeLessThan(own);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('gives each point the same wave and score as the rules for a single point', () => {
    fc.assert(
      fc.property(arbitraryGrid(), arbitraryDifficulty, (grid, difficulty) => {
        const poorest = poorestMetallicity(grid);
        for (const point of expand(grid, difficulty)) {
          expect(point.wave).toBe(waveOf(point.params, grid, difficulty));
          expect(point.score).toBe(score(point.params, poorest));
        }
      }),
      { numRuns: 40 },
    );
  });

  test('yields the first of millions of points without creating the others', () => {
    const list = (length: number, from: number) => Array.from({ length }, (_, index) => String(from + index));
    const grid = gridOf({
      teff: list(20, 20000),
      logg: list(10, 1),
      loghe: list(10, -9),
      logc: list(10, -9),
      logn: list(10, -9),
      logo: list(25, -30),
    });
    expect(countWaves(grid, PLAIN).reduce((sum, points) => sum + points, 0)).toBe(5_000_000);
    // A score takes two logarithms to base 10, so the number of calls shows how many points were created.
    const logarithms = jest.spyOn(Math, 'log10');
    try {
      const points = expand(grid, PLAIN);
      const first = points.next();
      const overhead = logarithms.mock.calls.length;
      for (let taken = 1; taken < 10; taken += 1)
        expect(points.next().value).toMatchObject({ wave: taken < 7 ? 1 : 2 });
      expect(first.value).toMatchObject({ wave: 0 });
      expect(overhead).toBeLessThan(1_000);
      expect(logarithms.mock.calls.length - overhead).toBeLessThanOrEqual(2 * 9);
    } finally {
      logarithms.mockRestore();
    }
  });
});

test('countWaves matches the number of points in each wave of the expansion', () => {
  fc.assert(
    fc.property(arbitraryGrid(), arbitraryDifficulty, (grid, difficulty) => {
      const yielded: number[] = [];
      for (const { wave } of expand(grid, difficulty)) yielded[wave] = (yielded[wave] ?? 0) + 1;
      expect(countWaves(grid, difficulty)).toEqual(Array.from(yielded, (points) => points ?? 0));
    }),
    { numRuns: 60 },
  );
});

test('countWaves can be restricted to some values of an axis', () => {
  fc.assert(
    fc.property(arbitraryGrid(), arbitraryDifficulty, fc.constantFrom(...AXES), (grid, difficulty, axis) => {
      const texts = new Set(grid[axis].slice(1).map(({ text }) => text));
      fc.pre(texts.size > 0);
      const counted = countWaves(grid, difficulty, { axis, texts });
      const first = new Set(grid[axis].slice(0, 1).map(({ text }) => text));
      const others = countWaves(grid, difficulty, { axis, texts: first });
      const all = countWaves(grid, difficulty);
      expect(all.map((_, wave) => (counted[wave] ?? 0) + (others[wave] ?? 0))).toEqual(all);
      const points = everyPoint(grid).filter((point) => texts.has(point[axis].text));
      expect(counted.reduce((sum, n) => sum + n, 0)).toBe(points.length);
    }),
    { numRuns: 60 },
  );
});

test('countAboveEddington matches counting one by one', () => {
  const limit = fc.double({ min: 1e-3, max: 10, noNaN: true });
  fc.assert(
    fc.property(arbitraryGrid(), limit, (grid, limit) => {
      const above = everyPoint(grid).filter((point) => eddingtonParameter(paramsOf(point)) > limit);
      expect(countAboveEddington(grid, limit)).toBe(above.length);
    }),
    { numRuns: 60 },
  );
});
