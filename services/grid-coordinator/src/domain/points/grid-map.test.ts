import { expect, test } from '@jest/globals';
import { AXES, PointStatus, TaskType } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { arbitraryPoints, axisOf, everyPoint, gridOf } from '../../../test/arbitrary-grid.ts';
import { GridPlaces, MAP_CODES, NO_NUMBER, numberText, timeStepSec } from './grid-map.ts';

test('every point has its own place: by its values with the last axis fastest, then the extra points', () => {
  fc.assert(
    fc.property(arbitraryPoints, ({ grid, extraPoints }) => {
      const points = everyPoint(grid).map((point) => AXES.map((axis) => point[axis].value));
      const rising = points.toSorted(
        (a, b) => a.map((value, axis) => value - (b[axis] ?? 0)).find((d) => d !== 0) ?? 0,
      );
      const places = new GridPlaces({ grid, extraPoints });
      const all = [...rising, ...extraPoints.map((point) => AXES.map((axis) => point[axis].value))];
      expect(all.map((values) => places.placeOf(values))).toEqual(all.map((_, place) => place));
      expect([places.gridSize, places.size]).toEqual([rising.length, all.length]);
    }),
    { numRuns: 50 },
  );
});

test('values outside the grid have no place', () => {
  const places = new GridPlaces({ grid: gridOf({ teff: ['20000', '30000'] }), extraPoints: [] });
  expect(places.placeOf([25_000, 5, -1, -4, -4, -4])).toBeUndefined();
  expect(places.placeOf([20_000, 5, -1, -4, -4])).toBeUndefined();
});

test('two spellings of a value have the same place', () => {
  const places = new GridPlaces({ grid: { ...gridOf({}), logg: axisOf(['5.0', '5.00']) }, extraPoints: [] });
  expect(places.axes[1]).toEqual([5]);
});

test('each state and each way to converge has its own character', () => {
  const states = MAP_CODES.map(({ status, method }) => `${status} ${method}`);
  expect(new Set(states).size).toBe(MAP_CODES.length);
  expect(new Set(MAP_CODES.map(({ code }) => code)).size).toBe(MAP_CODES.length);
  for (const status of PointStatus.enum) expect(states).toContain(`${status} null`);
  for (const method of TaskType.enum) expect(states).toContain(`converged ${method}`);
  for (const { code } of MAP_CODES) expect(code).toMatch(/^[\x21-\x7e]$/);
});

test('a number is recovered from its character, in steps, up to the largest that one character can hold', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1, max: 60_000 })), fc.integer({ min: 1, max: 64 }), (numbers, step) => {
      const text = numberText(Int32Array.from(numbers), step);
      expect(text).toHaveLength(numbers.length);
      const told = text.split('').map((character) => (character === '.' ? NO_NUMBER : character.charCodeAt(0) - 48));
      expect(told).toEqual(numbers.map((n) => (n === NO_NUMBER ? n : Math.min(0xd7ff - 48, Math.floor(n / step)))));
    }),
  );
});

test('a time step is a power of two that divides any age into 512 to 1,024 steps', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e10, noNaN: true }), (ageSec) => {
      const step = timeStepSec(ageSec);
      expect(Math.log2(step) % 1).toBe(0);
      expect(ageSec / step).toBeLessThanOrEqual(1_024);
      if (step > 1) expect(ageSec / step).toBeGreaterThanOrEqual(512);
    }),
  );
});
