import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { arrowPath } from './arrow.ts';

const disc = fc.record({
  x: fc.integer({ max: 999, min: 0 }),
  y: fc.nat(999),
  radius: fc.integer({ min: 6, max: 30 }),
});

test('draws an arrow between two papers, outside both, or none if they touch', () => {
  fc.assert(
    fc.property(disc, disc, (citing, cited) => {
      const numbers = (arrowPath(citing, cited).match(/-?[\d.]+/g) ?? []).map(Number);
      const distance = Math.hypot(citing.x - cited.x, citing.y - cited.y);
      if (distance <= citing.radius + cited.radius + 6) return expect(numbers).toEqual([]);
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
      expect(Math.hypot(x1 - citing.x, y1 - citing.y)).toBeCloseTo(citing.radius, 0);
      expect(Math.hypot(x2 - cited.x, y2 - cited.y)).toBeCloseTo(cited.radius + 6, 0);
      return undefined;
    }),
  );
});
