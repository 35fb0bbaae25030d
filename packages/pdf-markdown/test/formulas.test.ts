import { describe, expect, test } from '@jest/globals';
import { readDisplayed } from '../src/formulas/read-formula.ts';
import { glyph, tex, word } from './placed-glyphs.ts';

const script = { size: 7, y: 1.5 };
const raised = { size: 7, y: -4 };

describe('rows', () => {
  test('scripts belong to the letter before them, and nested scripts to their script', () => {
    const nested = [
      glyph('x', 0),
      glyph('i', 5, script),
      glyph('2', 8.5, { size: 5, y: -0.5 }),
      glyph('n', 5, raised),
      glyph('k', 8.5, { size: 5, y: -3 }),
    ];
    expect(tex(nested)).toBe('x_{i^2}^{n_k}');
  });

  test('the limit of a two-word operator is below the second word alone', () => {
    const glyphs = [
      glyph('x', 0),
      glyph('=', 8),
      ...word('arg', 16),
      ...word('max', 33),
      glyph('i', 38, { size: 7, y: 7 }),
      glyph('a', 50),
    ];
    const { tex: read, confidence } = readDisplayed(glyphs, []);
    expect(read).toContain('\\arg\\max_i');
    expect(confidence).toBe(1);
  });

  test('a mass number is before its element', () => {
    expect(tex([glyph('=', 0), glyph('4', 8, raised), ...word('He', 11.7)])).toBe('= {}^4\\mathrm{He}');
    const reaction = [glyph('a', 0), glyph('→', 8), glyph('4', 18, raised), ...word('He', 21.7)];
    expect(readDisplayed(reaction, []).confidence).toBe(1);
    // A script before a letter that is not an element has lost its base.
    const baseless = [glyph('a', 0), glyph('=', 8), glyph('4', 18, raised), glyph('b', 21.7)];
    expect(readDisplayed(baseless, []).confidence).toBeLessThan(0.75);
  });

  test('a two-digit mass number is before its element', () => {
    const reaction = [
      glyph('a', 0),
      glyph('→', 8),
      glyph('1', 18, raised),
      glyph('6', 21.5, raised),
      ...word('O', 25.2),
    ];
    expect(tex(reaction)).toBe('a \\rightarrow {}^{16}\\mathrm{O}');
    const molecule = [
      glyph('W', 0),
      glyph('(', 5),
      glyph('1', 10, raised),
      glyph('2', 13.5, raised),
      ...word('CO)', 17.2),
    ];
    expect(tex(molecule)).toBe('W({}^{12}\\mathrm{CO})');
  });

  test('a left subscript of the next letter does not belong to the letter before', () => {
    const indices = (x: number) => [glyph('ℓ', x, script), glyph('m', x + 3.5, script)];
    const spin = [glyph('−', 17.5, script), glyph('2', 21, script)];
    const harmonic = [glyph('h', 0), ...indices(5), ...spin, glyph('Y', 25.2), ...indices(30.2)];
    expect(tex(harmonic)).toBe('h_{\\ell m}\\,{}_{-2}Y_{\\ell m}');
    // Without the space, all of the indices are one subscript.
    const close = [glyph('h', 0), ...indices(5), glyph('−', 12, script), glyph('2', 15.5, script), glyph('Y', 19.5)];
    expect(tex(close)).toBe('h_{\\ell m-2}Y');
  });

  test('upright letters are operators, names or text', () => {
    expect(tex([...word('log', 0), glyph('g', 17)])).toBe('\\log g');
    expect(tex([glyph('T', 0), ...word('eff', 5, script)])).toBe('T_{\\mathrm{eff}}');
    expect(
      tex([glyph('x', 0), glyph(',', 5, { width: 2.5 }), ...word('for', 18), ...word('all', 36), glyph('y', 61)]),
    ).toBe('x,\\quad \\text{ for all }\\quad y');
  });

  test('shows a mark that KaTeX does not support as unknown', () => {
    const marked = glyph('d\u031f', 18, { alphabet: 'roman' });
    expect(tex([glyph('a', 0), glyph('=', 8), marked, ...word('s', 23)])).toBe('a = \\text{d\ufffds}');
    expect(tex([glyph('a', 0), glyph('=', 8), marked, ...word('s', 23), ...word('to', 30.5)])).toBe(
      'a = \\text{ d\ufffds to }',
    );
  });

  test('accents belong to the letter under them', () => {
    expect(tex([glyph('∇\u20d7', 0, { alphabet: 'roman' })])).toBe('\\vec{\\nabla}');
    expect(tex([glyph('˙', 0.5, { alphabet: 'roman', y: -2.4 }), glyph('M', 0, { width: 9 })])).toBe('\\dot{M}');
    expect(tex([glyph('ˆ', 0, { width: 10, extensible: 99, alphabet: 'roman' }), glyph('a', 0), glyph('b', 5)])).toBe(
      '\\widehat{ab}',
    );
    expect(tex([glyph('x\u20d7', 0)])).toBe('\\vec{x}');
    // TeX does not use accents wider than their letters. This accent spans all three letters, although its middle is
    // over one letter.
    const wide = glyph('ˆ', 1.6, { width: 12, extensible: 99, alphabet: 'roman' });
    expect(tex([wide, glyph('x', 0), glyph('y', 5), glyph('z', 10, { width: 6 })])).toBe('\\widehat{xyz}');
  });

  test('several glyphs can form one sign', () => {
    expect(tex([glyph('a', 0), glyph('\u0338', 8, { width: 0 }), glyph('=', 8), glyph('b', 16)])).toBe('a \\neq b');
    expect(tex([glyph('a', 0), glyph('<', 8, { y: -2 }), glyph('∼', 8, { y: 2 }), glyph('b', 16)])).toBe(
      'a \\lesssim b',
    );
    expect(tex([glyph('¯', 0, { alphabet: 'roman' }), glyph('h', 0.5)])).toBe('\\hbar');
    expect(tex([0, 4, 8].map((x) => glyph('.', x, { width: 2.5 })))).toBe('\\ldots');
  });

  test('an equals sign under a dot is on the line of its neighbours', () => {
    const dotted = [glyph('=', 8, { width: 8 }), glyph('.', 10.8, { width: 2.5, y: -5.8 })];
    expect(tex([glyph('f', 0), ...dotted, glyph('g', 19)])).toBe('f \\doteq g');
  });

  test('the bar at the start of an arrow may be slightly before it', () => {
    const bar = glyph('↦', 8, { width: 0, alphabet: 'calligraphic' });
    expect(tex([glyph('x', 0), bar, glyph('→', 8.25, { width: 10 }), glyph('y', 21)])).toBe('x \\mapsto y');
  });

  test('reads the sun and a prime as such', () => {
    expect(tex([glyph('M', 0), glyph('⊙', 5, script)])).toBe('M_{\\odot}');
    expect(tex([glyph('f', 0), glyph('′', 5, raised)])).toBe("f'");
  });
});

