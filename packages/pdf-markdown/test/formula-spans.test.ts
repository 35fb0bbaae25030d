import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readRuns } from '../src/text/inline-math.ts';
import { MATH, run } from './runs.ts';

test.each([
  [
    'a function name after a bracket, and the words after the bracket',
    [
      run('W', 40, 100, { font: MATH }),
      run('= 3(sin', 48, 100, { right: 80 }),
      run('x', 81.5, 100, { font: MATH }),
      run('−', 89, 100, { font: MATH }),
      run('x', 97, 100, { font: MATH }),
      run(')', 102, 100),
      run('+1', 107, 100),
    ],
    '$W = 3(\\sin x − x)+1$',
  ],
  [
    'a unit in brackets, and the relation after them',
    [
      run('σ', 40, 100, { font: MATH }),
      run('(8', 45, 100),
      run('h', 56.7, 100, { font: MATH }),
      run('−1', 61.7, 96, { size: 7, script: 'sup' }),
      run('Mpc)', 70.8, 100),
      run('≈', 93.6, 100, { font: MATH }),
      run('2.', 101, 100),
    ],
    '$σ(8 h^{−1} Mpc) ≈ 2$.',
  ],
  [
    'a quantity in brackets after a slash, with the units of the text',
    [
      run('h = H', 40, 100, { font: MATH }),
      run('0', 65, 103, { size: 7, font: MATH, script: 'sub' }),
      run('/', 69, 100, { font: MATH }),
      run('(100 km s', 74, 100),
      run('−1', 119, 96, { size: 7, script: 'sup' }),
      run(') here', 126.2, 100),
    ],
    '$h = H_{0}/(100 km \\mathrm{s}^{−1})$ here',
  ],
  [
    'no words in brackets after a slash',
    [
      run('h = H', 40, 100, { font: MATH }),
      run('0', 65, 103, { size: 7, font: MATH, script: 'sub' }),
      run('/', 69, 100, { font: MATH }),
      run('(a part of it)', 74, 100),
    ],
    '$h = H_{0}/$(a part of it)',
  ],
  [
    'the upright argument of a letter',
    [run('A', 40, 100, { font: MATH }), run('(Fe) =', 45, 100), run('z', 80, 100, { font: MATH })],
    '$A\\mathrm{(Fe)} = z$',
  ],
  [
    'the number whose point is below its unit',
    [
      run('at 0', 40, 100, { right: 57.5 }),
      run('′′', 57.1, 96, { size: 7, right: 61, script: 'sup' }),
      run('.', 57.6, 100, { font: MATH, right: 60.4 }),
      run('8 or', 62, 100),
    ],
    'at $0^{′′}.8$ or',
  ],
  [
    'no word after a script, which may be as near as a unit',
    [
      run('A', 40, 100, { font: MATH }),
      run('−1', 45, 96, { size: 7, script: 'sup' }),
      run('and', 54.2, 100),
      run('B', 72, 100, { font: MATH }),
    ],
    '$A^{−1}$ and $B$',
  ],
  [
    'the bracket after an element if the closing bracket has a script',
    [
      run('the C(', 40, 100),
      run('α,γ', 70, 100, { font: MATH }),
      run(')', 85, 100),
      run('16', 88.5, 96, { size: 7, script: 'sup' }),
      run('O', 96, 100),
    ],
    'the $\\mathrm{C}(α,γ)^{16}$O',
  ],
  [
    'the argument of a function whose name is in a formula font',
    [
      run('θ', 40, 100, { font: MATH }),
      run('=', 48, 100, { font: MATH }),
      run('arctan(', 56, 100, { font: MATH }),
      run('b/a', 91, 100, { font: MATH }),
      run(')', 106, 100, { font: MATH }),
    ],
    '$θ = \\arctan (b/a)$',
  ],
  [
    'no text hyphen',
    [run('a 1-', 40, 100, { right: 58 }), run('σ', 58, 100, { font: MATH }), run('limit', 68, 100)],
    'a 1-$σ$ limit',
  ],
  [
    'the number a thin space before its unit',
    [run('of 8', 40, 100, { right: 57 }), run('M', 58.7, 100, { font: MATH }), run('or', 70, 100)],
    'of $8 M$ or',
  ],
  [
    'the bracket of an interval before the comma of a formula',
    [
      run('in [0', 40, 100),
      run(',', 65, 100, { font: MATH, right: 68 }),
      run('2', 69.7, 100),
      run('π', 74.7, 100, { font: MATH }),
      run(') at', 80, 100),
    ],
    'in $[0, 2π)$ at',
  ],
  [
    'the name on the other side of its relation, and the argument of that name',
    [
      run('X', 40, 100, { font: MATH }),
      run('∼', 48, 100, { font: MATH }),
      run('Bern(', 56, 100),
      run('p', 81, 100, { font: MATH }),
      run('). This', 86, 100),
    ],
    '$X ∼ \\mathrm{Bern}(p)$. This',
  ],
  [
    'the name of a function before its argument',
    [
      run('and Var(', 40, 100),
      run('X', 78.5, 100, { font: MATH }),
      run(') =', 83.5, 100),
      run('σ', 101, 100, { font: MATH }),
    ],
    'and $\\mathrm{Var}(X) = σ$',
  ],
  [
    'no text brackets after a text space',
    [
      run('M', 40, 100, { font: MATH }),
      run('(', 48, 100, { right: 51 }),
      run('J', 51, 100, { font: MATH }),
      run(') and', 56, 100),
    ],
    '$M$ ($J$) and',
  ],
])('a formula includes %s', (_, runs, markdown) => {
  expect(readRuns(runs).markdown).toBe(markdown);
});

