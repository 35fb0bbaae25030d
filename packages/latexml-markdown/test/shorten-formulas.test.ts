import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { shortenFormulas } from '../src/shorten-formulas.ts';

const math = (attributes: string, content: string) => `<math ${attributes}>${content}</math>`;

test('removes the MathML of a formula that has its TeX', () => {
  expect(shortenFormulas(`a${math('id="m1" alttext="x>1"', '<mi>x</mi>')}b`)).toBe(
    `a${math('id="m1" alttext="x>1"', '')}b`,
  );
});

test.each([
  ['without TeX', math('id="m1"', '<mi>x</mi>')],
  ['with blank TeX', math('alttext=" "', '<mi>x</mi>')],
  ['with an unknown command', math('alttext="x"', '<mtext class="ltx_ERROR undefined">x</mtext>')],
  ['with a link', math('alttext="x"', '<mtext><a href="#S1">1</a></mtext>')],
  ['with words of a range', math('alttext="1020"', '<mn>10</mn><mtext>\u00a0to\u00a0</mtext><mn>20</mn>')],
  ['with a gap in its TeX', math('alttext="x=$$"', '<mi>x</mi><mo>=</mo><mn>45</mn>')],
  ['with a formula within it', `<math alttext="x"><mtext><math alttext="y"></math></mtext></math>`],
  ['that is not closed', '<math alttext="x"><mi>x</mi>'],
])('keeps a formula %s', (_, html) => {
  expect(shortenFormulas(`a${html}b`)).toBe(`a${html}b`);
});

test('keeps everything outside formulas, in order', () => {
  const part = fc.oneof(
    fc.stringMatching(/^[a-z <>="/]{0,12}$/).filter((text) => !text.includes('<m')),
    fc.constantFrom(math('alttext="x"', '<mi>x</mi>'), math('alttext="y"', '<mi>y</mi><mo>=</mo>')),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const html = parts.join('');
      expect(shortenFormulas(html)).toBe(html.replaceAll(/(<math [^>]*>)<mi>.*?<\/math>/g, '$1</math>'));
    }),
  );
});
