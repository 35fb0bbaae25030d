import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fuseRankings } from './fuse-rankings.ts';

const ranking = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 });

test('what leads every list leads the fused one, with 1', () => {
  expect(
    fuseRankings([
      [7, 1, 2],
      [7, 3],
    ])[0],
  ).toEqual({ id: 7, score: 1 });
});

test('a good place in both lists counts for more than the best place in one', () => {
  expect(
    fuseRankings([
      [1, 5, 2],
      [3, 5, 4],
    ])[0]?.id,
  ).toBe(5);
});

test('each id stands there once, with the sum of 1 / (60 + its places), the largest first', () => {
  fc.assert(
    fc.property(fc.array(ranking, { minLength: 1, maxLength: 3 }), (rankings) => {
      const fused = fuseRankings(rankings);
      expect(new Set(fused.map(({ id }) => id))).toEqual(new Set(rankings.flat()));
      for (const { id, score } of fused) {
        const sum = rankings.reduce((all, one) => all + (one.includes(id) ? 1 / (61 + one.indexOf(id)) : 0), 0);
        expect((score * rankings.length) / 61).toBeCloseTo(sum, 12);
        expect(score).toBeLessThanOrEqual(1);
      }
      expect(fused.map(({ score }) => score)).toEqual(fused.map(({ score }) => score).toSorted((a, b) => b - a));
    }),
  );
});

test('one list keeps its order', () => {
  fc.assert(
    fc.property(ranking, (one) => {
      expect(fuseRankings([one]).map(({ id }) => id)).toEqual(one);
    }),
  );
});
