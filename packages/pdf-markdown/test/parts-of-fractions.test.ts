import { describe, expect, test } from '@jest/globals';
import { texOf, type FormulaTree } from '@almagest/upstream-lab/typeset';
import { normaliseTex } from '@almagest/paper-accuracy/normalise-tex';
import type { Bar, PlacedGlyph } from '../src/formulas/glyph-box.ts';
import { readDisplayed, readInline } from '../src/formulas/read-formula.ts';
import { glyph, tex, word } from './placed-glyphs.ts';
import { readBack } from './read-back.ts';

const sign = (name: string): FormulaTree => ({ kind: 'sign', name });
const row = (...items: readonly FormulaTree[]): FormulaTree => ({ kind: 'row', items });
const signs = (names: string): FormulaTree => row(...names.split(' ').map(sign));
const fraction = (over: FormulaTree, under: FormulaTree): FormulaTree => ({ kind: 'fraction', over, under });

function expectReadBack(tree: FormulaTree): void {
  const read = readBack(tree);
  expect(normaliseTex(read.tex)).toEqual(normaliseTex(texOf(tree)));
  expect(read.confidence).toBe(1);
}

test.each([
  ['one of them', row(signs('x ='), fraction(braced('a + b'), signs('c - d + e')))],
  ['all of it', row(signs('x ='), fraction(braced('a + b'), sign('c')))],
])('a brace in a fraction may span %s', (_, tree) => {
  expectReadBack(tree);
});

function braced(names: string): FormulaTree {
  return { kind: 'brace', side: 'over', of: signs(names), note: { kind: 'text', text: 'sum' } };
}

test('a brace over a fraction is longer than its bar', () => {
  const of = fraction(signs('a + b'), sign('c'));
  expectReadBack(row(signs('x ='), { kind: 'brace', side: 'over', of, note: { kind: 'text', text: 'ratio' } }));
});

test('a brace with a note between brackets is not a matrix row', () => {
  const noted: FormulaTree = { kind: 'brace', side: 'under', of: signs('b + c'), note: { kind: 'text', text: 'zero' } };
  const inside = row(signs('a -'), noted);
  expectReadBack(row(signs('x ='), { kind: 'fence', left: '[', right: ']', inside }));
  const cells = ['a b', 'c d'].map((line) => line.split(' ').map(sign));
  const matrix: FormulaTree = { kind: 'matrix', left: '(', right: ')', rows: cells };
  expectReadBack(row(signs('x ='), { kind: 'brace', side: 'under', of: matrix, note: { kind: 'text', text: 'zero' } }));
});

test('a fraction bar in a power is not the line of the root below it', () => {
  const small = (text: string, x: number, y: number) => glyph(text, x, { size: 5, y, width: 4 });
  const over = [
    glyph('e', 25, { y: -6.8 }),
    glyph('−', 30, { size: 7, y: -11.3, width: 6 }),
    small('u', 39, -15),
    small('+', 43, -15),
    small('v', 47, -15),
    small('2', 43, -7.8),
  ];
  const under = [
    glyph('√', 30.5, { y: -0.3, width: 8.3, alphabet: 'calligraphic' }),
    glyph('2', 38.8, { y: 8.4 }),
    glyph('s', 44, { y: 8.4, width: 6 }),
  ];
  const bars = [
    { left: 37.4, right: 52, y: 87 },
    { left: 25, right: 52, y: 97.5 },
    { left: 38.8, right: 50, y: 99.5 },
  ];
  expect(tex([glyph('y', 8), glyph('=', 16), ...over, ...under], bars)).toBe(
    'y = \\frac{e^{- \\frac{u+v}{2}}}{\\sqrt{2s}}',
  );
});

describe('small fractions in the cells of a matrix', () => {
  /** Returns a fraction of an inline fraction's size, 10 points wide, on the axis of a row. */
  const cell = (over: string, under: string, x: number, row: number) => {
    const part = (letters: string, y: number) =>
      Array.from(letters, (letter, i) => glyph(letter, x + 3.5 * i, { size: 7, y, width: 3.5 }));
    return {
      glyphs: [...part(over, row - 3.94), ...part(under, row + 3.45)],
      bar: { left: x, right: x + 3.5 * over.length, y: 97.5 + row },
    };
  };
  const bracket = (sign: string, x: number) =>
    glyph(sign, x, { y: -14.1, extensible: sign === '[' ? 20 : 21, width: 5 });

  test('have no larger print of the next row in their parts', () => {
    const { glyphs, bar } = cell('a', 'b', 20, -5.3);
    const below = [glyph('−', 15, { y: 6.7, width: 7.8, alphabet: 'calligraphic' }), glyph('1', 23, { y: 6.7 })];
    expect(tex([glyph('x', -8), glyph('=', 0), ...below, ...glyphs, bracket('[', 10), bracket(']', 32)], [bar])).toBe(
      'x = \\begin{bmatrix} \\frac{a}{b} \\\\ -1 \\end{bmatrix}',
    );
  });

  test('do not belong to the next row, however close it is', () => {
    const [upper, lower] = [cell('a', 'b', 28, -8.1), cell('cde', 'f', 20, 5.5)];
    const under = lower.glyphs.slice(-1).map((one) => ({ ...one, left: 23.5, right: 27 }));
    const minus = glyph('−', 19, { y: -8.1, width: 7.8, alphabet: 'calligraphic' });
    const glyphs = [minus, ...upper.glyphs, ...lower.glyphs.slice(0, -1), ...under, bracket('[', 10), bracket(']', 34)];
    expect(tex([glyph('x', -8), glyph('=', 0), ...glyphs], [upper.bar, lower.bar])).toBe(
      'x = \\begin{bmatrix} - \\frac{a}{b} \\\\ \\frac{cde}{f} \\end{bmatrix}',
    );
  });
});

