import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { locatePassage } from './locate-passage.ts';
import { foldText } from '../papers/text-similarity.ts';

const word = fc.stringMatching(/^[a-zäöüé]{3,9}$/);
const blocks = fc.array(fc.array(word, { minLength: 6, maxLength: 30 }), { minLength: 2, maxLength: 12 });

test('finds words in their block when a PDF breaks, joins or hyphenates them', () => {
  fc.assert(
    fc.property(blocks, fc.nat(), fc.nat(), (words, which, start) => {
      const index = which % words.length;
      const own = words[index] ?? [];
      const from = start % (own.length - 3);
      const quote = own.slice(from, from + 4);
      const texts = words.map((some) => some.join(' '));
      const broken = quote.map((one) => `${one.slice(0, 2)}-\n${one.slice(2)}`).join('\n');
      const [found, ...more] = locatePassage(texts, broken.toUpperCase().normalize('NFD'), index);
      // A letter and its separate accent become one letter again.
      expect(more).toEqual([]);
      expect(found?.block).toBe(index);
      expect(foldText(found?.text ?? '')).toBe(foldText(quote.join('')));
    }),
  );
});

test('results are always within the text, and empty input finds nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), fc.string({ unit: 'binary' }), (texts, wanted) => {
      for (const { block, text } of locatePassage(texts, wanted, 0))
        expect((texts[block] ?? '').normalize('NFKC').toWellFormed()).toContain(text);
      expect(locatePassage(texts, ' .-', 0)).toEqual([]);
      expect(locatePassage([], wanted, 0)).toEqual([]);
    }),
  );
});

test('bridges a formula that is written differently, splits a passage over two blocks, and takes the nearest place', () => {
  const texts = [
    'The mass loss of hot stars was measured in six nights.',
    'We find that the rate $\\dot{M}=10^{-6}$ depends on the luminosity of the star alone.',
    'It does not depend on its radius. The mass loss of hot stars was measured in six nights.',
  ];
  expect(locatePassage(texts, 'We find that the rate M˙ = 10−6 depends on the luminosity of the star', 0)).toEqual([
    { block: 1, text: 'We find that the rate $\\dot{M}=10^{-6}$ depends on the luminosity of the star' },
  ]);
  expect(locatePassage(texts, 'of the star alone. It does not depend', 0)).toEqual([
    { block: 1, text: 'of the star alone' },
    { block: 2, text: 'It does not depend' },
  ]);
  for (const near of [0, 2])
    expect(locatePassage(texts, 'mass loss of hot stars', near)).toMatchObject([{ block: near }]);
});
