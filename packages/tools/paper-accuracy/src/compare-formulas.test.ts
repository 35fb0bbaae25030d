import { expect, test } from '@jest/globals';
import { compareFormulas, displayedFormulas, joinCells, pairFormulas } from './compare-formulas.ts';
import { normaliseTex } from './normalise-tex.ts';

const same = (a: string, b: string) => {
  expect(normaliseTex(a)).toEqual(normaliseTex(b));
};

test('treats spellings of one formula as equal', () => {
  same('{1\\over\\Omega^2}', '\\frac{1}{\\Omega^{2}}');
  same('\\left( x \\right)', '(x)');
  same('F_{\\rm comp}', 'F_{\\mathrm{comp}}');
  same('a \\le b', 'a\\leq b');
  same('x^2_i', 'x_i^{2}');
  same("f'", 'f^{\\prime}');
  same('\\underset{x}{\\max}', '\\max_x');
  same('\\log x', '\\mathrm{log}\\,x');
  same('\\begin{array}{cc} a & b \\end{array}', '\\begin{matrix} a & b \\end{matrix}');
  same('\\text{\\AA}', '\\mathring{A}');
  same('\\hskip 7.5pt x^{\\definecolor[named]{pgfstrokecolor}{rgb}{0,0,1}2}', 'x^2');
  same('\\text{where $i$ is}', '\\text{where }i\\text{ is}');
  same('a%\n b \\tag{3}', 'ab');
  same('\\left(\\begin{array}{c} a \\\\ b \\end{array}\\right)_x', '\\begin{pmatrix} a \\\\ b \\end{pmatrix}_x');
  same('\\Bigl[\\begin{matrix} a & b \\end{matrix}\\Bigr]', '\\begin{bmatrix} a & b \\end{bmatrix}');
  same('\\left\\{\\begin{array}{ll} a & b \\end{array}\\right.', '\\begin{cases} a & b \\end{cases}');
  same('\\Box x \\perp y', '\\square x\\bot y');
  same('\\mu_{\\alpha*}', '\\mu_{\\alpha *}');
  same("r'^2", 'r^{\\prime 2}');
  same('a \\xrightarrow{b} d', 'a \\overset{b}{\\longrightarrow} d');
});

test('distinguishes different formulas', () => {
  expect(normaliseTex('x^2')).not.toEqual(normaliseTex('x_2'));
  expect(normaliseTex('\\frac{a}{b}')).not.toEqual(normaliseTex('\\frac{b}{a}'));
  expect(normaliseTex('ab')).not.toEqual(normaliseTex('a b c'));
  const array = '\\begin{array}{c} a \\end{array}';
  expect(normaliseTex(`(${array}]`)).not.toEqual(normaliseTex(`(${array})`));
  expect(normaliseTex(`\\{${array}\\}`)).not.toEqual(normaliseTex(`\\{${array}`));
});

test('joins the cells of aligned formulas', () => {
  expect(joinCells(['\\displaystyle a', '\\displaystyle=b', '\\displaystyle=c', 'd=e'])).toEqual([
    '\\displaystyle a \\displaystyle=b',
    '\\displaystyle=c',
    'd=e',
  ]);
  expect(joinCells(['\\displaystyle\\text{Inside}:\\quad', '\\displaystyle a=b', 'c=d'])).toEqual([
    '\\displaystyle\\text{Inside}:\\quad \\displaystyle a=b',
    'c=d',
  ]);
});

test('pairs each formula with the most similar formula, and counts missing formulas as 0', () => {
  expect(pairFormulas(['a+b+1', 'c=d^2'], ['c = d^{2},', 'a+c+1']).map(({ likeness }) => likeness)).toEqual([0.8, 1]);
  expect(compareFormulas(['a+b', 'c=d'], ['a+b'])).toEqual({ formulas: 2, exact: 0.5, alike: 0.5, mean: 0.5 });
  expect(compareFormulas([], ['a'])).toBeUndefined();
});

test('compares the rows of a formula separately', () => {
  expect(compareFormulas(['a=b', 'c=d'], ['\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}'])?.exact).toBe(1);
});

test('joins two rows into one formula if the second continues the first', () => {
  const found = '\\begin{gathered} x=1 \\\\ a= \\\\ =b \\end{gathered}';
  expect(compareFormulas(['x=1', '\\displaystyle a= \\displaystyle =b'], [found])?.exact).toBe(1);
});

test('finds displayed formulas in Markdown', () => {
  expect(displayedFormulas('text\n\n$$\na = b \\tag{1}\n$$\n\n$x$')).toEqual(['a = b \\tag{1}']);
});

test('ignores the space after rows of the reference text', () => {
  expect(compareFormulas(['a=b \\\\[4.0pt] c=d'], ['a=b \\\\ c=d'])?.exact).toBe(1);
});
