import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { texOf } from '@almagest/upstream-lab/typeset';
import { normaliseTex } from '../src/measure/normalise-tex.ts';
import { aligned, equation, gridEquation } from './formula-trees.ts';
import { readBack } from './read-back.ts';

test.each([
  ['fractions, roots, scripts, limits, accents and brackets', equation(1), 150],
  ['matrices, cases and binomial coefficients', gridEquation(), 80],
  ['aligned rows', aligned(0), 60],
] as const)('%s that are printed by the rules of TeX are read back', (_, trees, numRuns) => {
  fc.assert(
    fc.property(trees, (tree) => {
      const { tex, confidence } = readBack(tree);
      expect(normaliseTex(tex)).toEqual(normaliseTex(texOf(tree)));
      expect(confidence).toBe(1);
    }),
    { numRuns },
  );
});
