import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { texOf, writeFormulaPdf, type FormulaTree } from '@almagest/upstream-lab/typeset';
import { joinText } from '../src/blocks/join-lines.ts';
import type { PlacedRun } from '../src/text/placed-run.ts';
import { normaliseTex } from '@almagest/paper-accuracy/normalise-tex';
import { parsePdf } from '../src/parse-pdf.ts';
import { gatherVocabulary } from '../src/text/hyphens.ts';
import { readRuns } from '../src/text/inline-math.ts';
import { letter, number, row, scripted, sign } from './formula-trees.ts';
import { glyph, tex, word } from './placed-glyphs.ts';
import { BOLD, MATH, run } from './runs.ts';

const SPACE = 3.3;
const WIDE = 4;
const THIN = 1.67;
const OPERATOR = 2.2;

type Part = readonly [space: number, text: string, more?: Partial<PlacedRun>];

/** Returns the Markdown of consecutive runs, each with the space before it. The words of a sentence come first. */
function sentence(...parts: readonly Part[]): string {
  let right = 100;
  const runs = parts.map(([space, text, more]) => {
    const own = run(text, right + space, more?.baseline ?? 100, more);
    right = own.right;
    return own;
  });
  return readRuns([run('we see that', 50, 100, { right: 100 }), ...runs]).markdown;
}

const math = { font: MATH };
const sub = { font: MATH, size: 7, baseline: 102, script: 'sub' } as const;
const name = fc.stringMatching(/^[A-Za-z]{4,10}$/);
const variable = fc.constantFrom('x', 'φ', 'M');

test('a word before a formula is an operator if a thin space is between them, and text if a full space is', () => {
  fc.assert(
    fc.property(name, variable, (text, x) => {
      expect(sentence([SPACE, text], [THIN, x, math])).toBe(`we see that $\\mathrm{${text}} ${x}$`);
      expect(sentence([SPACE, text], [SPACE, x, math])).toBe(`we see that ${text} $${x}$`);
    }),
    { examples: [['trace', 'x']] },
  );
});

test('a word directly before a subscript is its base', () => {
  fc.assert(
    fc.property(name, (text) => {
      expect(sentence([SPACE, text], [0, 'i', sub])).toMatch(/^we see that \$\\mathrm\{[A-Za-z]+\}_\{?i\}?\$$/);
    }),
  );
});

test('a word before brackets with a formula is a function, also after text in the same font', () => {
  expect(sentence([SPACE, 'the rank inv'], [0, '('], [0, 'φ', math], [0, ')'])).toContain('$\\mathrm{inv}(φ)$');
  expect(sentence([SPACE, 'Res(Ω)'], [SPACE, 'holds'])).toContain('$\\mathrm{Res}(Ω)$ holds');
  expect(sentence([SPACE, 'as in B(Ω), which'])).toContain('(Ω)');
});

test.each<{ readonly beside: string; readonly parts: readonly Part[]; readonly expected: string }>([
  {
    beside: 'a relation',
    parts: [
      [SPACE, 'φ', math],
      [2.8, '='],
      [2.8, 'PC', { font: BOLD }],
    ],
    expected: '$φ = PC$',
  },
  {
    beside: 'a bracket with a formula',
    parts: [
      [SPACE, 'g', { font: BOLD }],
      [0, '('],
      [0, 'φ', math],
      [0, ')'],
    ],
    expected: '$g(φ)$',
  },
  {
    beside: 'a letter of a formula',
    parts: [
      [SPACE, 'φ', math],
      [0, 'U', { font: BOLD }],
    ],
    expected: '$φU$',
  },
  {
    beside: 'the name of an operator',
    parts: [
      [SPACE, 'Cov'],
      [THIN, 'q', { font: BOLD }],
    ],
    expected: '$\\mathrm{Cov}\\,\\mathbf{q}$',
  },
])('a bold letter next to $beside belongs to the formula', ({ parts, expected }) => {
  expect(sentence(...parts)).toBe(`we see that ${expected}`);
});

test('a bold word after a formula stays text within bold text', () => {
  const heading = [
    [SPACE, 'and', { font: BOLD }],
    [SPACE, 'τ', math],
    [SPACE, 'Sco', { font: BOLD }],
  ] as const;
  expect(sentence(...heading)).not.toContain('mathbf{Sco}');
});

