import { MOST_NAMED_POINTS, type GridPointRow } from '@almagest/contracts/grid';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MOST_SELECTED, placesBetween, withPoints } from './selection.ts';

const rows = fc.array(
  fc.nat(200).map((name) => ({ name: `p${name}` }) as GridPointRow),
  { maxLength: 150 },
);

test('selects as many points as the API can name', () => {
  expect(MOST_SELECTED).toBe(MOST_NAMED_POINTS);
});

test('a selection never exceeds the limit and keeps its points, and removing undoes adding', () => {
  fc.assert(
    fc.property(rows, rows, (first, second) => {
      const before = withPoints(new Map(), first, true);
      const after = withPoints(before, second, true);
      expect(after.size).toBeLessThanOrEqual(MOST_SELECTED);
      for (const name of before.keys()) expect(after.has(name)).toBe(true);
      expect(withPoints(after, [...after.values()], false).size).toBe(0);
    }),
  );
});

test('a range covers both ends, or as many places after the first end as can be selected', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (anchor, place) => {
      const [first, last] = placesBetween(anchor, place);
      expect(last - first).toBe(Math.min(Math.abs(anchor - place), MOST_SELECTED - 1));
      expect([first, last]).toContain(anchor);
      expect(Math.min(anchor, place)).toBeLessThanOrEqual(first);
      expect(last).toBeLessThanOrEqual(Math.max(anchor, place));
    }),
  );
});
