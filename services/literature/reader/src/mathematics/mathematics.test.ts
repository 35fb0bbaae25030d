import { splitMathematics } from '@almagest/contracts/text-with-formulas';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { plainMathematics } from '@almagest/contracts/plain-mathematics';
import { simpleFormula } from '@almagest/contracts/simple-formula';

/** Formats a formula as text: `/` around italics, `^` and `_` before scripts. */
function shown(tex: string): string | undefined {
  return simpleFormula(tex)
    ?.map(({ text, shift, isItalic }) => {
      const letters = isItalic ? `/${text}/` : text;
      return shift === 'none' ? letters : `${shift === 'sup' ? '^' : '_'}(${letters})`;
    })
    .join('');
}

test.each([
  ['_{☉}', '_(☉)'],
  ['T_{\\rm eff}', '/T/_(eff)'],
  ['\\mathrm{H}\\alpha', 'H/α/'],
  ['z \\gtrsim 6', '/z/ ≳ 6'],
  ['\\sim', '∼'],
  ['10^{-3}', '10^(−3)'],
  ['^{12}\\mathrm{C}', '^(12)C'],
  ['M_\\odot', '/M/_(⊙)'],
  ['\\log g = 4.5 \\pm 0.1', 'log/g/ = 4.5 ± 0.1'],
  ['\\alpha_{\\text{ox}}', '/α/_(ox)'],
  ['50\\%', '50%'],
])('formats %s on one line', (tex, expected) => {
  expect(shown(tex)).toBe(expected);
});

test.each(['\\frac{a}{b}', '\\sqrt{x}', 'a^{b^c}', '\\unknown', '{a', 'a}', 'x^', '\\\\'])(
  'does not show %s inline',
  (tex) => {
    expect(simpleFormula(tex)).toBeUndefined();
  },
);

test('splits a text at its formulas without losing letters', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('$', 'a', ' ', '7', '_', 'H', '{2}')), (letters) => {
      const text = letters.join('');
      const signs = { words: '', formula: '$', display: '$$' };
      const again = splitMathematics(text).map((piece) => signs[piece.kind] + piece.text + signs[piece.kind]);
      expect(again.join('')).toBe(text);
    }),
  );
});

test.each([
  ['it costs $5 and $10', 'it costs $5 and $10'],
  ['between $5/$10', 'between $5/$10'],
  ['a lone $ sign', 'a lone $ sign'],
  [String.raw`\$x\$`, '$x$'],
  ['H$_{2}$O in $z\\sim$2 galaxies', 'H₂O in z ∼ 2 galaxies'],
  ['100 M$_{☉}$ and 10$^{-3}$', '100 M☉ and 10⁻³'],
  [String.raw`$\frac{1}{2}$`, '1/2'],
  [String.raw`$\frac{a+b}{L_{x}}$ and $\sqrt{x-1}$`, '(a+b)/Lx and √(x−1)'],
  [String.raw`$\overline{a}$`, String.raw`\overline{a}`],
  ['with $$ x^2 $$ here', 'with x² here'],
])('converts %s to the plain text %s', (text, plain) => {
  expect(plainMathematics(text)).toBe(plain);
});

test('converts text with any string between dollar signs', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (before, tex) => {
      expect(typeof plainMathematics(`${before}$${tex}$`)).toBe('string');
    }),
  );
});
