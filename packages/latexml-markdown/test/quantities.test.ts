import { expect, test } from '@jest/globals';
import { parsePaper } from '@almagest/latexml-markdown/parse-paper';
import { latexmlPage, para } from './latexml-page.ts';

const read = (tex: string, mathml: string): string | undefined =>
  parsePaper(
    latexmlPage(
      para(
        `so <math alttext="${tex}" display="inline"><semantics><mrow>${mathml}</mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math>`,
      ),
    ),
  ).blocks.at(-1)?.markdown;

test.each([
  ['1020', '<mn>10</mn><mtext>\u00a0to\u00a0</mtext><mn>20</mn>', '10\\text{ to }20'],
  [
    '0.10.20.4',
    '<mn>0.1</mn><mtext> , </mtext><mn>0.2</mn><mtext> and </mtext><mn>0.4</mn>',
    '0.1,\\ 0.2\\text{ and }0.4',
  ],
  [
    '\\theta=$$',
    '<mi>θ</mi><mo>=</mo><mrow><mn>45</mn><mo>\u2062</mo><mi mathvariant="normal">°</mi></mrow>',
    'θ=45^{\\circ}',
  ],
  [
    '2\\text{\\times}{10}^{3}\\mathrm{yr}5\\mathrm{yr}',
    '<mn>2</mn><mtext>×</mtext><msup><mn>10</mn><mn>3</mn></msup><mtext> </mtext><mi>yr</mi><mtext>/</mtext><mtext> to </mtext><mfrac><mn>5</mn><mi mathvariant="normal">m</mi></mfrac>',
    '2\\times {10}^{3}\\,\\mathrm{yr}/\\text{ to }\\frac{5}{\\mathrm{m}}',
  ],
  [
    '12',
    '<msubsup><mn>1</mn><mn>2</mn><mo>−</mo></msubsup><mtext> and </mtext><msub><mn>2</mn><mi>µ</mi></msub>',
    '{1}_{2}^{-}\\text{ and }{2}_{\\mu }',
  ],
])('a formula whose TeX lacks printed parts is written from its MathML: %s', (tex, mathml, expected) => {
  expect(read(tex, mathml)).toBe(`so $${expected}$`);
});

test('a formula keeps its TeX if the TeX has the words, or if the MathML has more than quantities', () => {
  expect(read('\\alpha\\text{ to }2', '<mi>α</mi><mtext> to </mtext><mn>2</mn>')).toBe('so $\\alpha\\text{ to }2$');
  expect(read('1020', '<mn>10</mn><mtext> to </mtext><mroot><mn>20</mn><mn>3</mn></mroot>')).toBe('so $1020$');
  expect(read('1020', '<mn>10</mn><mtext> to </mtext>stray')).toBe('so $1020$');
});
