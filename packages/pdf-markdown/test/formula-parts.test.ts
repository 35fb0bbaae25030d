import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PlacedGlyph } from '../src/formulas/glyph-box.ts';
import { readDisplayed } from '../src/formulas/read-formula.ts';
import { glyph, tex, word } from './placed-glyphs.ts';

const script = { size: 7, width: 4 };
/** Returns a glyph of Computer Modern's extensible font. */
const tall = (sign: string, x: number, y: number, extensible: number, width = 5) =>
  glyph(sign, x, { y, extensible, alphabet: 'roman', width });

describe('a right brace', () => {
  const row = (y: number) => [glyph('a', 0, { y }), glyph('<', 8, { y, width: 8 }), glyph('b', 19, { y })];
  const brace = tall('}', 26, -17.5, 41, 8);

  test('without an opening brace groups the preceding rows', () => {
    const after = [glyph('c', 40), glyph('=', 48, { width: 8 }), glyph('d', 59)];
    expect(tex([...row(-7), ...row(7), brace, ...after])).toBe(
      '\\left. \\begin{matrix} a < b \\\\ a < b \\end{matrix} \\right\\}\\,c = d',
    );
  });

  test('next to a single row is a bracket of that row', () => {
    expect(tex([...row(0), brace])).not.toContain('matrix');
  });
});

test('a matrix factor that is a small fraction belongs to the row on whose axis it is', () => {
  const half = [2, 9.5].map((y, i) => glyph(String(i + 1), 43, { size: 6.7, width: 4, y }));
  const cells = [
    [glyph('a', 10, { y: -6.1 }), ...word('sin', 43, { y: -6.1 }), glyph('2', 58, { ...script, y: -10 })],
    [glyph('b', 10, { y: 6.1 }), ...half, ...word('cos', 50, { y: 6.1 })],
  ];
  const after = [-6.1, 6.1].map((y) => glyph('x', 67.5, { y }));
  const brackets = [tall('(', 0, -17.5, 18, 8), tall(')', 74, -17.5, 19, 8)];
  expect(tex([...brackets, ...cells.flat(), ...after], [{ left: 43, right: 47, y: 103.6 }])).toBe(
    '\\begin{pmatrix} a & \\sin^2 x \\\\ b & \\frac{1}{2}\\cos x \\end{pmatrix}',
  );
});

describe('brackets taller than the letters between them', () => {
  /** Returns the smallest extensible bracket, which `pmatrix` uses around a single row. */
  const bracket = (sign: string, x: number) =>
    glyph(sign, x, { y: -8.5, extensible: sign === '(' ? 0 : 1, width: 4.6 });
  /** Returns letters with these gaps between them, in points. */
  const row = (letters: string, gaps: readonly number[]) => {
    let x = 6;
    return letters.split('').map((sign, i) => {
      const placed = glyph(sign, x, { width: sign === ',' ? 2.8 : 5 });
      x = placed.right + (gaps[i] ?? 0);
      return placed;
    });
  };
  const read = (letters: string, gaps: readonly number[]) => {
    const inside = row(letters, gaps);
    return tex([bracket('(', 0), ...inside, bracket(')', (inside.at(-1)?.right ?? 0) + 1.4)]);
  };

  test('enclose one matrix row if its gaps are wide and equal', () => {
    fc.assert(
      fc.property(fc.double({ min: 5, max: 11, noNaN: true }), (gap) => {
        expect(read('abc', [gap, gap])).toBe('\\begin{pmatrix} a & b & c \\end{pmatrix}');
      }),
    );
  });

  test('may contain dots instead of some columns', () => {
    expect(read('ab...c', [10, 10, 1.7, 1.7, 10])).toBe('\\begin{pmatrix} a & b & \\ldots & c \\end{pmatrix}');
    expect(read('ab.c', [10, 10, 10])).not.toContain('matrix');
  });

  test('enclose a list or a product if the gaps are not', () => {
    expect(read('a,bc', [0, 10, 1])).not.toContain('matrix');
    expect(read('abc', [10, 0.2])).toBe('\\begin{pmatrix} a & bc \\end{pmatrix}');
    expect(read('abc', [10, 6])).not.toContain('matrix');
    expect(read('ab', [4])).not.toContain('matrix');
    const sum = tall('∑', 6, -9.5, 88, 14);
    expect(tex([bracket('(', 0), sum, glyph('x', 26), bracket(')', 33)])).not.toContain('matrix');
    expect(tex([tall('(', -2, -14, 18, 7), ...row('ab', [10]), tall(')', 27, -14, 19, 7)])).not.toContain('matrix');
  });
});

test('brace pieces that are named like a whole brace extend it', () => {
  const piece = (sign: string, y: number, extensible?: number): PlacedGlyph => ({
    ...glyph(sign, 20, { y, width: 8, alphabet: 'roman', ...(extensible === undefined ? {} : { extensible }) }),
    ...(extensible === undefined ? {} : { extent: [0.75, 0] as const }),
  });
  const brace = [piece('⎧', -13.5, 48), piece('{', -7.5), piece('⎨', 6.25, 48), piece('{', 12.5), piece('⎩', 20, 48)];
  const cell = (sign: string, y: number) => [glyph(sign, 32, { y })];
  const left = [glyph('x', 0), glyph('=', 8, { width: 8 })];
  expect(tex([...left, ...brace, ...cell('a', -10), ...cell('b', 13)])).toBe(
    'x = \\begin{cases} a \\\\ b \\end{cases}',
  );
});

