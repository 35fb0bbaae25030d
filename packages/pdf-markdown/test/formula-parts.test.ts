import { describe, expect, test } from '@jest/globals';
import { glyph, tex } from './placed-glyphs.ts';

/** A sign of the extensible font of Computer Modern. */
const tall = (sign: string, x: number, y: number, extensible: number, width = 5) =>
  glyph(sign, x, { y, extensible, alphabet: 'roman', width });

describe('a right brace', () => {
  const row = (y: number) => [glyph('a', 0, { y }), glyph('<', 8, { y, width: 8 }), glyph('b', 19, { y })];
  const brace = tall('}', 26, -17.5, 41, 8);

  test('that nothing opens holds the rows before it together', () => {
    const after = [glyph('c', 40), glyph('=', 48, { width: 8 }), glyph('d', 59)];
    expect(tex([...row(-7), ...row(7), brace, ...after])).toBe(
      '\\left. \\begin{matrix} a < b \\\\ a < b \\end{matrix} \\right\\}\\,c = d',
    );
  });

  test('on one row is a bracket of that row', () => {
    expect(tex([...row(0), brace])).not.toContain('matrix');
  });
});