test('a function keeps its argument, however the sentence continues', () => {
  const name = fc.constantFrom('f', 'Φ', 'O');
  const argument = fc.oneof(fc.nat(999).map(String), fc.constantFrom('x', 'K', 'λ'));
  const after = fc.constantFrom('', '.', ',', ';', ':');
  fc.assert(
    fc.property(name, argument, after, (letter, inside, sign) => {
      const named = run(letter, 40, 100, { font: MATH });
      const runs = /^\d/.test(inside)
        ? [named, run(`(${inside})${sign} or`, 45, 100)]
        : [named, run('(', 45, 100), run(inside, 50, 100, { font: MATH }), run(`)${sign} or`, 55, 100)];
      expect(readRuns(runs).markdown).toBe(`$${letter}(${inside})$${sign} or`);
    }),
  );
});

test('a text digit under an arrow is a vector', () => {
  expect(readRuns([run('not', 40, 100), run('0\u20d7', 58, 100)]).markdown).toBe('not $0\u20d7$');
});

test('a sum in brackets begins with its bracket, even if its operator is in the text font', () => {
  const sum = (gap: number) => [
    run('as (1 +', 40, 100, { right: 72 }),
    run('z', 72 + gap, 100, { font: MATH }),
    run(')', 77 + gap, 100, { right: 80.3 + gap }),
    run('4', 80.3 + gap, 96, { size: 7, script: 'sup' }),
  ];
  expect(readRuns(sum(2.4)).markdown).toBe('as $(1 + z)^{4}$');
  const [words, ...others] = [run('as (1', 40, 100, { right: 63.4 }), ...sum(2.4).slice(1)];
  const plus = run('+', 65.7, 100, { fontKey: 'f2', right: 72 });
  expect(readRuns([words, plus, ...others]).markdown).toBe('as $(1 + z)^{4}$');
  // A word space is wider than the spaces of the sum.
  expect(readRuns(sum(5)).markdown).not.toContain('$(1');
});

test('a number keeps its sign if the sign is in another font', () => {
  const runs = [
    run('at', 40, 100),
    run('+', 53, 100, { fontKey: 'f2', right: 59 }),
    run('52', 59, 100),
    run('.', 69, 100, { font: MATH, right: 71.5 }),
    run('22', 71.5, 100),
  ];
  expect(readRuns(runs).markdown).toBe('at $+52.22$');
});
