import { expect, test } from '@jest/globals';
import { gatherVocabulary } from '../text/hyphens.ts';
import { mendFormulas } from './broken-formulas.ts';
import { joinText } from './join-lines.ts';

test.each([
  ['with $R = 6(\\dot{H} +$ $2H^2)$ here', 'with $R = 6(\\dot{H} + 2H^2)$ here'],
  ['with $R = 6(\\dot{H}$ + $2H^2$) here', 'with $R = 6(\\dot{H} + 2H^2)$ here'],
  ['with $[a$ &lt; $b + (c$)] here', 'with $[a \\lt b + (c)]$ here'],
])('joins a formula that is broken within brackets: %s', (broken, whole) => {
  expect(mendFormulas(broken)).toBe(whole);
});

test.each([
  ['C(p, $\\gamma)^{13}$N', 'C(p, $\\gamma$)$^{13}$N'],
  ['([O II], $5007)$ and', '([O II], $5007$) and'],
  ['by $R_{23} \\equiv ([$O II]', 'by $R_{23}$ ≡ ([O II]'],
  ['where $M <$ all', 'where $M$ &lt; all'],
  ['where $s \\in$ all', 'where $s$ ∈ all'],
])('leaves brackets and relations of the sentence in the text: %s', (formula, text) => {
  expect(mendFormulas(formula)).toBe(text);
});

test.each([
  'for $x\\in[0,1)$ and $f(x)$',
  'the ions $\\mathrm{H}^+$ and $e^{-}$',
  'either $=$ or $\\times$',
  'of $\\left( a \\right)$ or $\\{b$ or $c\\right)$',
  'costs 5\\$ and $x =$',
  'no formula at all)',
])('leaves a formula as it is: %s', (formula) => {
  const unchanged = formula.endsWith('$x =$') ? 'costs 5\\$ and $x$ =' : formula;
  expect(mendFormulas(formula)).toBe(unchanged);
});

test('joins a formula broken across lines within brackets', () => {
  const lines = ['has $a = 6(b +$', '$2c)$ in it'].map((markdown) => ({ text: markdown, markdown }));
  expect(joinText(lines, gatherVocabulary([])).markdown).toBe('has $a = 6(b + 2c)$ in it');
});

test.each([
  ['for $s \\in$', '$[0,1]$ only', 'for $s \\in [0,1]$ only'],
  ['as $a \\rightarrow$', '$T$ grows', 'as $a \\rightarrow T$ grows'],
  ['is $f \\circ$', '$g$ there', 'is $f \\circ g$ there'],
  ['for $4\\,J -$', '1 of them', 'for $4\\,J - 1$ of them'],
])('joins a formula broken across lines after a relation or an operator: %s', (first, second, whole) => {
  const lines = [first, second].map((markdown) => ({ text: markdown, markdown }));
  expect(joinText(lines, gatherVocabulary([])).markdown).toBe(whole);
});

test.each([
  ['the stars $M_\\star$', '$N$ of them'],
  ['with a mark $\\star$', '$x$ and others'],
  ['the ion $\\mathrm{H}^-$', '$e$ and others'],
  ['the angle $\\alpha$', '$\\beta$ and others'],
])('does not join two formulas if the first does not end in an operator: %s', (first, second) => {
  const lines = [first, second].map((markdown) => ({ text: markdown, markdown }));
  expect(joinText(lines, gatherVocabulary([])).markdown).toBe(`${first} ${second}`);
});
