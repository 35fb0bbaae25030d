import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fuseRankings, type Ranking } from './fuse-rankings.ts';

const fused = (...lists: readonly (readonly number[])[]) => fuseRankings(lists.map((ids) => ({ ids })));

const ranking = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 });

test('an id that leads every list leads the fused list with score 1', () => {
  expect(fused([7, 1, 2], [7, 3])[0]).toEqual({ id: 7, score: 1 });
});

test('good ranks in both lists count for more than the best rank in one', () => {
  expect(fused([1, 5, 2], [3, 5, 4])[0]?.id).toBe(5);
});

test('each id occurs once, with the sum of 1 / (60 + its ranks), the largest first', () => {
  fc.assert(
    fc.property(fc.array(ranking, { minLength: 1, maxLength: 3 }), (rankings) => {
      const all = fused(...rankings);
      expect(new Set(all.map(({ id }) => id))).toEqual(new Set(rankings.flat()));
      for (const { id, score } of all) {
        const sum = rankings.reduce((of, one) => of + (one.includes(id) ? 1 / (61 + one.indexOf(id)) : 0), 0);
        expect((score * rankings.length) / 61).toBeCloseTo(sum, 12);
        expect(score).toBeLessThanOrEqual(1);
      }
      expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).toSorted((a, b) => b - a));
    }),
  );
});

test('an id that one list could not rank is ranked by the other lists', () => {
  const byWords: Ranking = { ids: [9, 1, 2, 3] };
  const byVectors = [1, 2, 3];
  expect(fuseRankings([byWords, { ids: byVectors }])[0]?.id).toBe(1);
  expect(fuseRankings([byWords, { ids: byVectors, unranked: new Set([9]) }])[0]).toEqual({ id: 9, score: 1 });
  fc.assert(
    fc.property(ranking, ranking, fc.array(fc.nat(60)), (words, vectors, missing) => {
      const unranked = new Set(missing.filter((id) => !vectors.includes(id)));
      for (const { id, score } of fuseRankings([{ ids: words }, { ids: vectors, unranked }]))
        if (unranked.has(id)) expect(score).toBeCloseTo(61 / (61 + words.indexOf(id)), 12);
    }),
  );
});

test('a single list keeps its order', () => {
  fc.assert(
    fc.property(ranking, (one) => {
      expect(fused(one).map(({ id }) => id)).toEqual(one);
    }),
  );
});
