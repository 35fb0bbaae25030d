import { describe, expect, test } from '@jest/globals';
import type { PlacedGlyph } from '../src/formulas/glyph-box.ts';
import { readDisplayed } from '../src/formulas/read-formula.ts';
import { glyphsOf } from '../src/text/run-glyphs.ts';
import { glyph, tex, word } from './placed-glyphs.ts';
import { run } from './runs.ts';

const raised = { size: 7, y: -4 };
const letters = (text: string) => text.split('').map((sign, i) => glyph(sign, 5.5 * i));

test('a power above an operator that was kerned back is not its limit', () => {
  const sum = glyph('∏', 9, { y: -9.5, width: 12.8, extensible: 89, alphabet: 'roman' });
  const limit = [
    glyph('k', 10, { size: 7, y: 12 }),
    glyph('≠', 13.5, { size: 7, y: 12 }),
    glyph('p', 17, { size: 7, y: 12 }),
  ];
  const glyphs = [glyph('σ', 0, { width: 8 }), glyph('2', 8.6, raised), sum, ...limit, glyph('x', 24)];
  expect(tex(glyphs)).toBe('\\sigma^2\\prod_{k\\neq p}x');
});

test('an operator whose limit is wider than itself stays between its neighbours', () => {
  const sum = glyph('∑', 9, { y: -9.5, width: 14.4, extensible: 88, alphabet: 'roman' });
  const limit = Array.from('i+j+k+l+m').map((sign, i) => glyph(sign, 0.45 + 3.5 * i, { size: 7, y: 12 }));
  expect(tex([glyph('a', 3), sum, ...limit, glyph('x', 33)])).toBe('a\\sum_{i+j+k+l+m}x');
});

test('measures the scripts of an operator by the letters next to it', () => {
  const sign = { y: -11, size: 8.1, width: 4.5, extensible: 90, alphabet: 'roman' } as const;
  const bound = { size: 7, y: 7 };
  const integral = [
    glyph('y', 0, { size: 9 }),
    glyph('=', 8, { size: 9 }),
    glyph('∫', 16, sign),
    glyph('a', 20.5, bound),
    glyph('x', 26, { size: 9 }),
  ];
  expect(readDisplayed(integral, [])).toMatchObject({ tex: 'y = \\int_a x', confidence: 1 });
  const double = [
    glyph('y', 0),
    glyph('=', 8),
    glyph('∫', 16, sign),
    glyph('∫', 20.6, sign),
    glyph('D', 25.2, bound),
    glyph('x', 31),
  ];
  expect(readDisplayed(double, [])).toMatchObject({ tex: 'y = \\iint_D x', confidence: 1 });
});

test('letters next to a larger operator with limits are not scripts, also in rows', () => {
  const sum = glyph('∑', 19, { y: -9, size: 12.6, width: 10, extensible: 80, alphabet: 'roman' });
  const bounds = [glyph('n', 21, { size: 7, y: -11 }), glyph('i', 21, { size: 7, y: 10 })];
  const first = [
    glyph('y', 0, { size: 9 }),
    glyph('2', 5, { size: 7, y: -4 }),
    glyph('=', 9, { size: 9.3 }),
    sum,
    ...bounds,
  ];
  const second = [glyph('z', 0, { size: 9 }), glyph('=', 9, { size: 9.3 }), glyph('b', 19, { size: 9 })];
  const below = second.map((one) => ({ ...one, baseline: one.baseline + 28 }));
  const x = glyph('x', 32, { size: 9 });
  expect(tex([...first, x])).toBe('y^2= \\sum_i^n x');
  const { tex: rows, confidence } = readDisplayed([...first, x, ...below], []);
  expect(rows).toBe('\\begin{aligned}\ny^2 & = \\sum_i^n x \\\\\nz & = b\n\\end{aligned}');
  expect(confidence).toBeGreaterThan(0.9);
});

test('a horizontal brace may consist of parts that touch', () => {
  const under = (parts: string, from: number, width: number) =>
    parts.split('').map((part, i) => glyph(part, from + width * i, { y: 8, width: width + 0.2, alphabet: 'roman' }));
  const note = glyph('n', 9.5, { y: 16, size: 7 });
  for (const parts of ['⏟⎴⏟⎴⏟', '⏟⏞⏞⏟⏞⏞⏟', '⏟⎯⏞⏞⎯⏟']) {
    const brace = under(parts, 0, 22 / parts.length);
    const { tex: read, confidence } = readDisplayed(
      [...letters('abcd'), ...brace, note, glyph('=', 26), glyph('q', 34)],
      [],
    );
    expect(read).toBe('\\underbrace{abcd}_n = q');
    expect(confidence).toBe(1);
  }
});

