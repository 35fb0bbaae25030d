import { expect, test } from '@jest/globals';
import { readDisplayed } from '../src/formulas/read-formula.ts';
import { glyph } from './placed-glyphs.ts';

test('a mark in parentheses at the margin is a tag, and so is a number below a wider row', () => {
  const mark = [glyph('(', 90), glyph('∗', 94, { alphabet: 'roman' }), glyph(')', 99)];
  const column = { left: 0, right: 104 };
  const row = [glyph('y', 20), glyph('=', 28), glyph('x', 36)];
  expect(readDisplayed([...row, ...mark], [], column)).toMatchObject({ tex: 'y = x \\tag{*}', numbers: ['∗'] });
  const wide = ['y', '=', 'a', '+', 'b'].map((sign, i) => glyph(sign, 20 + 22 * i, { y: -20 }));
  const number = [glyph('(', 90), glyph('7', 94), glyph(')', 99)];
  expect(readDisplayed([...wide, ...row, ...number], [], column)).toMatchObject({ numbers: ['7'] });
});

test.each(['(3)', '(A.4)', '(IV.2)', '(IV.B.3)'])('%s at the margin is the number of a formula', (number) => {
  const row = [glyph('y', 20), glyph('=', 28), glyph('x', 36)];
  const letters = number.split('').map((sign, i) => glyph(sign, 104 - 5 * (number.length - i), { alphabet: 'roman' }));
  const read = readDisplayed([...row, ...letters], [], { left: 0, right: 104 });
  expect(read).toMatchObject({ numbers: [number.slice(1, -1)] });
});
