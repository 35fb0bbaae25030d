import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  COMPUTER_MODERN,
  texOf,
  writeFormulaPdf,
  type FontSet,
  type FormulaTree,
} from '@almagest/upstream-lab/typeset';
import { parsePdf } from '../src/parse-pdf.ts';
import { normaliseTex } from '@almagest/paper-accuracy/normalise-tex';
import { aligned, displayedEquation, equation, gridEquation, smallFormula, textFormula } from './formula-trees.ts';

/** A sum of many letters, as wide as the text. */
const wideRow = fc
  .array(fc.constantFrom('A', 'B', 'm', 'w'), { minLength: 24, maxLength: 24 })
  .map((names): FormulaTree => ({
    kind: 'row',
    items: names
      .flatMap((name, i): FormulaTree[] => [
        { kind: 'sign', name },
        { kind: 'sign', name: i === 11 ? '=' : '+' },
      ])
      .slice(0, -1),
  }));

const signs = (names: string): FormulaTree[] => names.split(' ').map((name): FormulaTree => ({ kind: 'sign', name }));
const rowOf = (...items: FormulaTree[]): FormulaTree => ({ kind: 'row', items });

/** `softmax(z) = …` with cases. Some cases are words. */
const worded = fc
  .record({
    name: fc.constantFrom('softmax', 'Attention', 'ReLU', 'prox'),
    words: fc.uniqueArray(fc.constantFrom('otherwise', 'elsewhere', 'outside', 'else'), { minLength: 1, maxLength: 2 }),
    isDivided: fc.boolean(),
  })
  .map(({ name, words, isDivided }) => {
    const left: FormulaTree[] = [{ kind: 'word', text: name }, ...signs('( z ) =')];
    const first = [rowOf(...signs('z')), rowOf(...signs('z > 0'))];
    const others = words.map((text) => [rowOf(...signs('0')), { kind: 'text', text } as const]);
    return isDivided ? rowOf(...left, ...signs('z + 1')) : rowOf(...left, { kind: 'cases', rows: [first, ...others] });
  });

/** Limits and notes of several words that are wider than their operators and braces. */
const phrase = fc
  .uniqueArray(fc.constantFrom('all', 'of', 'the', 'clumps', 'within', 'larger', 'shells', 'and', 'cores'), {
    minLength: 2,
    maxLength: 5,
  })
  .map((words): FormulaTree => ({ kind: 'text', text: words.join(' ') }));
const described = fc
  .tuple(fc.constantFrom('sum', 'prod'), phrase, phrase, fc.constantFrom(0, 1, 2))
  .map(([name, limit, note, which]) => {
    const operator: FormulaTree = { kind: 'scripts', base: { kind: 'sign', name }, sub: limit };
    const brace: FormulaTree = { kind: 'brace', side: 'under', of: rowOf(...signs('b + c')), note };
    const parts = which === 0 ? [operator] : which === 1 ? [brace] : [operator, ...signs('f +'), brace];
    return rowOf(...signs('y = a +'), ...parts, ...signs('x + z'));
  });

const tokensOf = (tex: string) => normaliseTex(tex).join(' ');

/** The fonts of journals that use Times. */
const TIMES: FontSet = { family: 'times', sizes: [10, 7, 5] };

test.each([
  ['fractions, roots, scripts, limits, accents and brackets', equation(1), 60, COMPUTER_MODERN, 7],
  ['fractions, roots, scripts, limits, accents and brackets in Times', equation(1), 60, TIMES, 7],
  ['notes, braces, limits of several rows, primes, words and units', displayedEquation(), 40, COMPUTER_MODERN, 11],
  ['matrices, cases and binomial coefficients', gridEquation(), 40, COMPUTER_MODERN, 7],
  ['names of functions, and cases in words', worded, 20, COMPUTER_MODERN, 7],
  ['limits and notes of several words', described, 30, COMPUTER_MODERN, 7],
] as const)('displays with %s are read from a file', async (_, trees, count, fonts, seed) => {
  const formulas = fc.sample(trees, { numRuns: count, seed });
  const { blocks } = await parsePdf(
    writeFormulaPdf(
      formulas.map((tree) => ({ tree, place: 'display' })),
      fonts,
    ),
  );
  const found = blocks.filter((block) => block.kind === 'equation').map((block) => block.markdown.replaceAll('$$', ''));
  expect(found.map(tokensOf)).toEqual(formulas.map((tree) => tokensOf(texOf(tree))));
});

test.each([300, 600])('reads displays in bitmap fonts at %i dpi by their widths', async (dots) => {
  const formulas = fc.sample(equation(1), { numRuns: 60, seed: 7 });
  const { blocks, unknownGlyphs } = await parsePdf(
    writeFormulaPdf(
      formulas.map((tree) => ({ tree, place: 'display' })),
      COMPUTER_MODERN,
      dots,
    ),
  );
  const found = blocks.filter((block) => block.kind === 'equation').map((block) => block.markdown.replaceAll('$$', ''));
  expect(found.map(tokensOf)).toEqual(formulas.map((tree) => tokensOf(texOf(tree))));
  expect(unknownGlyphs).toEqual([]);
});

test('reads numbers of every kind at the margin, one for each row, and below a formula that fills its line', async () => {
  const [wide] = fc.sample(wideRow, { numRuns: 1, seed: 7 });
  const rows = fc.sample(aligned(0), { numRuns: 3, seed: 7 });
  const numbers = ['12', '1a', 'A1', '2.3', '12’', 'B.4', '3a-c', 'IV.2'];
  const single = fc.sample(equation(0), { numRuns: numbers.length, seed: 7 });
  const { blocks } = await parsePdf(
    writeFormulaPdf([
      ...single.map((tree, i) => ({ tree, place: 'display' as const, numbers: [numbers[i] ?? ''] })),
      ...rows.map((tree, i) => ({ tree, place: 'display' as const, numbers: [`${i}.1`, `${i}.2`] })),
      { tree: wide as FormulaTree, place: 'display', numbers: ['99'] },
    ]),
  );
  const found = blocks.filter((block) => block.kind === 'equation').map((block) => block.numbers);
  expect(found).toEqual([...numbers.map((number) => [number]), ...rows.map((_, i) => [`${i}.1`, `${i}.2`]), ['99']]);
});

test.each([
  ['fractions and roots', textFormula()],
  ['letters only in fractions and scripts', smallFormula()],
] as const)('formulas within text with %s are read from a file', async (_, trees) => {
  const formulas: FormulaTree[] = fc.sample(trees, { numRuns: 80, seed: 7 });
  const { blocks } = await parsePdf(writeFormulaPdf(formulas.map((tree) => ({ tree, place: 'text' }))));
  const text = blocks.map((block) => block.markdown).join(' ');
  const found = [...text.matchAll(/for which the value \$([^$]*)\$ holds/g)].map(([, tex = '']) => tokensOf(tex));
  expect(found).toEqual(formulas.map((tree) => tokensOf(texOf(tree))));
});
