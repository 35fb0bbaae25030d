import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type PlacedGlyph } from '../src/formulas/glyph-box.ts';
import { SURE_FORMULA } from '../src/formulas/doubts.ts';
import { readDisplayed, readInline } from '../src/formulas/read-formula.ts';
import { glyph, tex, word } from './placed-glyphs.ts';
import { AXIS } from '../src/tex/tex-metrics.ts';

/** Exponents: letters of 7 points, 4 points above the baseline. */
const RAISED = { size: 7, y: -4 };
const letters = (text: string, x: number) => text.split('').map((sign, i) => glyph(sign, x + 3.5 * i, RAISED));
/** Returns a bracket of the text size, centred on the axis of the exponent. */
const bracket = (sign: string, x: number, size = 10) =>
  glyph(sign, x, { size, y: RAISED.y + AXIS * (size - RAISED.size), width: 3.5, alphabet: 'roman' });

const withoutSizes = (read: string) => read.replaceAll(/\\(?:left|right|big|Big)\s?| /g, '');

describe('brackets within an exponent that are as large as in the text', () => {
  const base = [glyph('y', 0), glyph('=', 8), glyph('e', 16)];

  test('belong to the exponent, whatever their size', () => {
    fc.assert(
      fc.property(fc.double({ min: 8.5, max: 12, noNaN: true }), (size) => {
        const exponent = [
          ...letters('2b', 21),
          bracket('[', 28, size),
          ...letters('u+w', 32),
          bracket('(', 42.5, size),
          ...letters('s+1', 46.5),
          bracket(')', 57, size),
          bracket(']', 60.5, size),
        ];
        const formula = readDisplayed([...base, ...exponent], []);
        expect({ ...formula, tex: withoutSizes(formula.tex) }).toMatchObject({
          tex: 'y=e^{2b[u+w(s+1)]}',
          confidence: 1,
        });
      }),
      { examples: [[10]] },
    );
  });

  test('belong to the text if they are on its baseline', () => {
    const glyphs = [
      ...base,
      ...letters('2', 21),
      glyph('(', 25, { width: 4 }),
      glyph('b', 29),
      glyph(')', 34, { width: 4 }),
    ];
    expect(tex(glyphs)).toBe('y = e^2(b)');
  });

  test('may have smaller scripts next to them', () => {
    const small = (sign: string, x: number, y: number) => glyph(sign, x, { size: 5, y });
    const exponent = [
      ...letters('b', 21),
      small('k', 24.8, -7),
      bracket('[', 28),
      small('k', 32, -7),
      glyph('/', 34.8, RAISED),
      small('2', 38.3, -3),
      bracket(']', 41.2),
    ];
    const formula = readDisplayed([...base, ...exponent], []);
    expect({ ...formula, tex: withoutSizes(formula.tex) }).toMatchObject({ tex: 'y=e^{b^k[{}^k/_2]}', confidence: 1 });
  });

  test('may end at a fraction, where only the partner shows where a bracket belongs', () => {
    const above = (sign: string, x: number, width = 3.5) => glyph(sign, x, { size: 7, y: -6.5, width });
    const small = (sign: string, x: number, y: number) => glyph(sign, x, { size: 5, y: -6.5 + y });
    const tall = (sign: string, x: number) => glyph(sign, x, { y: -5.75, width: 3.9, alphabet: 'roman' });
    const numerator = [
      above('b', 17),
      small('2', 20.5, -2),
      tall('(', 23.4),
      above('1', 27.3),
      above('−', 31.2, 6.2),
      small('2', 41.3, -2.7),
      small('r', 38.7, 2.4),
      small('2', 43, 0.9),
      tall(')', 48.2),
    ];
    const bars = [
      { left: 17, right: 52.1, y: 97.5 },
      { left: 38.7, right: 46.4, y: 91.75 },
    ];
    const glyphs = [...base.slice(0, 2), ...numerator, glyph('r', 33, { size: 7, y: 3.4 })];
    const formula = readDisplayed(glyphs, bars);
    expect({ ...formula, tex: withoutSizes(formula.tex) }).toMatchObject({
      tex: 'y=\\frac{b^2(1-\\frac{2}{r^2})}{r}',
      confidence: 1,
    });
  });
});

