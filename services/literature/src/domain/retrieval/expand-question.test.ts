import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { expansionTerms } from './expand-question.ts';

const word = fc.record({
  word: fc.string({ minLength: 1 }),
  strength: fc.double({ min: 0, max: 3, noNaN: true }),
  holding: fc.nat(1_000),
});

test('a question is expanded with few words, the most significant first', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { selector: (one) => one.word }), (words) => {
      const terms = expansionTerms(words, 1_000);
      expect(terms.length).toBeLessThanOrEqual(24);
      const weights = terms.map(({ weight }) => weight);
      expect(weights).toEqual(weights.toSorted((a, b) => b - a));
      expect(weights.every((weight) => weight > 0)).toBe(true);
      expect(words.map((one) => one.word)).toEqual(expect.arrayContaining(terms.map((term) => term.word)));
    }),
  );
});

test('if passages have two words equally often, the rarer word is added first', () => {
  const words = [
    { word: 'star', strength: 1, holding: 500 },
    { word: 'praseodymium', strength: 1, holding: 3 },
  ];
  expect(expansionTerms(words, 1_000).map((term) => term.word)).toEqual(['praseodymium', 'star']);
});
