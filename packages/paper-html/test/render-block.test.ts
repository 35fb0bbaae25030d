import { expect, test } from '@jest/globals';
import { renderBlock } from '@almagest/paper-html';
import { corpusPages } from '@almagest/upstream-lab/corpus';
import { load } from 'cheerio';
import { typesetAll } from './typeset-pages.ts';

const OPTIONS = { figures: '/figures/', anchors: true };
const block = (markdown: string, kind = 'paragraph') => renderBlock({ kind, markdown }, OPTIONS);
const html = (markdown: string, kind?: string) => block(markdown, kind).html;
const texIn = (rendered: string) =>
  load(rendered)('annotation')
    .toArray()
    .map((element) => load(rendered)(element).text());

test('inline, display and table formulas are typeset, visually and for screen readers', () => {
  const rendered = block(
    'So $a<b$ it is.\n\n$$\n\\sigma_{g}=1 \\tag{2}\n$$\n\n| $x$ | y |\n| --- | --- |\n| 1 | $z$ |',
  );
  expect(rendered).toMatchObject({ formulas: 4, untypeset: 0 });
  expect(texIn(rendered.html)).toEqual(
    ['a<b', '\\sigma_{g}=1 \\tag{2}', 'x', 'z'].map((tex) => expect.stringContaining(tex)),
  );
  expect(rendered.html).toContain('<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">');
});

test('amounts of money are not formulas', () => {
  expect(html('costs $5 and $10, or \\$7')).toBe('<p>costs $5 and $10, or $7</p>\n');
});

test.each([
  ['a brace that is not closed', '\\frac{1', '\\frac{1'],
  ['a definition without end', '\\def\\a{\\a\\a}\\a', '\\def\\a{\\a\\a}\\a'],
  ['braces without end', '{'.repeat(9_000), '{'.repeat(9_000)],
  ['a book', 'x+'.repeat(10_001), 'x+'.repeat(10_001)],
  ['markup', '\\frac{<b>', '\\frac{&lt;b&gt;'],
])('a formula that cannot be read, %s, is shown as its TeX', (_what, tex, shown) => {
  expect(block(`So $${tex}$ it is.`)).toEqual({
    html: `<p>So <code class="tex">${shown}</code> it is.</p>\n`,
    formulas: 1,
    untypeset: 1,
  });
  expect(html(`$$\n${tex}\n$$`)).toContain(`<code class="tex">${shown}`);
});

test('an unknown command is shown by its name in the formula', () => {
  const rendered = block('$\\amlt=1.884$');
  expect(rendered).toMatchObject({ formulas: 1, untypeset: 0 });
  expect(load(rendered.html)('.katex-html').text()).toBe('amlt=1.884');
  expect(rendered.html).not.toContain('#cc0000');
});

test.each([
  '\\bigtimes_{m}',
  'M_\\sun',
  '3\\farcs5',
  '\\mbox{a $x$}',
  '\\mathds{1}',
  '2\\arcdeg',
  '\\href{https://x.org/a_b}{x}',
  'z\\la 3',
  'z\\ga 3',
  '\\upalpha\\upOmega',
  '\\ion{He}{ii}',
  '\\text{as in \\ref{eq:law}}',
  '\\begin{array}{*{2}{c}r}1&2&3\\end{array}',
  '\\begin{array}[t]{@{}l@{\\quad}p{2cm}}1&2\\end{array}',
  '\\fnl\\,\\text{of \\fnl}',
])('the journal’s %s is typeset', (tex) => {
  const rendered = block(`$${tex}$`);
  expect(rendered).toMatchObject({ formulas: 1, untypeset: 0 });
  expect(rendered.html).not.toContain('#cc0000');
});

test('a formula may link only to a place in the paper', () => {
  const $ = load(html('$\\text{as in (\\href{#S1.E2}{\\text{2}})}$ and $\\href{https://x.org}{x}$'));
  expect(
    $('.katex-html a')
      .toArray()
      .map((link) => [$(link).attr('href'), $(link).text()]),
  ).toEqual([['#S1.E2', '2']]);
});

