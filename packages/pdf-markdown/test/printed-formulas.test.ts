import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { texOf, writeFormulaPdf, type FormulaTree } from '@almagest/upstream-lab/typeset';
import { parsePdf } from '../src/index.ts';
import { normaliseTex } from '../src/measure/normalise-tex.ts';
import { equation, gridEquation, textFormula } from './formula-trees.ts';

const tokensOf = (tex: string) => normaliseTex(tex).join(' ');

test.each([
  ['fractions, roots, scripts, limits, accents and brackets', equation(1), 60],
  ['matrices, cases and binomial coefficients', gridEquation(), 40],
] as const)('displays with %s are read from a file', async (_, trees, count) => {
  const formulas = fc.sample(trees, { numRuns: count, seed: 7 });
  const { blocks } = await parsePdf(writeFormulaPdf(formulas.map((tree) => ({ tree, place: 'display' }))));
  const found = blocks.filter((block) => block.kind === 'equation').map((block) => block.markdown.replaceAll('$$', ''));
  expect(found.map(tokensOf)).toEqual(formulas.map((tree) => tokensOf(texOf(tree))));
});

test('formulas within text are read from a file, also fractions and roots', async () => {
  const formulas: FormulaTree[] = fc.sample(textFormula(), { numRuns: 80, seed: 7 });
  const { blocks } = await parsePdf(writeFormulaPdf(formulas.map((tree) => ({ tree, place: 'text' }))));
  const text = blocks.map((block) => block.markdown).join(' ');
  const found = [...text.matchAll(/for which the value \$([^$]*)\$ holds/g)].map(([, tex = '']) => tokensOf(tex));
  expect(found).toEqual(formulas.map((tree) => tokensOf(texOf(tree))));
});