test('the numerator of a fraction with a slash has no base', () => {
  const glyphs = [
    glyph('y', 0),
    glyph('=', 8),
    glyph('T', 16),
    glyph('−', 22, RAISED),
    glyph('1', 25.6, { size: 5, y: -7 }),
    glyph('/', 28.4, RAISED),
    glyph('2', 31.9, { size: 5, y: -3 }),
  ];
  expect(readDisplayed(glyphs, [])).toMatchObject({ tex: 'y = T^{-{}^1/_2}', confidence: 1 });
});

test('small fractions of two rows that almost touch are separate', () => {
  const small = (text: string, x: number, y: number) =>
    text.split('').map((sign, i) => glyph(sign, x + 3.5 * i, { size: 7, y }));
  const row = (over: string, under: string, y: number) => [
    glyph('a', 0, { y }),
    glyph('=', 8, { y }),
    ...small(over, 16, y - 4),
    ...small(under, 16, y + 3.5),
    glyph('x', 28, { y }),
  ];
  const bars = (y: number) => [{ left: 16, right: 23, y: 100 + y - 2.5 }];
  for (const step of [11.5, 12, 13.6]) {
    const glyphs = [...row('GM', 'rs', 0), ...row('GM', 'kR', step)];
    expect(tex(glyphs, [...bars(0), ...bars(step)])).toBe(
      '\\begin{aligned}\na & = \\frac{GM}{rs}\\,x \\\\\na & = \\frac{GM}{kR}\\,x\n\\end{aligned}',
    );
  }
});

test('a fraction in an exponent belongs to its row, however close the row above is', () => {
  const small = (sign: string, x: number, y: number) => glyph(sign, x, { size: 7, y });
  const above = [glyph('a', 0), glyph('=', 8), glyph('y', 35)];
  const row = [glyph('c', 0, { y: 13 }), glyph('=', 8, { y: 13 }), glyph('e', 16, { y: 13 })];
  const exponent = [small('n', 21.3, 9), small('−', 25.5, 9), small('k', 29.8, 5.1), small('T', 29.8, 12.4)];
  expect(tex([...above, ...row, ...exponent], [{ left: 29.7, right: 33.4, y: 106.5 }])).toBe(
    '\\begin{aligned}\na & =\\qquad y \\\\\nc & = e^{n - \\frac{k}{T}}\n\\end{aligned}',
  );
});

test('a bar closer to the letter below it than to a denominator is an overline, although print is above it', () => {
  const bar = [{ left: 16, right: 21, y: 94.3 }];
  const row = [glyph('a', 0), glyph('=', 8), glyph('x', 16)];
  expect(
    tex([glyph('b', 0, { y: -11.5 }), glyph('=', 8, { y: -11.5 }), glyph('d', 16, { y: -11.5 }), ...row], bar),
  ).toBe('\\begin{aligned}\nb & = d \\\\\na & = \\overline{x}\n\\end{aligned}');
});

test('rows between tall brackets may be one part of a fraction', () => {
  const tall = (sign: string, x: number, extensible: number) =>
    glyph(sign, x, { y: -27.3, width: 7, extensible, alphabet: 'roman' });
  const over = [tall('(', 10, 18), glyph('b', 20, { y: -19.3 }), glyph('c', 20, { y: -7.3 }), tall(')', 28, 19)];
  const glyphs = [glyph('a', -10), glyph('=', 0), ...over, glyph('d', 20, { y: 7 })];
  expect(tex(glyphs, [{ left: 10, right: 35, y: 97.5 }])).toBe(
    'a = \\frac{\\begin{pmatrix} b \\\\ c \\end{pmatrix}}{d}',
  );
});

describe('wide accents', () => {
  const wide = (x: number, width: number) => glyph('\u0302', x, { width, alphabet: 'roman', extensible: 99 });

  test('span a sum, but not its neighbours', () => {
    const sum = [glyph('x', 0), glyph('+', 7.2, { width: 7.8 }), glyph('y', 17.2)];
    expect(tex([wide(4, 14.4), ...sum, glyph('=', 26), glyph('z', 36)])).toBe('\\widehat{x + y} = z');
    expect(tex([wide(0, 5.556), ...sum, glyph('=', 26), glyph('z', 36)])).toBe('\\widehat{x} + y = z');
  });

  test('span a letter with its script if centred over both', () => {
    const scripted = [glyph('A', 0, { width: 7.5 }), glyph('i', 7.5, { size: 7, y: 1.5, width: 3 })];
    expect(tex([wide(0.3, 10), ...scripted, glyph('=', 14), glyph('z', 24)])).toBe('\\widehat{A_i} = z');
    // Print in other rows is not a script of the letter.
    const other = glyph('k', 3, { size: 7, y: 14 });
    const row = [glyph('d', 0, { y: 24 }), glyph('=', 14, { y: 24 }), glyph('u', 24, { y: 24 })];
    const word = [glyph('D', 0, { width: 7.5 }), glyph('n', 7.5)];
    expect(tex([wide(1.2, 10), ...word, glyph('=', 14), glyph('z', 24), other, ...row])).toContain(
      '\\widehat{Dn} & = z',
    );
    expect(tex([wide(1.82, 5.556), ...scripted, glyph('=', 14), glyph('z', 24)])).toBe('\\widehat{A}_i = z');
  });
});