/**
 * Returns a Computer Modern display operator. The baseline of its limit is 21.4 points below the operator's top edge.
 */
function operator(text: string, top: number) {
  return [
    glyph(text, 20, { y: top, width: 14, extensible: 88, alphabet: 'roman' }),
    glyph('k', 25, { y: top + 21.4, size: 7 }),
  ];
}

test('display operators in a fraction keep their limits', () => {
  const over = [...operator('∑', -26.3), glyph('a', 36, { y: -16.8 })];
  const under = [...operator('∏', -0.1), glyph('b', 34, { y: 9.4 })];
  const bar = { left: 20, right: 41, y: 97.5 };
  expect(tex([glyph('y', 0), glyph('=', 8), ...over, ...under], [bar])).toBe('y = \\frac{\\sum_k a}{\\prod_k b}');
});

test('the end of a power in the row above an operator is not its limit', () => {
  const above = [glyph('y', -12, { y: -12 }), glyph('=', 0, { y: -12 }), glyph('f', 10.5, { y: -12 })];
  const power = ['i', 'm', 'p'].map((sign, i) => glyph(sign, 16.4 + 4.7 * i, { y: -15.7, size: 7, width: 4.7 }));
  const index = glyph('s', 15.4, { y: -9.6, size: 7 });
  const sum = glyph('∑', 21.6, { y: -7.5, width: 10.6, extensible: 80, alphabet: 'roman' });
  const below = [glyph('+', 0), sum, glyph('k', 25, { y: 9.4, size: 7 }), glyph('a', 36)];
  const rows = ['y = f_s^{imp} \\\\', '+\\quad \\sum_k a'];
  expect(tex([...above, ...power, index, ...below])).toBe(['\\begin{gathered}', ...rows, '\\end{gathered}'].join('\n'));
});

test('an overline in the next row is not a fraction bar below the denominator above', () => {
  const first = [glyph('y', 0), glyph('=', 8), glyph('a', 17, { y: -6.8 }), glyph('R', 17, { y: 6.9 })];
  const second = [glyph('n', 12, { y: 20.3 }), glyph('v', 17.2, { y: 20.3 }), glyph('m', 22.4, { y: 20.3 })];
  const bars = [
    { left: 17, right: 22, y: 97.5 },
    { left: 17.2, right: 22.2, y: 111.3 },
  ];
  expect(tex([...first, ...second], bars)).toBe(
    '\\begin{gathered}\ny = \\frac{a}{R} \\\\\nn\\overline{v}m\n\\end{gathered}',
  );
});

test('a tall bracket with only some measured parts is centred on its row', () => {
  const part = (text: string, y: number): PlacedGlyph => ({
    ...glyph(text, 16, { y, width: 5, extensible: 48, alphabet: 'roman' }),
    extent: [1.27, 0],
  });
  const left = [part('⎛', -11), part('⎜', -0.2), part('⎜', 7.2), part('⎝', 18.2)];
  const right = left.map((one) => ({
    ...one,
    sign: { '⎛': '⎞', '⎜': '⎟', '⎝': '⎠' }[one.sign] ?? '',
    left: 38,
    right: 43,
  }));
  const inside = [glyph('a', 24, { y: -6.8 }), glyph('b', 24, { y: 6.9 })];
  expect(tex([glyph('y', 0), glyph('=', 8), ...left, ...inside, ...right], [{ left: 23, right: 30, y: 97.5 }])).toBe(
    'y = \\left( \\frac{a}{b} \\right)',
  );
});

test('an overline across a denominator is as long as the fraction bar', () => {
  const glyphs = [glyph('y', 0), glyph('=', 8), glyph('1', 20, { y: -6.8 }), glyph('n', 20, { y: 8 })];
  const bars = [
    { left: 20, right: 25, y: 97.5 },
    { left: 20, right: 25, y: 102.2 },
  ];
  expect(tex(glyphs, bars)).toBe('y = \\frac{1}{\\overline{n}}');
  expect(tex(glyphs, bars.toReversed())).toBe('y = \\frac{1}{\\overline{n}}');
});

