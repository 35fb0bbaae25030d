import { expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { knownEnvironments } from '../src/environments.ts';
import { renderFormula } from '../src/formula.ts';

const r = String.raw;

/** Returns the printed rows of the tables in a formula. */
function rowsOf(tex: string): string[] {
  const $ = load(renderFormula(tex, true).html, { xml: true });
  return $('mtr')
    .toArray()
    .map((row) => $(row).text());
}

test.each([
  [r`\begin{cases*}1&for \(n\) even\\ 0&else\end{cases*}`, ['1for n even', '0else']],
  [r`\begin{dcases*}1&if $x$\\ 0\end{dcases*}`, ['1if x', '0']],
  [r`\begin{IEEEeqnarraybox}[]{rCl}a&=&b\\ c&=&d\end{IEEEeqnarraybox}`, ['a=b', 'c=d']],
  [r`\left\{\begin{lgathered}a\\ b\end{lgathered}\right.`, ['a', 'b']],
  [r`\begin{array}{l|*2c}1&2&3\end{array}`, ['123']],
])('%s is typeset in rows', (tex, rows) => {
  expect(rowsOf(tex).map((row) => row.replaceAll('\u00a0', ' '))).toEqual(rows);
});

test("a rule between rows in LaTeXML's form adds no empty row", () => {
  expect(rowsOf(r`\begin{array}{lr}\hline\cr n&a\\ \hline\cr 1&5\\ \cline{1-2}\cr 2&6\\ \hline\cr\end{array}`)).toEqual(
    ['na', '15', '26'],
  );
});

test("KaTeX's own environments and incomplete ones are unchanged", () => {
  for (const tex of [r`\begin{cases}1&\text{a}\\ 0\end{cases}`, r`\begin{cases*}1&a`, r`\hline\crx`])
    expect(knownEnvironments(tex)).toBe(tex);
});

test.each([r`\tikzcd A\arrow[r,"f"]&B`, r`\CD A@>f>>B\\ @VgVV@VVhV`])('the diagram %s is shown as a whole', (tex) => {
  expect(renderFormula(tex, true).isTypeset).toBe(false);
});