describe('tall brackets with scripts between them', () => {
  const power = { size: 7, y: -8 };
  const bracket = (sign: string, x: number, extensible: number) =>
    glyph(sign, x, { y: -18.8, width: 4, extensible, alphabet: 'roman' });
  const inside = [bracket('[', 30, 104), glyph('c', 34.5, power), bracket(']', 38, 105)];
  const line = [glyph('f', 0), glyph('=', 8), glyph('1', 16), glyph('0', 21)];

  test('belong to the script before them', () => {
    const whole = [...line, glyph('a', 26.5, power), ...inside, glyph('+', 45), glyph('g', 53)];
    expect(tex(whole)).toBe('f = 10^{a\\Big[c\\Big]} + g');
  });

  test('are a script of the letter before them', () => {
    const moved = inside.map((one) => ({ ...one, left: one.left - 3.5, right: one.right - 3.5 }));
    expect(tex([...line, ...moved, glyph('+', 42), glyph('g', 50)])).toBe('f = 10^{\\Big[c\\Big]} + g');
  });

  test('are a separate row if they enclose only a small fraction', () => {
    const fraction = [glyph('1', 34.2, { size: 7, y: -11.8 }), glyph('2', 34.2, { size: 7, y: -3.6 })];
    const bar = { left: 34, right: 38, y: 90.2 };
    const [left, , right] = inside;
    const rows = [left as PlacedGlyph, ...fraction, right as PlacedGlyph];
    const below = line.map((one) => ({ ...one, baseline: one.baseline + 14 }));
    expect(tex([...rows, ...below], [bar])).toContain('\\left[ \\frac{1}{2} \\right] \\\\');
  });
});

describe('a note below a relation', () => {
  test('may touch the script before the relation', () => {
    const note = letters('acenos').map((one, i) => glyph(one.sign, 8.7 + 3.5 * i, { size: 7, y: 6.7 }));
    const glyphs = [
      glyph('x', 0),
      glyph('i', 5, { size: 7, y: 1.6 }),
      glyph('=', 16.7, { alphabet: 'roman' }),
      ...note,
      glyph('y', 32),
    ];
    const { tex: read, confidence } = readDisplayed(glyphs, []);
    expect(read).toBe('x_i\\underset{acenos}{=} y');
    expect(confidence).toBe(1);
  });

  test('is centred below the relation, while a script is next to it', () => {
    const below = (x: number, y: number) => {
      const small = glyph('θ', x, { size: 7, y });
      return readDisplayed([glyph('t', 0), glyph('=', 7), ...word('argmax', 16), small, glyph('q', 50)], []);
    };
    expect(below(29.2, 9)).toMatchObject({ tex: 't = \\operatorname*{argmax}_{\\theta}\\,q', confidence: 1 });
    expect(below(46.1, 1.6)).toMatchObject({ tex: 't = \\mathrm{argmax}_{\\theta}q', confidence: 1 });
  });

  test('is not a script of the next row', () => {
    const row = (y: number) => [glyph('x', 0, { y }), glyph('=', 8, { y })];
    const next = [
      glyph('p', 17.6, { y: 12 }),
      glyph('2', 22.7, { size: 7, y: 8, width: 4 }),
      glyph('q', 34, { y: 12 }),
    ];
    const read = tex([...row(0), ...word('if', 20), glyph('z', 36), ...row(12), ...next]);
    expect(read).toContain('p^2');
    expect(read).not.toContain('_');
    // Without print to the left, the same number is a note.
    const apart = tex([...row(0), ...word('if', 20), glyph('z', 36), ...next.slice(1, 2)]);
    expect(apart).toContain('\\operatorname*{if}_2');
  });
});

test('matrix columns may be as close as REVTeX sets them', () => {
  const bracket = (sign: string, x: number, extensible: number) =>
    glyph(sign, x, { y: -14.5, width: 5, extensible, alphabet: 'roman' });
  const cells = [
    glyph('a', 6, { y: -6 }),
    glyph('b', 16.8, { y: -6 }),
    glyph('c', 6, { y: 7 }),
    glyph('d', 16.8, { y: 7 }),
  ];
  expect(tex([bracket('[', 0, 20), ...cells, bracket(']', 23, 21)])).toBe(
    '\\begin{bmatrix} a & b \\\\ c & d \\end{bmatrix}',
  );
});

test('a wide limit of two words is centred below the second one', () => {
  const limit = { size: 7, y: 9 };
  const glyphs = [
    glyph('t', 0),
    glyph('=', 7),
    ...word('arg', 16),
    ...word('min', 40),
    glyph('a', 33, limit),
    glyph(',', 36.5, limit),
    glyph('x', 40, limit),
    ...letters('bcdefgh').map((one, i) => glyph(one.sign, 44 + 2.5 * i, { size: 5, y: 10.2 })),
    glyph('q', 62.5),
  ];
  const { tex: read, confidence } = readDisplayed(glyphs, []);
  expect(read).toBe('t = \\arg\\min_{a,x_{bcdefgh}}q');
  expect(confidence).toBe(1);
});