test('a brace on the baseline of a numerator does not split the fraction', () => {
  const brace = glyph('{', 16, { y: -17.2, width: 7.5, extensible: 40, alphabet: 'roman' });
  const upper = [glyph('0', 25, { y: -12 }), glyph('x', 60, { y: -12 })];
  const lower = [glyph('a', 24.4, { y: 0 }), glyph('b', 24.4, { y: 15 }), glyph('z', 60, { y: 8 })];
  const bar = { left: 24, right: 30, y: 105.9 };
  expect(tex([glyph('y', 0), glyph('=', 8), brace, ...upper, ...lower], [bar])).toContain('\\dfrac{a}{b}');
});

test('text bars that form a taller bar may overlap', () => {
  const bar = (x: number) => [-2.5, 2.5].map((y) => glyph('|', x, { y, width: 3, alphabet: 'roman' }));
  const inside = [glyph('a', 20, { y: -6.8 }), glyph('b', 20, { y: 6.9 })];
  expect(
    tex([glyph('y', 0), glyph('=', 8), ...bar(15), ...inside, ...bar(26)], [{ left: 19, right: 25, y: 97.5 }]),
  ).toBe('y = \\left| \\frac{a}{b} \\right|');
});

test('bars in rows as close as matrix rows do not form taller bars', () => {
  const value = (y: number) => ['|', 'x', '|'].map((sign, i) => glyph(sign, 20 + 5 * i, { y }));
  const rowAt = (letter: string, y: number) => [glyph(letter, 0, { y }), glyph('=', 8, { y }), ...value(y)];
  expect(tex([...rowAt('a', -12), ...rowAt('b', 0)])).toBe(
    '\\begin{aligned}\na & = |x| \\\\\nb & = |x|\n\\end{aligned}',
  );
});

test('small print above a fraction, except at its right end, is doubted', () => {
  const fraction = [...word('abc', 10, { y: -6.8 }), ...word('def', 10, { y: 6.9 })];
  const bar = { left: 9.5, right: 25.5, y: 97.5 };
  const right = [glyph('=', 33, { width: 8 }), glyph('x', 44)];
  const power = (x: number) =>
    readDisplayed([...fraction, glyph('n', x, { size: 7, y: -19 }), ...right], [bar]).confidence;
  expect(power(26)).toBe(1);
  expect(power(15)).toBeLessThan(0.75);
});

test('a letter torn from a matrix is not a script of its bracket', () => {
  const tall = (sign: string, x: number, extensible: number) =>
    glyph(sign, x, { y: -14.1, extensible, width: 5, alphabet: 'roman' });
  const torn = [tall('[', 0, 20), glyph('u', 6, { y: -6 }), tall(']', 12, 21)];
  expect(readInline(torn).confidence).toBeLessThan(0.85);
});

test('a sum of a text font, which rises from the baseline, keeps its limits and the fraction after it', () => {
  const bar = { left: 24, right: 27.7, y: 97.5 };
  const small = (sign: string, x: number, y: number, width = 3.7) => glyph(sign, x, { y, size: 7.4, width });
  const glyphs = [
    glyph('∑', 0, { width: 7, alphabet: 'roman' }),
    small('∞', 7, -3.9),
    small('n', 7, 2.6),
    small('=', 11, 2.6, 6),
    small('0', 17, 2.6),
    { ...small('x', 24, -3.9), bars: [bar] },
    { ...small('n', 24, 3.4), bars: [bar] },
  ];
  expect(readInline(glyphs)).toMatchObject({ tex: '\\sum_{n=0}^{\\infty}\\frac{x}{n}', confidence: 1 });
});

test('a full-size denominator may be below a numerator that contains only fractions', () => {
  // In txfonts, the power of the denominator is closer to the bar than the letter of the denominator.
  const ratio = (x: number, y: number) => [
    glyph('(', x, { y: y - 9.3, extensible: 16, width: 3.5 }),
    glyph('T', x + 5, { y: y - 4.5, size: 7 }),
    glyph('S', x + 5, { y: y + 3.4, size: 7 }),
    glyph(')', x + 13, { y: y - 9.3, extensible: 17, width: 3.5 }),
  ];
  const bar = (x: number, y: number): Bar => ({ left: x + 4, right: x + 12, y: 100 + y - 2.6 });
  const over = [...ratio(50, -10), glyph('b', 66.6, { y: -17, size: 7, width: 3.5 })];
  const below = [glyph('1', 40, { y: 11.6 }), glyph('+', 47, { y: 11.6, width: 6.3 }), glyph('c', 56, { y: 11.6 })];
  const under = [...below, ...ratio(60.5, 11.6), glyph('d', 77.1, { y: 4.1, size: 7, width: 3.5 })];
  const bars = [bar(50, -10), bar(60.5, 11.6), { left: 40, right: 81, y: 97.4 }];
  const left = [glyph('x', 20), glyph('=', 28, { width: 6.3 })];
  const ratioTex = String.raw`\left( \frac{T}{S} \right)`;
  expect(tex([...left, ...over, ...under], bars)).toBe(`x = \\frac{${ratioTex}^b}{1 + c${ratioTex}^d}`);
});