test('a diagram of an unsupported package is shown completely', () => {
  const tex = '\\xymatrix{A \\ar[r] & B}';
  expect(block(`$$\n${tex}\n$$`)).toMatchObject({ untypeset: 1 });
  expect(
    load(html(`$$\n${tex}\n$$`))('code.tex')
      .text()
      .trim(),
  ).toBe(tex);
});

test('display environments and numbers within a formula are typeset too', () => {
  for (const tex of [
    '\\begin{multline*}a\\\\b\\end{multline*}',
    '\\begin{eqnarray}a&=&b\\\\c&=&d\\end{eqnarray}',
    'x\\tag{5}',
    'x \\tag* {5a}',
  ])
    expect(block(`An equation $${tex}$ in a line`)).toMatchObject({ formulas: 1, untypeset: 0 });
  expect(block('$$\nx \\tag{5}\n$$').html).toContain('katex-tag');
});

test('definitions in one formula do not affect others', () => {
  expect(load(html('$\\gdef\\x{y}\\x$ and $\\x$'))('.katex-html').last().text()).toBe('x');
});

test('footnote marks link to their notes, and links within the text point to their targets', () => {
  expect(html('See[^2] and [Section 2](#S2), [^*].')).toBe(
    '<p>See<sup class="footnote-mark"><a href="#fn.2">2</a></sup> and <a href="#S2">Section 2</a>, ' +
      '<sup class="footnote-mark"><a href="#fn..2a">*</a></sup>.</p>\n',
  );
  expect(html('[^2]: The note.\n\n    Its end.', 'footnote')).toBe(
    '<div id="fn.2" class="footnote"><sup>2</sup><p>The note.</p>\n<p>Its end.</p>\n</div>',
  );
  expect(html('## <a id="S2.SS1"></a>Models')).toBe('<h2><a id="S2.SS1"></a>Models</h2>\n');
});

test('an empty header cell becomes an ordinary cell', () => {
  const markdown = '| Name | |\n| --- | --- |\n| a | b |\n\n<table><tr><th colspan="2"> </th><th>x</th></tr></table>';
  const { html } = renderBlock({ kind: 'table', markdown }, OPTIONS);
  const cells = html.match(/<t[hd](?: [^>]*)?>[^<]*/g);
  expect(cells).toEqual(['<th>Name', '<td>', '<td>a', '<td>b', '<td colspan="2">', '<th>x']);
});

test('a second version of a text has no ids', () => {
  const options = { ...OPTIONS, anchors: false };
  expect(renderBlock({ kind: 'heading', markdown: '## <a id="S2"></a>Modelle' }, options).html).toBe(
    '<h2><a></a>Modelle</h2>\n',
  );
  expect(renderBlock({ kind: 'footnote', markdown: '[^2]: Die Note.' }, options).html).toMatch(
    /^<div class="footnote">/,
  );
});

test('link targets may have any name, but never an id of the surrounding page', () => {
  const $ = load(html('<a id="footnote8"></a>[8](#footnote8) and <a id="Thmlemma1"></a>[1](#Thmlemma1)'));
  for (const link of $('a[href]').toArray()) {
    expect($(`[id="${$(link).attr('href')?.slice(1)}"]`)).toHaveLength(1);
  }
});

test('links to other hosts open a new window, and addresses of this service are not linked', () => {
  expect(html('[a](https://x.org/?a=1&b=2) [b](/api/library) [c](//x.org)')).toBe(
    '<p><a href="https://x.org/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">a</a> <a>b</a> <a>c</a></p>\n',
  );
});

test('every formula of the corpus is typeset', () => {
  const { formulas, untypeset } = typesetAll(corpusPages().map(({ html }) => html));
  expect(untypeset).toBe(0);
  expect(formulas).toBeGreaterThan(500);
});