describe('bars', () => {
  const fraction = [glyph('a', 10, { y: -6.8 }), glyph('b', 10, { y: 6.9 })];

  test('a bar with print above and below is a fraction', () => {
    expect(tex([glyph('x', 0), ...fraction], [{ left: 9, right: 16, y: 97.5 }])).toBe('x\\,\\frac{a}{b}');
  });

  test('fractions may be nested', () => {
    const inner = [
      glyph('a', 12, { y: -14, size: 7 }),
      glyph('b', 12, { y: -5, size: 7 }),
      glyph('c', 11.5, { y: 6.9 }),
    ];
    const bars = [
      { left: 9, right: 19, y: 97.5 },
      { left: 11, right: 17, y: 89.5 },
    ];
    expect(tex(inner, bars)).toBe('\\frac{\\frac{a}{b}}{c}');
  });

  test('a bar that continues a radical sign is a root, with its degree in small print', () => {
    const sign = glyph('√', 0, { y: -8.5, width: 8.3, alphabet: 'roman' });
    const bar = { left: 8.3, right: 14, y: 91.3 };
    expect(tex([sign, glyph('x', 8.8)], [bar])).toBe('\\sqrt{x}');
    expect(tex([sign, glyph('3', 1.5, { size: 5, y: -5 }), glyph('x', 8.8)], [bar])).toBe('\\sqrt[{3}]{x}');
  });

  test('a radical sign from a font other than TeX’s is on the baseline', () => {
    const sign = glyph('√', 0, { width: 5.5, alphabet: 'roman' });
    expect(tex([sign, glyph('x', 5.7)], [{ left: 5.5, right: 11, y: 91.5 }])).toBe('\\sqrt{x}');
  });

  test('a bar with print only below it is an overline', () => {
    expect(tex([glyph('x', 0), glyph('y', 5)], [{ left: 0, right: 10, y: 93 }])).toBe('\\overline{xy}');
  });
});

