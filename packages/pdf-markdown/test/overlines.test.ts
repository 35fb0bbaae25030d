import { describe, expect, test } from '@jest/globals';
import { texOf, type FormulaTree } from '@almagest/upstream-lab/typeset';
import { normaliseTex } from '@almagest/paper-accuracy/normalise-tex';
import { glyph, tex } from './placed-glyphs.ts';
import { readBack } from './read-back.ts';

const sign = (name: string): FormulaTree => ({ kind: 'sign', name });
const row = (...items: readonly FormulaTree[]): FormulaTree => ({ kind: 'row', items });
const lined = (name: 'overline' | 'underline', of: FormulaTree): FormulaTree => ({ kind: 'accent', name, of });
const vector = (letter: string) => lined('underline', sign(letter));
const tensor = (letter: string) => lined('underline', vector(letter));
const fraction = (over: FormulaTree, under: FormulaTree): FormulaTree => ({ kind: 'fraction', over, under });

describe('reads an unambiguous underline', () => {
  test.each<readonly [string, FormulaTree]>([
    ['in a numerator', fraction(row(sign('partial'), vector('u')), row(sign('partial'), sign('t')))],
    ['in both parts of a fraction', fraction(vector('u'), vector('v'))],
    ['of a numerator above a tall letter', fraction(vector('u'), sign('b'))],
    ['between bars in a denominator', fraction(vector('S'), row(sign('|'), vector('S'), sign('|')))],
    ['twice', row(tensor('nabla'), vector('u'))],
    ['twice, of a deep letter', row(tensor('rho'), sign('+'), tensor('y'))],
    ['with an overline over the whole product', lined('overline', row(vector('u'), sign('otimes'), vector('v')))],
    [
      'in the numerator of a fraction whose denominator has an overline',
      fraction(vector('a'), lined('overline', sign('b'))),
    ],
  ])('%s', (_, tree) => {
    const equation = row(sign('p'), sign('='), tree);
    const { tex, confidence } = readBack(equation);
    expect(normaliseTex(tex)).toEqual(normaliseTex(texOf(equation)));
    expect(confidence).toBe(1);
  });

  test('in a matrix column', () => {
    const rows = [[vector('u')], [vector('v')], [sign('w')]];
    const equation = row(sign('p'), sign('='), { kind: 'matrix', left: '[', right: ']', rows });
    const { tex, confidence } = readBack(equation);
    expect(normaliseTex(tex)).toEqual(normaliseTex(texOf(equation)));
    expect(confidence).toBe(1);
  });
});

test('brackets over a denominator with an overline are not underlined', () => {
  const brackets = (letter: string, y: number) => [
    glyph('(', 20, { y }),
    glyph(letter, 25, { y }),
    glyph(')', 30, { y }),
  ];
  const glyphs = [glyph('y', 0), glyph('=', 8), ...brackets('a', -6.8), ...brackets('b', 8)];
  const bars = [97.5, 99.1].map((y) => ({ left: 20, right: 35, y }));
  expect(tex(glyphs, bars)).toBe('y = \\frac{(a)}{\\overline{(b)}}');
  expect(tex(glyphs, bars.toReversed())).toBe('y = \\frac{(a)}{\\overline{(b)}}');
});

test('a bar just above brackets has a numerator if it is not next to a matrix row', () => {
  const under = [glyph('(', 20, { y: 6 }), glyph('b', 25, { y: 6 }), glyph(')', 30, { y: 6 })];
  const glyphs = [glyph('y', 0), glyph('=', 8), glyph('d', 25, { y: -8 }), ...under];
  expect(tex(glyphs, [{ left: 20, right: 35, y: 97.5 }])).toBe('y = \\frac{d}{(b)}');
});

test('an overline in the next row is not a fraction bar below the letter above', () => {
  const rows = [[row(sign('varphi'), sign('='), sign('1'))], [row(lined('overline', sign('f')), sign('='), sign('0'))]];
  const equation = row(sign('p'), sign('='), { kind: 'matrix', left: '(', right: ')', rows });
  expect(normaliseTex(readBack(equation).tex)).toEqual(normaliseTex(texOf(equation)));
});

describe('a bar between rows of letters', () => {
  const above = (letter: string, y: number) => [glyph(letter, 20, { y }), glyph('=', 32, { y }), glyph('1', 44, { y })];
  const below = (letter: string) => [glyph(letter, 20), glyph('=', 32), glyph('0', 44)];
  const bar = (y: number) => ({ left: 20, right: 25, y });
  const rows = (first: string, second: string) =>
    `\\begin{aligned}\n${first} & = 1 \\\\\n${second} & = 0\n\\end{aligned}`;

  test('is an overline below a strut if it is as far from the row above as a numerator', () => {
    expect(tex([...above('φ', -12.5), ...below('f')], [bar(91.68)])).toBe(rows('\\varphi', '\\overline{f}'));
  });

  test('is an underline', () => {
    expect(tex([...above('a', -12), ...below('b')], [bar(89.4)])).toBe(rows('\\underline{a}', 'b'));
  });

  test('is an underline that is further above the next row', () => {
    expect(tex([...above('a', -15), ...below('b')], [bar(86.4)])).toBe(rows('\\underline{a}', 'b'));
  });

  test('is an underline below a deep letter', () => {
    expect(tex([...above('β', -12.3), ...below('b')], [bar(91)])).toBe(rows('\\underline{\\beta}', 'b'));
  });

  test('is an underline below an indexed letter, further above the next row', () => {
    const index = glyph('1', 25, { y: -12.3, size: 7 });
    const line = { left: 20, right: 28.5, y: 89.2 };
    expect(tex([...above('B', -13.8), index, ...below('0')], [line])).toBe(rows('\\underline{B_1}', '0'));
  });

  test('is the second line of a double underline', () => {
    const lines = [bar(88), bar(90)];
    const first = above('a', -13.4);
    expect(tex([...first, ...below('b')], lines)).toBe(rows('\\underline{\\underline{a}}', 'b'));
    expect(tex([...first, ...below('b')], lines.toReversed())).toBe(rows('\\underline{\\underline{a}}', 'b'));
    const power = [...below('b'), glyph('x', 25.5, { y: -4.8, size: 7 })];
    expect(tex([...first, ...power], lines)).toBe(rows('\\underline{\\underline{a}}', 'b^x'));
  });
});
