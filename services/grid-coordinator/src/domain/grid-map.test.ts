import { expect, test } from '@jest/globals';
import { AXES, PointStatus, TaskType } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { arbitraryGrid, axisOf, everyPoint, gridOf } from '../../test/arbitrary-grid.ts';
import { GridPlaces, MAP_CODES } from './grid-map.ts';

test('every point of a grid has a place of its own, in the order of its values with the last axis fastest', () => {
  fc.assert(
    fc.property(arbitraryGrid(), (grid) => {
      const points = everyPoint(grid).map((point) => AXES.map((axis) => point[axis].value));
      const rising = points.toSorted(
        (a, b) => a.map((value, axis) => value - (b[axis] ?? 0)).find((d) => d !== 0) ?? 0,
      );
      const places = new GridPlaces(grid);
      expect(rising.map((values) => places.placeOf(values))).toEqual(rising.map((_, place) => place));
      expect(places.size).toBe(points.length);
    }),
    { numRuns: 50 },
  );
});

test('values that the grid does not have have no place', () => {
  const places = new GridPlaces(gridOf({ teff: ['20000', '30000'] }));
  expect(places.placeOf([25_000, 5, -1, -4, -4, -4])).toBeUndefined();
  expect(places.placeOf([20_000, 5, -1, -4, -4])).toBeUndefined();
});

test('a value that is spelt twice has one place', () => {
  const places = new GridPlaces({ ...gridOf({}), logg: axisOf(['5.0', '5.00']) });
  expect(places.axes[1]).toEqual([5]);
});

test('each state and each way to converge has a character of its own', () => {
  const states = MAP_CODES.map(({ status, method }) => `${status} ${method}`);
  expect(new Set(states).size).toBe(MAP_CODES.length);
  expect(new Set(MAP_CODES.map(({ code }) => code)).size).toBe(MAP_CODES.length);
  for (const status of PointStatus.enum) expect(states).toContain(`${status} null`);
  for (const method of TaskType.enum) expect(states).toContain(`converged ${method}`);
  for (const { code } of MAP_CODES) expect(code).toMatch(/^[\x21-\x7e]$/);
});