describe('brackets and operators', () => {
  test('tall brackets enclose fractions', () => {
    const glyphs = [
      glyph('(', 0, { y: -14, extensible: 18, alphabet: 'roman' }),
      glyph('a', 8, { y: -6.8 }),
      glyph('b', 8, { y: 6.9 }),
      glyph(')', 15, { y: -14, extensible: 19, alphabet: 'roman' }),
      glyph('2', 21, { ...raised, y: -11 }),
    ];
    expect(tex(glyphs, [{ left: 7, right: 14, y: 97.5 }])).toBe('\\left( \\frac{a}{b} \\right)^2');
  });

  test('enlarged text brackets keep their contents', () => {
    const glyphs = [
      glyph('x', -5),
      glyph('(', 0, { y: 2, size: 18, width: 6 }),
      glyph('a', 8, { y: -6.8 }),
      glyph('b', 8, { y: 6.9 }),
      glyph(')', 15, { y: 2, size: 18, width: 6 }),
      glyph('2', 21, { ...raised, y: -9 }),
    ];
    expect(tex(glyphs, [{ left: 7, right: 14, y: 97.5 }])).toBe('x\\left( \\frac{a}{b} \\right)^2');
  });

  test('brackets of fonts with other heights are centred on the axis of their neighbours', () => {
    const bracket = (sign: string, x: number, extensible: number) => ({
      ...glyph(sign, x, { y: -10.5, extensible, alphabet: 'roman' }),
      hangs: true,
    });
    const glyphs = [
      glyph('x', -6),
      bracket('(', 0, 18),
      glyph('a', 8, { y: -6.8 }),
      glyph('b', 8, { y: 6.9 }),
      bracket(')', 15, 19),
      glyph('2', 21, { ...raised, y: -9 }),
    ];
    expect(tex(glyphs, [{ left: 7, right: 14, y: 97.5 }])).toBe('x\\left( \\frac{a}{b} \\right)^2');
  });

  test('stacked bracket parts are one bracket', () => {
    const column = (parts: string, x: number, code: number) =>
      parts
        .split('')
        .map((part, i) =>
          glyph(part, x, { y: [-22.7, -5.1, 1.3][i] ?? 0, extensible: code + [0, 6, 4][i]!, alphabet: 'roman' }),
        );
    const glyphs = [...column('⎡⎢⎣', 0, 48), glyph('x', 10), ...column('⎤⎥⎦', 18, 49)];
    const { tex: read } = readDisplayed(glyphs, []);
    expect(read).toBe('\\left[ x \\right]');
  });

  test('limits are above and below an operator', () => {
    const glyphs = [
      glyph('∑', 0, { y: -9.5, width: 14, extensible: 88, alphabet: 'roman' }),
      glyph('i', 0.5, { size: 7, y: 11 }),
      glyph('=', 4, { size: 7, y: 11, width: 5 }),
      glyph('1', 9, { size: 7, y: 11 }),
      glyph('n', 5, { size: 7, y: -13 }),
      glyph('x', 17),
    ];
    expect(tex(glyphs)).toBe('\\sum_{i=1}^n x');
  });

  test('rows and columns within brackets are a matrix, and after a single brace cases', () => {
    const cells = [
      glyph('a', 10, { y: -6 }),
      glyph('b', 25, { y: -6 }),
      glyph('c', 10, { y: 6 }),
      glyph('d', 25, { y: 6 }),
    ];
    const left = glyph('(', 0, { y: -14, extensible: 18, alphabet: 'roman' });
    const right = glyph(')', 34, { y: -14, extensible: 19, alphabet: 'roman' });
    expect(tex([left, ...cells, right])).toBe('\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}');
    const brace = glyph('{', 0, { y: -14, extensible: 26, alphabet: 'roman' });
    expect(tex([brace, ...cells])).toBe('\\begin{cases} a & b \\\\ c & d \\end{cases}');
    // The last of the dots at the end of a row is not a full stop.
    const dots = [33, 37.5, 42].map((x) => glyph('.', x, { y: 6, width: 2.8 }));
    expect(tex([brace, ...cells, ...dots])).toContain('d\\,\\ldots \\end{cases}');
    const three = cells.map((cell) => ({ ...cell, baseline: cell.baseline + (cell.baseline > 100 ? 6 : -6) }));
    const middle = [glyph('x', 10), glyph('y', 25), glyph(',', 30, { width: 2.5 })];
    const apart = glyph('.', 34, { width: 2.5 });
    const tall = glyph('{', 0, { y: -17.3, extensible: 40, alphabet: 'roman' });
    // The full stop is next to the middle row.
    expect(tex([tall, ...three, ...middle, apart])).toBe(
      '\\begin{cases} a & b \\\\ x & y, \\\\ c & d \\end{cases}\\,.',
    );
    expect(tex([tall, ...three, ...middle.slice(0, 2), apart])).toContain('x & y \\\\ c & d \\end{cases}');
    // Text after the cases is also next to the middle row. A row that is longer than the other rows continues without a
    // gap.
    const next = (x: number) => [glyph('i', x), glyph('<', x + 7, { width: 8 }), glyph('m', x + 17)];
    expect(tex([tall, ...three, ...middle, ...next(45)])).toContain('x & y, \\\\ c & d \\end{cases}\\quad i < m');
    expect(tex([tall, ...three, ...middle, ...next(33)])).toContain('x & y,i < m \\\\ c & d \\end{cases}');
    expect(tex([brace, ...cells, ...next(45)])).toContain('\\\\ c & d \\end{cases}\\quad i < m');
  });
});

