import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { texOf, writeFormulaPdf, type FormulaTree } from '@almagest/upstream-lab/typeset';
import { joinLines } from '../src/blocks/join-lines.ts';
import { makeLine } from '../src/layout/lines/line.ts';
import { parsePdf } from '../src/parse-pdf.ts';
import { gatherVocabulary } from '../src/text/hyphens.ts';
import type { PlacedRun } from '../src/text/placed-run.ts';
import { normaliseTex } from '@almagest/paper-accuracy/normalise-tex';
import { letter, row, sign } from './formula-trees.ts';
import { MATH, run } from './runs.ts';

const scripts = (base: FormulaTree, sub: FormulaTree): FormulaTree => ({ kind: 'scripts', base, sub });
const word = (text: string): FormulaTree => ({ kind: 'word', text });
const name = fc.constantFrom('Var', 'Hom', 'Pr', 'diag', 'O').map(word);
const functionName = fc.constantFrom('log', 'sin', 'exp').map(word);
const indexed = letter.map((base) => scripts(base, sign('0')));
const argument = fc.oneof(
  letter,
  indexed,
  fc.tuple(functionName, letter).map((parts) => row(parts)),
  fc.tuple(letter, fc.constantFrom('+', ',').map(sign), indexed).map((parts) => row(parts)),
);
const inBrackets = (of: FormulaTree) => [sign('('), of, sign(')')];

test.each([
  ['a function with its argument', fc.tuple(name, argument).map(([of, x]) => row([of, ...inBrackets(x)]))],
  [
    'a function of a function after a sum',
    fc
      .tuple(letter, functionName, name, argument)
      .map(([x, f, of, y]) => row([x, sign('+'), f, row([of, ...inBrackets(y)])])),
  ],
  [
    'a congruence',
    fc
      .tuple(letter, indexed, letter)
      .map(([a, b, n]) =>
        row([a, sign('equiv'), b, { kind: 'space', name: 'quad' }, sign('('), word('mod'), n, sign(')')]),
      ),
  ],
  ['a factorial', fc.tuple(letter, letter).map(([n, k]) => row([n, sign('!'), sign('/'), k, sign('!')]))],
  [
    'a number before a relation',
    fc.tuple(indexed, indexed).map(([a, b]) => row([sign('0'), sign('='), a, sign('<'), b])),
  ],
  [
    'groups with numbers as arguments',
    fc
      .tuple(fc.constantFrom('times', 'simeq', 'subset').map(sign), fc.constantFrom('2', '3').map(sign))
      .map(([operator, n]) => row([word('U'), ...inBrackets(sign('1')), operator, word('SU'), ...inBrackets(n)])),
  ],
  ['a sum in brackets', fc.tuple(letter, letter).map(([a, b]) => row(inBrackets(row([a, sign('-'), b]))))],
] as const)('reads %s in a sentence of a file', async (_, trees) => {
  const formulas: FormulaTree[] = fc.sample<FormulaTree>(trees, { numRuns: 30, seed: 5 });
  const { blocks } = await parsePdf(writeFormulaPdf(formulas.map((tree) => ({ tree, place: 'text' }))));
  const text = blocks.map((block) => block.markdown).join(' ');
  const found = [...text.matchAll(/for which the value \$([^$]*)\$ holds/g)].map(([, tex = '']) => tokensOf(tex));
  expect(found).toEqual(formulas.map((tree) => tokensOf(texOf(tree))));
});

/** Returns the tokens of a formula without its fonts and spaces. */
function tokensOf(tex: string): string {
  const tokens = normaliseTex(tex).filter((token) => !/^(?:[{}]|\\(?:mathrm|operatorname|text|,|quad))$/.test(token));
  return tokens.join(' ');
}

/** Sums and relations of letters and brackets: each operator with the letter after it. */
const terms = fc.array(fc.tuple(fc.constantFrom('+', '−', '=', '≤', '∈', '⊗'), fc.constantFrom('x', 'φ', 'M', '(')), {
  minLength: 2,
  maxLength: 6,
});

test('a formula is the same whichever of its operators ends a line', () => {
  fc.assert(
    fc.property(terms, fc.nat(), (parts, at) => {
      const runs = formulaOf(parts);
      const operators = runs.flatMap(({ text }, i) => (/^[+−=≤∈⊗]$/.test(text) ? [i + 1] : []));
      const cut = operators[at % operators.length] as number;
      const [first, second] = [runs.slice(0, cut), runs.slice(cut)];
      // The second line begins at the left margin, and TeX drops the space after the operator.
      const back = (second[0] as PlacedRun).left - 50;
      const below = second.map((one) => moved(one, -back, 12));
      expect(written(first, below)).toBe(written(runs));
    }),
  );
});

test('a formula without an operator at the end of a line ends there', () => {
  const [first, second] = [formulaOf([['+', 'x']]), formulaOf([['+', 'φ']])];
  expect(
    written(
      first,
      second.slice(2).map((one) => moved(one, 0, 12)),
    ),
  ).toMatch(/x\$ \$?/);
  const star = [...first, run('∗', 140, 96, { size: 7, font: MATH, script: 'sup' })];
  expect(
    written(
      star,
      second.map((one) => moved(one, 0, 12)),
    ),
  ).toMatch(/\$ \$/);
});

function formulaOf(parts: readonly (readonly [string, string])[]): PlacedRun[] {
  const closing = parts.filter(([, part]) => part === '(').map(() => ')');
  const signs = [
    'a',
    ...parts.flatMap(([operator, part]) => (part === '(' ? [operator, '(', 'b'] : [operator, part])),
    ...closing,
  ];
  let right = 50;
  return signs.map((text, i) => {
    const isOperator = /^[+−=≤∈⊗]$/.test(text);
    const space =
      i === 0
        ? 0
        : isOperator || /^[+−=≤∈⊗]$/.test(signs[i - 1] ?? '')
          ? /[=≤∈]/.test(text + signs[i - 1])
            ? 2.78
            : 2.22
          : 0;
    const own = run(text, right + space, 100, /^[()+=]$/.test(text) ? {} : { font: MATH });
    right = own.right;
    return own;
  });
}

function moved(one: PlacedRun, x: number, y: number): PlacedRun {
  const words = one.words.map((each) => ({ ...each, left: each.left + x, right: each.right + x }));
  return { ...one, left: one.left + x, right: one.right + x, baseline: one.baseline + y, words };
}

function written(...lines: readonly (readonly PlacedRun[])[]): string {
  const made = lines.map((runs) => makeLine(1, 'full', runs));
  return joinLines(made, gatherVocabulary([])).markdown;
}
