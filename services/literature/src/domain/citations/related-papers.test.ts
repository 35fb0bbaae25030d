import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { rankRelated } from './related-papers.ts';

const counts = fc.uniqueArray(fc.record({ id: fc.nat(9), count: fc.integer({ min: 1, max: 40 }) }), {
  selector: ({ id }) => id,
});

test('each related paper is listed once, with a reason', () => {
  fc.assert(
    fc.property(counts, counts, (references, citations) => {
      const ranked = rankRelated(references, citations, []);
      expect(new Set(ranked.map(({ id }) => id)).size).toBe(ranked.length);
      for (const { id, references: shared, citations: together } of ranked) {
        expect(Math.max(shared, together)).toBeGreaterThanOrEqual(2);
        expect(references.find((one) => one.id === id)?.count ?? 0).toBeGreaterThanOrEqual(shared);
      }
    }),
  );
});

test('more shared references come first, and words alone last', () => {
  const words = [
    { id: 1, words: ['praseodymium', 'rapid'], weight: 9 },
    { id: 2, words: ['opacity', 'bump'], weight: 5 },
    { id: 3, words: ['star'], weight: 1 },
  ];
  const references = [
    { id: 4, count: 14 },
    { id: 5, count: 3 },
    { id: 2, count: 3 },
  ];
  expect(rankRelated(references, [], words).map(({ id }) => id)).toEqual([4, 2, 5, 1]);
});