test('a bold letter after a word of plain text is a vector, but a label in brackets or after a sentence is not', () => {
  const bold = { font: BOLD };
  expect(sentence([SPACE, 'the vector'], [SPACE, 'a', bold], [SPACE, 'below'])).toContain(
    'the vector $\\mathbf{a}$ below',
  );
  expect(sentence([SPACE, 'panels ('], [0, 'a', bold], [0, ') and'])).not.toContain('$');
  expect(sentence([SPACE, 'the end.'], [SPACE, 'a', bold], [SPACE, 'Spectrum'])).not.toContain('$');
  expect(sentence([SPACE, 'in Nature,'], [SPACE, '1,', bold], [SPACE, '12'])).not.toContain('mathbf');
});

test('bold letters of one formula do not make each other text', () => {
  const sup = { font: MATH, size: 7, baseline: 96, script: 'sup' } as const;
  const bold = { font: BOLD };
  expect(sentence([SPACE, 'B', bold], [0, '−1', sup], [0.3, 'G', bold], [SPACE, 'holds'])).toMatch(/G\}?\$ holds$/);
});

test('a sum of a number and a formula begins with the number', () => {
  expect(sentence([SPACE, '1'], [OPERATOR, '+'], [OPERATOR, 'φ', math])).toBe('we see that $1 + φ$');
  expect(sentence([SPACE, '1'], [WIDE, '+'], [WIDE, 'φ', math])).not.toContain('$1');
});

test('brackets after a superscript that is above a longer subscript follow both', () => {
  const sup = { font: MATH, size: 7, baseline: 96, script: 'sup', right: 113 } as const;
  const parts = [run('φ', 103, 100, math), run('2', 108, 96, sup), run('max', 108, 102, sub)];
  expect(readRuns([...parts, run('(', 118.6, 100), run('x', 123.6, 100, math), run(')', 128.6, 100)]).markdown).toMatch(
    /\(x\)\$$/,
  );
  const number = [run('(29)', 118.6, 100), run('shows', 145, 100)];
  expect(readRuns([...parts, ...number]).markdown).toMatch(/\$ ?\(29\) shows$/);
});

test('a comma followed by a thin space belongs to the formula', () => {
  const list = (space: number) => sentence([SPACE, 'φ', math], [0, ','], [space, 'ψ', math]);
  expect(list(THIN)).toBe('we see that $φ, ψ$');
  expect(list(SPACE)).toBe('we see that $φ$, $ψ$');
});

test('a function whose colon ends a line continues on the next line', () => {
  const vocabulary = gatherVocabulary([]);
  const first = readRuns([run('let', 50, 100), run('φ', 70, 100, math), run(':', 78, 100)]);
  const second = readRuns([run('A', 50, 112, math), run('→', 58, 112, math), run('B', 66, 112, math)]);
  expect(joinText([first, second], vocabulary).markdown).toBe('let $φ : A → B$');
  const text = readRuns([run('let', 50, 100), run('φ', 70, 100, math), run(':', 75, 100)]);
  expect(joinText([text, second], vocabulary).markdown).toBe('let $φ$: $A → B$');
});

const scripts = (base: FormulaTree, sub?: FormulaTree, sup?: FormulaTree): FormulaTree => ({
  kind: 'scripts',
  base,
  ...(sub && { sub }),
  ...(sup && { sup }),
});
const subscript = fc.tuple(letter, fc.constantFrom('i', 'j', 'n').map(sign)).map(([base, sub]) => scripts(base, sub));

/** `\sum\limits_{i=1}^n x_i`, as `\displaystyle` prints it. */
const displayedSum = fc
  .tuple(fc.constantFrom('sum', 'prod', 'bigcup'), letter, fc.option(letter, { nil: undefined }), subscript)
  .map(([name, from, to, of]) =>
    row([
      sign('y'),
      sign('='),
      { kind: 'displayed', of: scripts(sign(name), row([from, sign('='), sign('1')]), to) },
      of,
    ]),
  );

