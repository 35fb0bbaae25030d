import { expect, test } from '@jest/globals';
import { load } from 'cheerio';
import fc from 'fast-check';
import { renderFormula } from '../src/formula.ts';
import { FORMULA_MACROS } from '../src/formula-macros.ts';
import { COMMAND_NAMES } from '../src/expand-commands.ts';

/** Complete and damaged parts of formulas that occur on pages. */
const token = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('x', '1', 'M', '+', '=', '<', ',', ' ', '&', '\\\\', '~', "'", '%', '#', '$'),
  },
  { weight: 4, arbitrary: fc.constantFrom('{', '}', '^', '_', '[', ']', '\\left(', '\\right)', '\\left.', '\\right|') },
  { weight: 3, arbitrary: fc.constantFrom(...Object.keys(FORMULA_MACROS), ...COMMAND_NAMES) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '\\frac{a}{b}',
      '\\sqrt{x}',
      '\\begin{array}{*{2}{c}@{}l}',
      '\\end{array}',
      '\\begin{aligned}',
      '\\end{aligned}',
      '\\tag{1}',
      '\\ref{eq:1}',
      '\\href{#S1.E1}{\\text{1}}',
      '\\href{https://example.org}{x}',
      '\\includegraphics{a.png}',
      '\\mbox{words',
      '\\unknownmacro',
      '\\def\\a{\\a\\a}',
      '\\a',
      '\\color{red}',
      '\\limits',
      '\\middle|',
      '\\verb|x|',
      '\\xymatrix{A\\ar[r]&B}',
      '\u0000',
      '\ud800',
      'ä',
      '☉',
    ),
  },
);
const tex = fc.array(token, { maxLength: 30 }).map((tokens) => tokens.join(''));

/** Removes characters that HTML cannot contain: NUL and unpaired surrogates. */
const withoutNothing = (text: string) => text.replaceAll(/[\0\ufffd\ud800-\udfff]/g, '');

test('any formula is typeset or shown completely as its TeX, and never in the error colour', () => {
  fc.assert(
    fc.property(tex, fc.boolean(), (source, isDisplayed) => {
      const { html, isTypeset } = renderFormula(source, isDisplayed);
      expect(html).not.toMatch(/katex-error|#cc0000|<merror/i);
      const $ = load(html, null, false);
      expect($('code.tex').length).toBe(isTypeset ? 0 : 1);
      if (!isTypeset) expect(withoutNothing($('code.tex').text())).toBe(withoutNothing(source));
    }),
    { numRuns: 400 },
  );
});

test('a display with many rows is typeset, and endless definitions are shown as TeX', () => {
  const rows = String.raw`a\,b & = c\,d \\ `.repeat(400);
  expect(renderFormula(String.raw`\begin{aligned}${rows}\end{aligned}`, true).isTypeset).toBe(true);
  expect(renderFormula(String.raw`\def\a{\a\a}\a`, true).isTypeset).toBe(false);
});