describe('an arrow', () => {
  const minus = (x: number) => glyph('−', x, { width: 7.8 });
  const head = (x: number) => glyph('→', x, { width: 10, alphabet: 'roman' });
  const [before, after] = [glyph('A', 0), glyph('B', 32)];

  test('is one sign although its note begins between its pieces', () => {
    const note = glyph('k', 13.5, { ...script, y: -6, width: 6 });
    expect(tex([before, minus(9), note, head(14), after])).toBe('A \\xrightarrow{k} B');
    expect(tex([before, minus(9), minus(11), note, head(14), after])).toBe('A \\xrightarrow{k} B');
  });

  test('that is an accent continues over the letters under it', () => {
    const end = glyph('B', 38);
    const letters = (marks: string, right: number) => [
      { ...glyph(`O${marks}`, 10, { width: 7 }), arrow: { left: 10.5, right } },
      glyph('P', 17.2, { width: 6 }),
      glyph('=', 26, { width: 8 }),
    ];
    expect(readDisplayed([...letters('\u20d6\u20d6\u20d7', 22.7), end], [])).toMatchObject({
      tex: '\\overrightarrow{OP} = B',
      confidence: 1,
    });
    expect(tex([...letters('\u20d7', 22.7), end])).toBe('\\overrightarrow{OP} = B');
    expect(tex([...letters('\u20d6', 22.7), end])).toBe('\\overleftarrow{OP} = B');
    expect(tex([...letters('\u20d7', 17), end])).toBe('\\vec{O}P = B');
    // Over a narrow letter, an accent is wider than the letter.
    const narrow = { ...glyph('i\u20d7', 10, { width: 3 }), arrow: { left: 8, right: 15 } };
    expect(tex([narrow, glyph('l', 13, { width: 1.5 }), glyph('=', 26, { width: 8 }), end])).toContain('\\vec{i}');
  });

  test('may be above the letter of a tensor', () => {
    const over = glyph('↔', 9, { size: 7, width: 10, y: -9, alphabet: 'roman' });
    const tensor = glyph('P', 10, { width: 8 });
    expect(tex([before, tensor, over, glyph('=', 22, { width: 8 }), after])).toBe(
      'A\\,\\overset{\\leftrightarrow}{P} = B',
    );
    // An arrow within a limit is not an accent, although a letter is below it.
    const limit = [glyph('n', 4.5, { size: 7, y: -9 }), glyph('∞', 19.5, { size: 7, y: -9, alphabet: 'roman' })];
    expect(tex([before, tensor, over, ...limit, after])).not.toContain('overset');
  });
});

describe('two adjacent operators', () => {
  const sum = (x: number, size: number) =>
    glyph('∑', x, { y: -2.5 - 0.7 * size, size, extensible: 88, alphabet: 'roman', width: 14.4 });
  const limit = (text: string, x: number) =>
    text.split('').map((sign, i) => glyph(sign, x + 4.5 * i, { size: 7, width: 4.5, y: 12 }));

  test.each([10, 12])('share a limit that is centred on both, in a font of %i points', (size) => {
    const sums = [sum(18, size), sum(34, size)];
    expect(tex([...word('W', 0), glyph('=', 8), ...sums, ...limit('i≠j', 26.5), glyph('m', 52)])).toBe(
      '\\mathrm{W} = \\mathop{\\sum\\sum}_{i\\neq j}\\,m',
    );
  });

  test('have separate limits if there is a space between them', () => {
    const limits = [...limit('i=1', 0.45), ...limit('j=1', 16.45)];
    expect(tex([sum(0, 10), sum(16, 10), ...limits, glyph('m', 34)])).toBe('\\sum_{i=1}\\sum_{j=1}m');
  });
});

test('a relation sign without space around it is a bar', () => {
  const bar = (x: number) => glyph('∣', x, { width: 2, alphabet: 'roman' });
  const letters = [glyph('P', 0), glyph('W', 7), glyph('2', 14, { size: 7, y: -4 })];
  const absolute = readDisplayed([...letters, bar(5), bar(12), glyph('=', 22, { width: 8 }), glyph('b', 33)], []);
  expect(absolute).toMatchObject({ tex: 'P|W|^2 = b', confidence: 1 });
  const given = [glyph('P', 0), bar(7.8), glyph('W', 12.6), glyph('=', 20, { width: 8 }), glyph('b', 31)];
  expect(readDisplayed(given, [])).toMatchObject({ tex: 'P \\mid W = b', confidence: 1 });
});

test('the italic correction of a letter is not a space', () => {
  const [v, equal] = [glyph('V', 0, { width: 5.8 }), glyph('=', 24, { width: 8 })];
  const after = (gap: number) => [v, glyph('a', 5.8 + gap), glyph('r', 10.9 + gap), equal, glyph('b', 35)];
  expect(tex(after(2.2))).toBe('Var = b');
  expect(tex(after(4))).toBe('V\\,ar = b');
});

test('a long power with subscripts between its parts stays with its letter, also below the letters of another row', () => {
  const above = 'abcdefg'.split('').map((sign, i) => glyph(sign, 5.2 * i));
  const power = [
    glyph('d', 5.3, { size: 7, y: 7 }),
    ...word('TVW', 8.9, { size: 5, y: 8.3 }),
    glyph('−', 16.6, { size: 7, y: 7, width: 5 }),
    glyph('k', 22, { size: 7, y: 7 }),
  ];
  expect(tex([...above, glyph('p', 0, { y: 11 }), ...power, glyph('q', 26, { y: 11 })])).toBe(
    '\\begin{gathered}\nabcdefg \\\\\np^{d_{\\mathrm{TVW}}-k}q\n\\end{gathered}',
  );
});

test('the first letter of a short row is on its baseline if a script of its size follows', () => {
  expect(tex([glyph('t', 0, { width: 3.6 }), glyph('j', 4, { y: 1.5, width: 4.1 })])).toBe('t_j');
});
