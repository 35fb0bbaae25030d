import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AXES } from '@almagest/contracts/grid';
import { arbitraryGrid, byAxis, everyPoint, paramsOf, PLAIN } from '../../../test/arbitrary-grid.ts';
import { helpSummary } from '../tasks/failure-help.ts';
import { seedMetric } from './seed-distance.ts';
import { SAME_PARAMETERS, seedDirection, directionInWords } from './seed-direction.ts';

test('a direction names the axes in which two points differ, and the opposite direction has opposite signs', () => {
  fc.assert(
    fc.property(arbitraryGrid(), fc.nat(), fc.nat(), (grid, i, j) => {
      const points = everyPoint(grid).map(paramsOf);
      const [seed, point] = [points[i % points.length], points[j % points.length]];
      if (seed === undefined || point === undefined) return;
      const metric = seedMetric(grid, PLAIN);
      const expected = AXES.filter((axis) => seed[axis] !== point[axis]).map(
        (axis) => `${axis}${seed[axis] < point[axis] ? '-' : '+'}`,
      );
      expect(seedDirection(seed, point, metric)).toBe(expected.join(' ') || SAME_PARAMETERS);
      const back = expected.map((part) => part.slice(0, -1) + (part.endsWith('-') ? '+' : '-'));
      expect(seedDirection(point, seed, metric)).toBe(back.join(' ') || SAME_PARAMETERS);
    }),
  );
});

test('rounding is not a direction', () => {
  const point = byAxis(() => 0.3);
  const steps = byAxis(() => 0.1);
  expect(seedDirection({ ...point, logc: 0.1 + 0.2 }, point, { steps, difficulty: PLAIN })).toBe(SAME_PARAMETERS);
});

describe('in words', () => {
  test.each([
    ['teff-', 'a cooler seed'],
    ['logg+', 'a seed of higher gravity'],
    ['teff+ loghe- logc+', 'a hotter seed with less helium and with more carbon'],
    [SAME_PARAMETERS, 'a seed with the same parameters'],
    ['', 'a seed'],
    [null, 'a seed'],
  ])('%j is %s', (direction, words) => {
    expect(directionInWords(direction)).toBe(words);
  });

  test('lists the most helpful direction first', () => {
    const helped = [
      { method: 'cold_run', direction: '', points: 8 },
      { method: 'seed_step', direction: 'teff-', points: 30 },
    ] as const;
    expect(helpSummary(41, 38, helped)).toBe(
      '38 of 41 points with this failure converged later: 30 from a cooler seed, 8 in another cold run',
    );
    expect(helpSummary(1, 0, [])).toBe('none of 1 point with this failure has converged since');
    const many = ['logc-', 'logn-', 'logo-', 'logg-', 'loghe-'].map((direction, index) => {
      return { method: 'seed_step', direction, points: index + 1 } as const;
    });
    expect(helpSummary(20, 15, many)).toMatch(
      /^15 of 20 points with this failure converged later: 5 from .*, 3 otherwise$/,
    );
  });
});