test("a letter's accents are above or below its arrow", () => {
  const accented = (sign: string) => tex([glyph(sign, 0), glyph('=', 8), glyph('b', 16)]);
  expect(accented('r\u20d7\u0302')).toBe('\\hat{\\vec{r}} = b');
  expect(accented('r\u0302\u20d7')).toBe('\\vec{\\hat{r}} = b');
  const long = glyph('r\u20d6\u20d7\u0302', 0);
  expect(tex([{ ...long, arrow: { left: 0, right: 5 } }, glyph('=', 8), glyph('b', 16)])).toBe(
    '\\hat{\\overrightarrow{r}} = b',
  );
});

test('the scripts of a note below a brace belong to the note', () => {
  const brace = glyph('⏟', 0, { y: 8, width: 22, alphabet: 'roman' });
  // The x is further below the brace than the rest of the note.
  const note = [
    glyph('(', 3, { y: 20, size: 7 }),
    glyph('R', 6.5, { y: 20, size: 7 }),
    glyph('x', 10, { y: 21.5, size: 5 }),
    glyph(')', 12.6, { y: 20, size: 7 }),
  ];
  const { tex: read, confidence } = readDisplayed(
    [...letters('abcd'), brace, ...note, glyph('=', 26), glyph('q', 34)],
    [],
  );
  expect(read).toBe('\\underbrace{abcd}_{(R_x)} = q');
  expect(confidence).toBe(1);
});

test('an arrow over an upright letter is part of a formula, and split arrows over several letters are doubted', () => {
  const vector = (sign: string) => [glyph(sign, 0, { alphabet: 'roman' }), glyph('=', 8), glyph('b', 16)];
  expect(readDisplayed(vector('u\u20d7'), [])).toMatchObject({ tex: '\\vec{\\mathrm{u}} = b', confidence: 1 });
  expect(readDisplayed(vector('A\u20d7\u20d7\u20d7'), []).confidence).toBeLessThan(0.75);
});

test('a minus alone at a tall bracket is a truncated power', () => {
  const tall = { y: -11.5, width: 6, alphabet: 'roman' } as const;
  const base = [glyph('(', 0, { ...tall, extensible: 16 }), glyph('x', 7), glyph(')', 13, { ...tall, extensible: 17 })];
  const power = [glyph('−', 20, { size: 7, y: -10 }), glyph('n', 24, { size: 7, y: -10 })];
  const rest = [glyph('=', 30), glyph('b', 38)];
  expect(readDisplayed([...base, ...power, ...rest], [])).toMatchObject({ confidence: 1 });
  expect(readDisplayed([...base, ...power.slice(0, 1), ...rest], []).confidence).toBeLessThan(0.75);
});

test('doubts the last words of a paragraph above a formula', () => {
  const below = [glyph('a', 0), glyph('=', 8), glyph('b', 16)].map((one) => ({ ...one, baseline: one.baseline + 14 }));
  const end = [...word('in', 0), glyph(':', 11, { alphabet: 'roman' })];
  expect(readDisplayed([...end, ...below], []).confidence).toBeLessThan(0.75);
});

test('the parts of a tall root form one root, even if each is named like a whole one', () => {
  const part = (y: number, height: number) => ({
    ...glyph('√', 0, { y, width: 10, extensible: 112, alphabet: 'roman' }),
    extent: [0.07, height] as const,
  });
  const sum = glyph('∑', 10, { y: -9.5, width: 14, extensible: 88, alphabet: 'roman' });
  const limit = glyph('i', 15, { size: 7, y: 12 });
  const inside = [sum, limit, glyph('x', 26)];
  const root = [part(-18, 0.57), part(-12.5, 0.57), part(-7, 1.8)];
  expect(tex([...root, ...inside], [{ left: 10, right: 31, y: 81.5 }])).toBe('\\sqrt{\\sum_i x}');
  // The roots of two rows stay separate.
  const rows = [0, 14].flatMap((y) => [
    { ...part(y - 8, 1.1), left: 20, right: 28 },
    glyph('a', 0, { y }),
    glyph('=', 8, { y }),
    glyph('b', 28, { y }),
  ]);
  const lines = [0, 14].map((y) => ({ left: 28, right: 33, y: 92 + y }));
  expect(tex(rows, lines)).toContain('a & = \\sqrt{b} \\\\\na & = \\sqrt{b}');
});

test("a strut sets the distance of a continued fraction's numerator from the bar", () => {
  const fraction = [glyph('1', 10, { y: -8.5 }), glyph('b', 10, { y: 6.9 })];
  expect(tex([glyph('x', 0), ...fraction], [{ left: 9, right: 16, y: 97.5 }])).toBe('x\\,\\frac{1}{b}');
});