test('a wide accent does not span part of a script', () => {
  const wide = glyph('\u0303', 1.75, { width: 10, alphabet: 'roman', extensible: 102 });
  const script = { size: 7, y: 1.5 };
  const glyphs = [glyph('M', 0, { width: 9.5 }), glyph('m', 9.5, { ...script, width: 4 }), glyph('j', 13.5, script)];
  expect(tex([wide, ...glyphs, glyph('=', 22), glyph('z', 32)])).toBe('\\widetilde{M}_{mj} = z');
});

test('distinguishes binomial coefficients, spaced by the font, from rows spaced like lines of text', () => {
  const pair = (step: number): PlacedGlyph[] => [
    glyph('(', 0, { y: -14.3, extensible: 18, alphabet: 'roman' }),
    glyph('n', 9, { y: -0.43 * 10 }),
    glyph('k', 9, { y: (step - 0.43) * 10 }),
    glyph(')', 18, { y: -14.3, extensible: 19, alphabet: 'roman' }),
  ];
  for (const step of [1.28, 1.325, 1.363, 1.386, 1.4815]) expect(tex(pair(step))).toBe('\\binom{n}{k}');
  for (const step of [1.2, 1.222, 1.242, 1.25, 1.35, 1.45])
    expect(tex(pair(step))).toBe('\\begin{pmatrix} n \\\\ k \\end{pmatrix}');
});

test('a number is closer to the full stop of its formula than to anything else in it', () => {
  const own = [glyph('a', 0), glyph('=', 8), glyph('b', 16)];
  const number = word('(12)', 29);
  expect(readDisplayed([...own, glyph(',', 21, { width: 2.5 }), ...number], []).numbers).toEqual(['12']);
  expect(readDisplayed([...own, ...number], []).numbers).toEqual([]);
});

test('a raised number before an upright letter is not a power of the letter before', () => {
  const raised = { size: 7, y: -4 };
  const term = (x: number) => [glyph('p', 0), glyph('3', 5, raised), glyph('4', x, raised), ...word('S', x + 4)];
  expect(tex([...term(10.5), glyph('=', 22), glyph('z', 32)])).toBe('p^3\\,{}^4\\mathrm{S} = z');
  // Without the space, the number is part of the power. The same applies before an italic letter.
  expect(tex([...term(8.5), glyph('=', 20), glyph('z', 32)])).toBe('p^{34}\\mathrm{S} = z');
  const power = [glyph('p', 0), glyph('3', 5, raised), glyph('4', 10.5, raised), glyph('S', 14.5)];
  expect(tex([...power, glyph('=', 26), glyph('z', 36)])).not.toContain('{}^4');
});

test('reads a single fraction in text like one next to letters', () => {
  const bars = [{ left: 0, right: 12, y: 96.5 }];
  const part = (sign: string, x: number, y: number) => ({ ...glyph(sign, x, { size: 7, y }), bars });
  const fraction = [part('a', 0, -5.2), part('+', 4, -5.2), part('b', 8.5, -5.2), part('c', 4, 1.8)];
  const read = readInline(fraction);
  expect(read.confidence).toBe(1);
  expect(read.tex).toBe('\\frac{a+ b}{c}');
});

test('doubts a power that lost everything except the minus', () => {
  const power = (bracket: readonly PlacedGlyph[], sign: string) =>
    readInline([...bracket, glyph(sign, 16.5, { size: 7, y: -4, width: 5.4, alphabet: 'roman' })]).confidence;
  const closed = [glyph('(', 0, { width: 4 }), glyph('x', 4.5), glyph(')', 11.5, { width: 4 })];
  expect(power(closed, '−')).toBeLessThan(SURE_FORMULA);
  expect(power(closed, '2')).toBe(1);
  expect(power([...word('H', 9, { width: 7.4 })], '−')).toBe(1);
});
