import { expect, test } from '@jest/globals';
import { meanQuality, qualityOf } from './judged-collection.ts';
import { PlainBm25 } from './plain-bm25.ts';

test('a ranking is rated by the gains of its documents', () => {
  const relevant = { 1: 2, 2: 1 };
  expect(qualityOf([1, 2], relevant)).toEqual({ ndcg: 1, map: 1, recallAt10: 1, recallAt100: 1 });
  const worse = qualityOf([3, 2], relevant);
  expect(worse.ndcg).toBeCloseTo(1 / Math.log2(3) / (3 + 1 / Math.log2(3)));
  expect(worse).toMatchObject({ map: 0.25, recallAt10: 0.5, recallAt100: 0.5 });
  expect(meanQuality([qualityOf([1, 2], relevant), worse]).map).toBe(0.625);
});

test('BM25 prefers rare words, more occurrences and short documents', () => {
  const bm25 = new PlainBm25(
    new Map([
      [1, new Map([['common', 1]])],
      [
        2,
        new Map([
          ['common', 1],
          ['rare', 1],
        ]),
      ],
      [3, new Map([['common', 3]])],
      [
        4,
        new Map([
          ['common', 1],
          ['long', 20],
        ]),
      ],
      [5, new Map([['none', 1]])],
    ]),
  );
  expect(bm25.rank(['common', 'rare'], 10)).toEqual([2, 3, 1, 4]);
  expect(bm25.rank(['common', 'rare'], 1)).toEqual([2]);
});
