import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canBeMisspelt, correctSpelling, editDistance } from './correct-spelling.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });

test('the distance is symmetric, 0 only for equal words, and at most the longer length', () => {
  fc.assert(
    fc.property(word, word, fc.nat(), (a, b, seed) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, b) === 0).toBe(a === b);
      expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      const place = a.length === 0 ? 0 : seed % a.length;
      expect(editDistance(a, `${a.slice(0, place)}x${a.slice(place)}`)).toBe(1);
    }),
  );
});

test.each([
  ['convecton', ['convective', 'convection', 'connection'], 'convection'],
  ['staellr', ['stellar'], 'stellar'],
  ['teh', [], undefined],
  ['wind', ['wing', 'wand'], 'wing'],
  ['wind', ['wound'], undefined],
  ['opacity', ['opacity'], undefined],
])('%s among %j is corrected to %s', (asked, known, corrected) => {
  expect(correctSpelling(asked, known)).toBe(corrected);
});

test.each(['ngc', '6397', 'he2', 'T-Tau'])('%s is not treated as misspelt', (word) => {
  expect(canBeMisspelt(word)).toBe(false);
});