describe('displays', () => {
  test('a number at the margin does not belong to the formula', () => {
    const formula = readDisplayed([glyph('a', 0), glyph('=', 8), glyph('b', 16), ...word('(A.3)', 80)], []);
    expect(formula).toMatchObject({ tex: 'a = b \\tag{A.3}', numbers: ['A.3'], confidence: 1 });
  });

  test('a formula that fills its line touches its number and may end with a full stop', () => {
    const own = [glyph('a', 0), glyph('=', 8), glyph('b', 16)];
    const column = { left: 0, right: 39 };
    expect(readDisplayed([...own, ...word('(12)', 21, { width: 4.5 })], [], { left: 0, right: 40.5 })).toMatchObject({
      tex: 'a = b \\tag{12}',
    });
    const end = glyph('.', 20.5, { width: 2.5 });
    expect(readDisplayed([...own, end, ...word('(12)', 19, { width: 5 })], [], column).numbers).toEqual(['12']);
    expect(readDisplayed([...own, ...word('(12)', 21)], [], { left: 0, right: 90 }).numbers).toEqual([]);
  });

  test('a number between the rows of a formula applies to both', () => {
    const tall = [
      glyph('(', 60, { y: -12, extensible: 18, alphabet: 'roman' }),
      glyph('c', 67),
      glyph(')', 72, { y: -12, extensible: 19, alphabet: 'roman' }),
    ];
    const rows = [glyph('a', 0), glyph('=', 8), ...tall, glyph('+', 8, { y: 24 }), glyph('d', 16, { y: 24 })];
    const formula = readDisplayed([...rows, ...word('(3)', 75, { y: 12 })], [], { left: 0, right: 90 });
    expect(formula.numbers).toEqual(['3']);
  });

  test('aligns rows at their relations', () => {
    const glyphs = [glyph('a', 0), glyph('=', 8), glyph('b', 16), glyph('=', 8, { y: 14 }), glyph('c', 16, { y: 14 })];
    expect(tex(glyphs)).toBe('\\begin{aligned}\na & = b \\\\\n& = c\n\\end{aligned}');
  });

  test('a full stop between the rows ends the formula', () => {
    const rows = [glyph('a', 0), glyph('=', 8), glyph('b', 16), glyph('+', 8, { y: 14 }), glyph('c', 16, { y: 14 })];
    expect(tex([...rows, glyph(',', 24, { y: 7, width: 2.5 })])).toBe(
      '\\begin{gathered}\na = b \\\\\n+ c,\n\\end{gathered}',
    );
    const script = glyph('i', 21, { y: 15.5, size: 7 });
    expect(tex([...rows, script, glyph(',', 27, { y: 7, width: 2.5 })])).toContain('+ c_i,');
  });

  test('a row that continues with a relation belongs to the row above', () => {
    const rows = [glyph('a', 0), glyph('+', 8), glyph('b', 16), glyph('=', 8, { y: 14 }), glyph('c', 16, { y: 14 })];
    expect(readDisplayed(rows, []).confidence).toBe(1);
  });

  test('each row has its own number', () => {
    const glyphs = [
      ...[glyph('a', 0), glyph('=', 8), glyph('b', 16)].concat(word('(1)', 80)),
      ...[glyph('c', 0, { y: 14 }), glyph('=', 8, { y: 14 }), glyph('d', 16, { y: 14 })].concat(
        word('(2)', 80, { y: 14 }),
      ),
    ];
    expect(tex(glyphs)).toBe('\\begin{align}\na & = b \\tag{1} \\\\\nc & = d \\tag{2}\n\\end{align}');
  });

  test('doubtful parts lower the confidence', () => {
    expect(readDisplayed([glyph('\ufffd', 0), glyph('=', 8), glyph('b', 16)], []).confidence).toBeLessThan(0.6);
    expect(readDisplayed([glyph('a', 0), glyph('=', 8)], []).confidence).toBeLessThan(1);
    // The upper half of a fraction, and a row without its relation.
    expect(readDisplayed([glyph('a', 0)], [{ left: -1, right: 6, y: 103 }]).confidence).toBeLessThan(0.75);
    const loose = [glyph('a', 0), glyph('b', 0, { y: 14 }), glyph('=', 8, { y: 14 }), glyph('c', 16, { y: 14 })];
    expect(readDisplayed(loose, []).confidence).toBeLessThan(1);
  });

  test('an arrow over letters that became a separate row lowers the confidence', () => {
    const row = [glyph('P', 0), glyph('=', 8), glyph('Q', 16)].map((one) => ({ ...one, baseline: one.baseline + 14 }));
    expect(readDisplayed(row, []).confidence).toBe(1);
    expect(readDisplayed([glyph('→', 0, { width: 10 }), ...row], []).confidence).toBeLessThan(0.75);
  });

  test('an operator with a limit needs no relation next to it', () => {
    const limit = glyph('i', 5.75, { y: 7, size: 7 });
    const sought = [...word('max', 0), limit, glyph('f', 17)];
    expect(readDisplayed(sought, [])).toMatchObject({ tex: '\\max_i f', confidence: 1 });
    const sum = glyph('∑', 0, { y: -9.5, width: 14, extensible: 88, alphabet: 'roman' });
    const rows = [12, 18.5].flatMap((y) => ['i', '<', 'n'].map((sign, k) => glyph(sign, 2 + 3.5 * k, { size: 7, y })));
    expect(readDisplayed([sum, ...rows, glyph('x', 17)], [])).toMatchObject({
      tex: '\\sum_{\\substack{i<n \\\\ i<n}}x',
      confidence: 1,
    });
    expect(readDisplayed([glyph('g', 0), glyph('f', 8)], []).confidence).toBeLessThan(0.75);
  });
});
