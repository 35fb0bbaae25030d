import { describe, expect, test } from '@jest/globals';
import type { PlacedGlyph } from '../src/formulas/glyph-box.ts';
import { readDisplayed } from '../src/formulas/read-formula.ts';
import type { TextRun } from '../src/reading/page-content.ts';
import { attachBars } from '../src/reading/glyph-bars.ts';
import { MATH, run } from './runs.ts';
import { glyph, tex, word } from './placed-glyphs.ts';

describe('fonts and styles of journals', () => {
  test.each([
    ['h¯', glyph('h', 0), glyph('¯', 0.4, { width: 3.3, alphabet: 'roman' })],
    ['ħh', glyph('ħ', 0, { width: 5.8, alphabet: 'roman' }), glyph('h', 0.3, { width: 5.8 })],
  ])("%s is Planck's constant", (_, first, second) => {
    expect(tex([glyph('2', -5), first, second])).toBe('2\\hbar');
  });

  test('an accent printed as one character with a script letter', () => {
    expect(tex([glyph('Ĥ', 0, { alphabet: 'script' })])).toBe('\\hat{\\mathscr{H}}');
  });

  test('a single upright letter with its accent is not a letter of text', () => {
    const accented = [glyph('M', 0, { alphabet: 'roman', width: 9 }), glyph('˙', 3, { alphabet: 'roman', y: -2.4 })];
    expect(tex([...accented, glyph('=', 12), glyph('a', 20)])).toBe('\\dot{\\mathrm{M}} = a');
  });

  test('the ħ of the Euler fonts is one sign, not a letter of the word next to it', () => {
    expect(
      tex([...word('G', 0), ...['h\u0337', 'c'].map((sign, i) => glyph(sign, 5 + 5 * i, { alphabet: 'roman' }))]),
    ).toBe('\\mathrm{G}\\hbar\\mathrm{c}');
  });

  test('an inline binomial coefficient has parts as small as scripts', () => {
    const small = { size: 7, width: 4 };
    const glyphs = [
      glyph('(', 0, { y: -8.8, extensible: 16, alphabet: 'roman' }),
      glyph('n', 6, { ...small, y: -4.4 }),
      glyph('k', 6, { ...small, y: 3.5 }),
      glyph(')', 11, { y: -8.8, extensible: 17, alphabet: 'roman' }),
    ];
    expect(tex(glyphs)).toBe('\\binom{n}{k}');
  });

  test('bars of a numerator and of its denominator are separate', () => {
    const bar = (y: number) => glyph('|', 5.5, { y, width: 2, alphabet: 'roman' });
    const glyphs = [glyph('a', 0), bar(-6.8), bar(6.9), glyph('b', 8)];
    const parts = glyphs.flatMap((one) =>
      one.sign === '|' ? [one] : [-6.8, 6.9].map((y) => ({ ...one, baseline: 100 + y })),
    );
    expect(tex(parts, [{ left: 0, right: 13, y: 97.5 }])).toBe('\\frac{a|b}{a|b}');
  });

  test('the parts of an inline fraction are near its line where scripts are large', () => {
    const small = { size: 8.1, width: 4 };
    const glyphs = [
      glyph('τ', 0),
      glyph('+', 8),
      glyph('2', 17, { ...small, y: -4.4 }),
      glyph('3', 17, { ...small, y: 3.4 }),
    ];
    expect(tex(glyphs, [{ left: 16.8, right: 21.2, y: 97.5 }])).toBe('\\tau + \\frac{2}{3}');
  });

  test('a brace whose lower end is on its baseline is centred on its row', () => {
    const part = (sign: string, y: number, extensible: number) =>
      glyph(sign, 20, { y, extensible, alphabet: 'roman', width: 5 });
    const cell = (sign: string, y: number) => [glyph(sign, 26, { y }), glyph('x', 45, { y })];
    const ends = [part('⎧', -20, 56), part('⎪', -17, 62), part('⎪', -14, 62), part('⎨', -11, 60)];
    const glyphs = [glyph('y', 0), glyph('=', 10, { alphabet: 'roman' }), ...ends];
    const lower = [part('⎪', 4, 62), part('⎪', 7, 62), part('⎩', 13, 58)];
    expect(tex([...glyphs, ...lower, ...cell('a', -10), ...cell('b', 10)])).toBe(
      'y = \\begin{cases} a & x \\\\ b & x \\end{cases}',
    );
  });

  test('a double integral is one sign, and two integrals are two signs', () => {
    const integral = (x: number) => glyph('∫', x, { y: -13.6, extensible: 90, alphabet: 'roman', width: 5.6 });
    expect(tex([integral(0), integral(6.7), glyph('f', 16)])).toBe('\\iint f');
    expect(tex([integral(0), integral(11.6), glyph('f', 21)])).toBe('\\int\\int f');
  });

  test('a matrix alone is not doubted for lacking a relation', () => {
    const bracket = (sign: string, x: number, extensible: number) =>
      glyph(sign, x, { y: -14.5, extensible, alphabet: 'roman', width: 6 });
    const cells = [
      glyph('a', 8, { y: -6 }),
      glyph('b', 24, { y: -6 }),
      glyph('c', 8, { y: 6 }),
      glyph('d', 24, { y: 6 }),
    ];
    const formula = readDisplayed([bracket('(', 0, 18), ...cells, bracket(')', 31, 19)], []);
    expect(formula).toMatchObject({ tex: '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}', confidence: 1 });
  });

  test('a bracket after a root is on the axis of its row', () => {
    const hanging = { extensible: 20, alphabet: 'roman', width: 3, y: -14 } as const;
    const glyphs = [
      glyph('√', 0, { y: -6.5, width: 7, alphabet: 'roman' }),
      glyph('g', 7),
      { ...glyph('[', 14, hanging), hangs: true },
      glyph('V', 18),
      { ...glyph(']', 24, { ...hanging, extensible: 21 }), hangs: true },
    ];
    expect(tex(glyphs, [{ left: 7, right: 12, y: 93.3 }])).toBe('\\sqrt{g}\\,\\left[ V \\right]');
  });

  test("takes the heights of signs from their outlines if the font differs from TeX's heights", () => {
    const tall = { size: 10, width: 6, alphabet: 'roman' } as const;
    const small = { size: 7, width: 4 };
    const glyphs = [
      { ...glyph('(', 0, { ...tall, extensible: 0 }), extent: [0.85, 0.35] as const },
      { ...glyph('∑', 8, { ...tall, extensible: 88 }), extent: [0.95, 0.45] as const },
      glyph('n', 9, { ...small, y: -12 }),
      glyph('i', 9, { ...small, y: 12 }),
      glyph('x', 16),
      { ...glyph(')', 22, { ...tall, extensible: 0 }), extent: [0.85, 0.35] as const },
    ];
    expect(tex(glyphs)).toBe('\\left( \\sum_i^n x \\right)');
  });

  test('a wide accent spans all letters under it, not only the middle one', () => {
    const accent = glyph('\u0302', 0, { width: 14.4, extensible: 100, alphabet: 'roman' });
    expect(
      tex([accent, glyph('x', 0, { width: 5.7 }), glyph('y', 5.7, { width: 4.9 }), glyph('z', 10.6, { width: 4.6 })]),
    ).toBe('\\widehat{xyz}');
  });

  test('consecutive indices belong to a tensor', () => {
    const small = { size: 7, width: 4 };
    const [up, down] = [
      { ...small, y: -4 },
      { ...small, y: 2.5 },
    ];
    const base = glyph('R', 0, { width: 7 });
    expect(tex([base, glyph('ρ', 7.2, up), glyph('μ', 11.7, down), glyph('ν', 15.7, down)])).toBe(
      'R^{\\rho}{}_{\\mu\\nu}',
    );
    expect(tex([base, glyph('μ', 7.2, down), glyph('ν', 11.7, up)])).toBe('R_{\\mu}{}^{\\nu}');
    expect(tex([base, glyph('ρ', 7.2, up), glyph('μ', 7, down), glyph('ν', 11, down)])).toBe('R_{\\mu\\nu}^{\\rho}');
    // A superscript begins after the italic correction.
    expect(tex([glyph('V', 0, { width: 5.8 }), glyph('i', 5.8, { ...down, width: 2 }), glyph('2', 8, up)])).toBe(
      'V_i^2',
    );
  });

  test('an arrow over letters spans the letters under it', () => {
    const arrow = (x: number, y: number) => [
      glyph('−', x, { y, width: 7.8, alphabet: 'roman' }),
      glyph('→', x + 5, { y, width: 10, alphabet: 'roman' }),
    ];
    const letters = [glyph('A', 0, { width: 7.5 }), glyph('B', 7.5, { width: 7.5 })];
    expect(tex([...letters, ...arrow(0, -7), glyph('=', 18, { width: 7.8 }), glyph('c', 28.6)])).toBe(
      '\\overrightarrow{AB} = c',
    );
    const [, head] = arrow(0, 0);
    expect(tex([glyph('a', 0), { ...head, left: 8, right: 18 } as PlacedGlyph, glyph('b', 21)])).toBe(
      'a \\rightarrow b',
    );
  });

  test('an inline fraction belongs to its line even if its denominator is far below', () => {
    const text = run('The ratio', 40, 231.2, { size: 9, right: 80 });
    const bar = { left: 83, right: 86.5, y: 228.9 };
    const part = (sign: string, baseline: number) =>
      run(sign, 83, baseline, { size: 6, glyphs: [glyph(sign, 83, { y: baseline - 100, size: 6 })] });
    const [over, under] = [part('a', 225.9), part('b', 236.4)];
    const placed = attachBars([text, over, under], [bar]);
    expect(placed.map((one) => one.inFraction)).toEqual([undefined, true, true]);
    const script = run('k', 85, 237.9, { size: 5, right: 87, glyphs: [glyph('k', 85, { y: 137.9, size: 5 })] });
    expect(attachBars([text, over, under, script], [bar])[3]?.inFraction).toBe(true);
  });

  test('the radical sign in a denominator is on its row, not on the next line of text', () => {
    const bar = { left: 86, right: 90.5, y: 225.8 };
    const sign = glyph('√', 79.8, { y: 126, width: 6.2, extensible: 112 });
    const root = run('√', 79.8, 226, { font: MATH, right: 86, glyphs: [sign] });
    const inside = run('2', 86.1, 233.6, { right: 90.5, glyphs: [glyph('2', 86.1, { y: 133.6, width: 4.4 })] });
    const below = run('Γ', 85.5, 247, { font: MATH, glyphs: [glyph('Γ', 85.5, { y: 147 })] });
    expect(attachBars([root, inside, below], [bar])[0]?.baseline).toBe(233.6);
  });

  test('the line of a root does not belong to a letter just above it', () => {
    const bar = { left: 46, right: 50.5, y: 105 };
    const sign = run('√', 40, 105.2, { font: MATH, right: 46, glyphs: [glyph('√', 40, { y: 5.2, width: 6 })] });
    const above = run('a', 46, 100, { glyphs: [glyph('a', 46, { width: 4.4 })] });
    const inside = run('b', 46, 111, { glyphs: [glyph('b', 46, { y: 11, width: 4.4 })] });
    const barsOf = (runs: readonly TextRun[]) => runs.map(({ glyphs }) => glyphs?.[0]?.bars?.length);
    expect(barsOf(attachBars([sign, above, inside], [bar]))).toEqual([1, undefined, 1]);
    // Without the radical sign, the line is a fraction bar.
    expect(barsOf(attachBars([above, inside], [bar]))).toEqual([1, 1]);
  });
});
