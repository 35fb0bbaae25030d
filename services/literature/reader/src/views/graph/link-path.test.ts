import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CELL, HEAD, linkPath, PAPER } from './link-path.ts';

const place = fc.record({ column: fc.nat(12), row: fc.nat(12) });

test('draws a link over several years without crossing a paper', () => {
  fc.assert(
    fc.property(
      place,
      place.filter(({ column }) => column > 1),
      (from, { column, row }) => {
        const to = { column: from.column + column, row };
        const numbers = linkPath(from, to)
          .split(/[MCL ]/)
          .filter((text) => text !== '')
          .map(Number);
        // A start point, a curve, a line and another curve.
        const [first = 0, below = 0, last = 0, stillBelow] = numbers.slice(6, 10);
        expect(stillBelow).toBe(below);
        expect(first).toBe((from.column + 1) * CELL.width);
        expect(last).toBe((to.column - 1) * CELL.width + PAPER.width);
        expect((below - HEAD) % CELL.height).toBeGreaterThan(PAPER.height);
        expect(numbers.slice(-2)).toEqual([to.column * CELL.width, HEAD + row * CELL.height + PAPER.height / 2]);
      },
    ),
  );
});