/** A fraction whose numerator is deep, in brackets with a power. */
const deepFraction = fc
  .tuple(subscript, letter, fc.constantFrom('2', '3', 'n').map(sign))
  .map(([over, under, sup]): FormulaTree =>
    row([
      scripts(row([sign('('), sign('1'), sign('+'), { kind: 'fraction', over, under }, sign(')')]), undefined, sup),
    ]),
  );

/** A subscript and a superscript with several signs, or the name of a state. */
const wide = fc.oneof(
  fc.constantFrom('eff', 'crit', 'obs').map((text): FormulaTree => ({ kind: 'word', text })),
  fc.tuple(letter, fc.constantFrom('+', '=').map(sign), number).map(row),
);
const equalTo = (of: fc.Arbitrary<FormulaTree>) =>
  fc.tuple(letter, of).map(([left, right]) => row([left, sign('='), right]));
const overlined = equalTo(
  scripted(
    letter.map((of): FormulaTree => ({ kind: 'accent', name: 'overline', of })),
    wide,
  ),
);
/** A subscript with tall letters below a superscript with a descender. */
const deepNumerator = equalTo(
  fc
    .tuple(letter, fc.constantFrom('lambda', 'b', 'f'), number, fc.constantFrom('q', 'beta', 'p'), letter, letter)
    .map(([base, sub, value, sup, other, under]): FormulaTree => ({
      kind: 'fraction',
      over: scripts(base, row([sign(sub), sign('+'), value]), row([sign(sup), sign('='), other])),
      under,
    })),
);

test.each([
  ['limits above and below an operator', displayedSum],
  ['words and sums as scripts of overlined letters', overlined],
  ['superscripts that a subscript raises in a numerator', deepNumerator],
  ['fractions with deep numerators in brackets', deepFraction],
] as const)('reads formulas of a sentence with %s from a file', async (_, trees) => {
  const formulas: FormulaTree[] = fc.sample(trees, { numRuns: 40, seed: 3 });
  const { blocks } = await parsePdf(writeFormulaPdf(formulas.map((tree) => ({ tree, place: 'text' }))));
  const text = blocks.map((block) => block.markdown).join(' ');
  const tokens = (tex: string) =>
    normaliseTex(tex)
      .join(' ')
      .replaceAll(/[{}] ?/g, '');
  const found = [...text.matchAll(/for which the value \$([^$]*)\$ holds/g)].map(([, tex = '']) => tokens(tex));
  expect(found).toEqual(formulas.map((tree) => tokens(texOf(tree))));
});

test('three dots may have the spaces of `\\ldots` or none, and in a script both look the same', () => {
  const dots = (at: readonly number[], more = {}) => at.map((x) => glyph('.', x, { width: 2.8, ...more }));
  expect(tex(dots([0, 4.5, 9]))).toBe('\\ldots');
  expect(tex(dots([0, 2.8, 5.6]))).toBe('...');
  const inScript = { width: 1.9, size: 7, y: 2 };
  expect(tex([glyph('x', 0), ...dots([8, 9.9, 11.8], inScript)])).toBe('x_{\\ldots}');
});

test('a word before a variable is text if a word space follows, and an operator if a thin space follows', () => {
  const at = (x: number) => tex([...word('if', 0), glyph('x', x)]);
  expect(at(13.4)).toBe('\\text{if }x');
  expect(at(11.7)).toBe('\\mathrm{if}\\,x');
});

test('a nested script may be as large as its base', () => {
  const small = { size: 5, width: 3 };
  const upper = [glyph('P', 8.5, { size: 7, y: -4, width: 5 }), glyph('k', 13.5, { ...small, y: -3 })];
  const lower = [glyph('j', 8.5, { size: 7, y: 3, width: 3 }), glyph('1', 11.5, { size: 7, y: 3, width: 4 })];
  expect(tex([glyph('b', 0), ...upper, glyph('n', 16.5, { ...small, y: -2.2 }), ...lower])).toBe('b_{j1}^{P_{k_n}}');
});

test('a set difference has space around it, but a backslash does not', () => {
  const at = (space: number) => tex([glyph('G', 0), glyph('∖', 5 + space), glyph('H', 10 + 2 * space)]);
  expect(at(2.2)).toBe('G \\setminus H');
  expect(at(0)).toMatch(/^G\\backslash H$/);
});