test('an arrow over a single letter is as wide as the shortest arrow', () => {
  const over = [
    glyph('−', 30, { y: -8.2, width: 7.8 }),
    glyph('→', 30, { y: -8.2, width: 10, alphabet: 'calligraphic' }),
  ];
  const letter = glyph('L', 31.7, { width: 6.6 });
  expect(tex([glyph('y', 12), glyph('=', 20), ...over, letter])).toBe('y = \\overrightarrow{L}');
});

test('an arrow extends with the note on it', () => {
  const pieces = [20, 24, 28, 32].map((x) => glyph('−', x, { width: 7.8 }));
  const arrow = [...pieces, glyph('→', 34, { width: 10, alphabet: 'calligraphic' })];
  const note = [glyph('a', 28, { y: -6, size: 7 }), glyph('b', 31.5, { y: -6, size: 7 })];
  expect(tex([glyph('y', 10), ...arrow, ...note, glyph('z', 48)])).toBe('y \\xrightarrow{ab} z');
});

test('arrow pieces over a letter that are accents in their font form one arrow', () => {
  const over = (marks: string) => tex([glyph('y', 0), glyph('=', 8), glyph(`L${marks}`, 16)]);
  expect(over('\u20d6\u20d6\u20d7')).toBe('y = \\overrightarrow{L}');
  expect(over('\u20d6\u20d6')).toBe('y = \\overleftarrow{L}');
  expect(over('\u20d7')).toBe('y = \\vec{L}');
});

test('the lower of two accents belongs to the letter', () => {
  const letter = glyph('p', 20);
  const accents = [glyph('ˆ', 20, { y: -1.6, alphabet: 'roman' }), glyph('¯', 20, { alphabet: 'roman' })];
  expect(tex([glyph('y', 0), glyph('=', 8), ...accents, letter])).toBe('y = \\hat{\\bar{p}}');
});

test('a zero-width accent in the text is a glyph of its run', () => {
  const accent = glyph('ˆ', 20, { y: -1.6, alphabet: 'roman' });
  expect(glyphsOf(run('ˆ', 20, 98.4, { right: 20, glyphs: [accent] }))).toEqual([accent]);
});

test('bars between two angle brackets do not close a bar around them', () => {
  const tall = (sign: string, x: number, code: number) =>
    glyph(sign, x, { y: -11, width: 4, extensible: code, alphabet: 'roman' });
  const bars = [16, 34, 50, 68].map((x) => tall('|', x, 68));
  const angles = [tall('⟨', 21, 68), tall('⟩', 63, 69)];
  const inside = [glyph('n', 27), glyph('r', 41), glyph('m', 56)];
  const formula = readDisplayed([glyph('y', 0), glyph('=', 8), ...bars, ...angles, ...inside], []);
  expect(formula).toMatchObject({ confidence: 1 });
  expect(formula.tex.startsWith('y = \\left| \\left\\langle n')).toBe(true);
  expect(formula.tex.endsWith('m \\right\\rangle \\right|')).toBe(true);
});

test('keeps two adjacent bars, however narrow they are in their font', () => {
  // In txfonts, a bar is 0.2 em wide.
  const bars = (x: number) => [glyph('|', x, { width: 1.99 }), glyph('|', x + 1.99, { width: 1.99 })];
  const norm = [glyph('N', 10, { width: 7 }), glyph('=', 22), ...bars(34), glyph('x', 38), ...bars(43)];
  expect(tex(norm)).toBe('N = ||x||');
});

test('tall brackets may be larger than the letters of a footnote on their line', () => {
  const at = (sign: string, x: number, more = {}) => glyph(sign, x, { size: 8, width: 4, ...more });
  const bracket = (sign: string, x: number, extensible: number) =>
    glyph(sign, x, { y: -10.6, size: 10, width: 6, extensible });
  const fraction = [at('N', 40, { y: -5.6 }), at('a', 40, { y: 5.5 })];
  const glyphs = [
    at('x', 10),
    at('=', 17),
    bracket('(', 25, 16),
    at('−', 32),
    ...fraction,
    at('b', 48),
    bracket(')', 53, 17),
  ];
  expect(tex(glyphs, [{ left: 40, right: 44, y: 98 }])).toBe('x = \\left( - \\frac{N}{a}\\,b \\right)');
});

test('a word in a script may have the size of the text', () => {
  const { tex: read, confidence } = readDisplayed(
    [glyph('P', 10), ...word('rot', 15, { y: 2.7 }), glyph('=', 34), glyph('a', 44)],
    [],
  );
  expect([read, confidence]).toEqual(['P_{\\mathrm{rot}} = a', 1]);
});
