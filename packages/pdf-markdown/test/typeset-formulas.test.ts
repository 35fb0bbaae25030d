import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { COMPUTER_MODERN, texOf, type FontSet, type FormulaTree } from '@almagest/upstream-lab/typeset';
import { normaliseTex } from '@almagest/paper-accuracy/normalise-tex';
import { aligned, displayedEquation, equation, gridEquation } from './formula-trees.ts';
import { rareEquation } from './rare-formula-trees.ts';
import { readBack } from './read-back.ts';

/** The font sizes of 12-point articles and 9-point journals. */
const LARGE: FontSet = { ...COMPUTER_MODERN, sizes: [12, 8, 6] };
const SMALL: FontSet = { ...COMPUTER_MODERN, sizes: [9, 6, 5] };

/** One display in a hundred is misread: notes on relations that are wider than the space around the relation. */
const DISPLAYED = displayedEquation();

test.each([
  ['fractions, roots, scripts, limits, accents and brackets', equation(1), 150, COMPUTER_MODERN],
  ['fractions, roots, scripts, limits, accents and brackets', equation(1), 50, LARGE],
  ['fractions, roots, scripts, limits, accents and brackets', equation(1), 50, SMALL],
  ['notes, braces, limits of several rows, primes, words and units', DISPLAYED, 200, COMPUTER_MODERN],
  ['matrices, cases and binomial coefficients', gridEquation(), 80, COMPUTER_MODERN],
  ['bars of values at a place, left scripts, fractions in powers and of sums', rareEquation(), 100, COMPUTER_MODERN],
  ['bars of values at a place, left scripts, fractions in powers and of sums', rareEquation(), 50, LARGE],
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

const sign = (name: string): FormulaTree => ({ kind: 'sign', name });
const row = (signs: string): FormulaTree => ({ kind: 'row', items: signs.split(' ').map(sign) });
const accent = (name: 'vec' | 'dot' | 'hat', of: string): FormulaTree => ({ kind: 'accent', name, of: sign(of) });
const power = (base: string, sup: string): FormulaTree => ({ kind: 'scripts', base: sign(base), sup: sign(sup) });

test.each<readonly [string, readonly (readonly FormulaTree[])[]]>([
  [
    'below a subscript',
    [
      [sign('V'), { kind: 'scripts', base: sign('b'), sub: accent('vec', 'S') }],
      [sign('3'), { kind: 'scripts', base: sign('U'), sub: sign('x'), sup: power('Y', 'Psi') }],
    ],
  ],
  [
    'above the bracket',
    [
      [{ kind: 'scripts', base: sign('g'), sub: row('7 5 7'), sup: power('y', 'r') }, sign('B')],
      [row('Phi pm Omega'), { kind: 'scripts', base: sign('Sigma'), sub: sign('eta'), sup: accent('hat', 'Q') }],
      [sign('epsilon'), { kind: 'scripts', base: sign('Psi'), sub: row('ell cup phi') }],
      [sign('2'), { kind: 'scripts', base: sign('r'), sub: power('W', 'f'), sup: row('Y times varphi') }],
    ],
  ],
  [
    'with accents',
    [
      [{ kind: 'scripts', base: sign('lambda'), sub: accent('dot', 't'), sup: row('9 3 6') }, sign('9')],
      [
        {
          kind: 'scripts',
          base: sign('o'),
          sub: sign('U'),
          sup: { kind: 'scripts', base: sign('nu'), sub: row('2 8') },
        },
        sign('J'),
      ],
    ],
  ],
])('scripts %s of a matrix stay with their letters', (_, rows) => {
  const tree: FormulaTree = { kind: 'matrix', left: '[', right: ']', rows };
  expect(normaliseTex(readBack(tree).tex)).toEqual(normaliseTex(texOf(tree)));
});

test('the arrow of a narrow letter spans no other letter', () => {
  const tree: FormulaTree = { kind: 'row', items: [sign('a'), accent('vec', 'l'), sign('l')] };
  const divided: FormulaTree = { kind: 'fraction', over: tree, under: sign('b') };
  expect(normaliseTex(readBack(divided).tex)).toEqual(normaliseTex(texOf(divided)));
});

test('the widest accent spans letters larger than its font', () => {
  const wide: FormulaTree = { kind: 'accent', name: 'widehat', of: row('W W') };
  const tree: FormulaTree = { kind: 'row', items: [wide, sign('='), sign('a')] };
  expect(normaliseTex(readBack(tree, LARGE).tex)).toEqual(normaliseTex(texOf(tree)));
});

test('the upper limit of an integral may be a fraction', () => {
  const half: FormulaTree = { kind: 'fraction', over: sign('pi'), under: sign('2') };
  const integral: FormulaTree = { kind: 'scripts', base: sign('int'), sub: row('- 1'), sup: half };
  const tree: FormulaTree = { kind: 'row', items: [integral, row('f d x = 1')] };
  const { tex, confidence } = readBack(tree);
  expect(normaliseTex(tex)).toEqual(normaliseTex(texOf(tree)));
  expect(confidence).toBe(1);
});

test('the overline across a denominator is as long as the bar above it, also within a root', () => {
  const mean: FormulaTree = { kind: 'accent', name: 'overline', of: sign('mu') };
  const fraction = (under: FormulaTree): FormulaTree => ({ kind: 'fraction', over: sign('1'), under });
  const of: FormulaTree = { kind: 'row', items: [fraction(sign('nu')), sign('+'), fraction(mean)] };
  const tree: FormulaTree = { kind: 'row', items: [row('x ='), { kind: 'root', of }] };
  expect(normaliseTex(readBack(tree).tex)).toEqual(normaliseTex(texOf(tree)));
});

test('a note on a relation may have several words', () => {
  const space: FormulaTree = { kind: 'space', name: ';' };
  const note: FormulaTree = { kind: 'row', items: [{ kind: 'text', text: 'def' }, space, space, sign('p')] };
  const equal: FormulaTree = { kind: 'noted', side: 'over', of: sign('='), note };
  const tree: FormulaTree = { kind: 'row', items: [sign('A'), equal, sign('B')] };
  expect(readBack(tree).tex).toMatch(/^A \\overset\{.*def.*p\}\{=\} B$/);
});

test('a sum over a power in tall brackets is not a script of the brackets', () => {
  const brackets: FormulaTree = { kind: 'fence', left: '(', right: ')', inside: accent('hat', 'J') };
  const sum: FormulaTree = {
    kind: 'row',
    items: [
      { kind: 'scripts', base: sign('sum'), sub: sign('i') },
      { kind: 'scripts', base: sign('a'), sup: brackets },
    ],
  };
  const tree: FormulaTree = {
    kind: 'row',
    items: [sign('x'), sign('='), { kind: 'fraction', over: sign('b'), under: sum }],
  };
  const { tex, confidence } = readBack(tree, LARGE);
  expect(normaliseTex(tex)).toEqual(normaliseTex(texOf(tree)));
  expect(confidence).toBe(1);
});
