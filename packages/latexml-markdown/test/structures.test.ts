import { expect, test } from '@jest/globals';
import { blocksToMarkdown, type LatexmlPaper } from '@almagest/latexml-markdown';
import { parsePaper } from '@almagest/latexml-markdown/parse-paper';
import { latexmlPage, math, para } from './latexml-page.ts';
import { renderMarkdown } from './render-markdown.ts';

const parse = (article: string): LatexmlPaper => parsePaper(latexmlPage(article));
const blocksOf = (article: string): string[] => parse(article).blocks.map((block) => block.markdown);

const heading = (what: string, text: string, tag = ''): string =>
  `<h3 class="ltx_title ltx_title_${what}">${tag === '' ? '' : `<span class="ltx_tag ltx_tag_${what}">${tag} </span>`}${text}</h3>`;

test('the level of a heading depends on what it titles, not on its tag', () => {
  const article = [
    '<h1 class="ltx_title ltx_title_document">Title</h1>',
    `<section id="S1" class="ltx_section">${heading('section', 'One', '1')}`,
    `<section id="S1.SS1" class="ltx_subsection">${heading('subsection', 'Two', '1.1')}`,
    `<section id="S1.SS1.SSS1" class="ltx_subsubsection">${heading('subsubsection', 'Three')}`,
    `<section id="S1.SS1.SSS1.Px1" class="ltx_paragraph">${heading('paragraph', 'Four')}</section></section></section></section>`,
    `<section id="A1" class="ltx_appendix">${heading('appendix', 'Five', 'Appendix A')}</section>`,
  ].join('');
  const { blocks } = parse(article);
  expect(blocks.map((block) => [block.level, block.id, block.text])).toEqual([
    [1, 'title', 'Title'],
    [2, 'S1', '1 One'],
    [3, 'S1.SS1', '1.1 Two'],
    [4, 'S1.SS1.SSS1', 'Three'],
    [5, 'S1.SS1.SSS1.Px1', 'Four'],
    [2, 'A1', 'Appendix A Five'],
  ]);
  expect(blocks[2]?.markdown).toBe('### <a id="S1.SS1"></a>1.1 Two');
});

test('within chapters, sections are one level deeper', () => {
  const { blocks } = parse(
    `<section class="ltx_chapter">${heading('chapter', 'C')}<section class="ltx_section">${heading('section', 'S')}</section></section>`,
  );
  expect(blocks.map((block) => block.level)).toEqual([2, 3]);
});

test('title, authors with their institutes, and abstract are read', () => {
  const creator = (name: string, contact: string): string =>
    `<span class="ltx_creator ltx_role_author"><span class="ltx_personname">${name}</span><span class="ltx_author_notes"><span class="ltx_contact ltx_role_affiliation">${contact}</span></span></span>`;
  const paper = parse(
    `<h1 class="ltx_title ltx_title_document">Stars</h1><div class="ltx_authors">${creator('A. Abt', 'Here')}<span class="ltx_author_before">, </span>${creator('<a class="ltx_ref orcid" href="https://orcid.org/0">B. Bok</a>', 'There')}</div><div class="ltx_abstract"><h6 class="ltx_title ltx_title_abstract">Abstract</h6><p class="ltx_p">We see ${math('x')}.</p></div>`,
  );
  expect(paper).toMatchObject({ title: 'Stars', authors: ['A. Abt', 'B. Bok'], abstract: 'We see $x$.' });
  expect(paper.blocks.map((block) => block.markdown)).toEqual([
    '# Stars',
    'A. Abt, B. Bok',
    'A. Abt: Here\\\nB. Bok: There',
    '## Abstract',
    'We see $x$.',
  ]);
});

test('an abstract without a heading gets one, and a page without a title uses the one in its head', () => {
  const paper = parsePaper(
    latexmlPage(
      '<div class="ltx_abstract"><p class="ltx_p">Short.</p></div>',
      '<title>[2401.00001] Stars &amp; dust</title>',
    ),
  );
  expect(paper.title).toBe('Stars & dust');
  expect(paper.blocks.map((block) => block.markdown)).toEqual(['## Abstract', 'Short.']);
});

const equationRow = (cells: string, number = ''): string =>
  `<tr class="ltx_equation ltx_eqn_row"><td class="ltx_eqn_cell ltx_eqn_center_padleft"></td>${cells}<td class="ltx_eqn_cell ltx_eqn_center_padright"></td>${number === '' ? '' : `<td class="ltx_eqn_cell ltx_eqn_eqno" rowspan="1"><span class="ltx_tag ltx_tag_equation">(${number})</span></td>`}</tr>`;
const cell = (content: string): string => `<td class="ltx_td ltx_eqn_cell">${content}</td>`;

test('a numbered equation has its number, and an anchor if a link refers to it', () => {
  const article = `${para('see <a href="#S1.E2" class="ltx_ref">2</a>')}<table id="S1.E2" class="ltx_equation ltx_eqn_table"><tbody>${equationRow(cell(math('\\displaystyle E=mc^{2}', 'block')), '2')}</tbody></table>`;
  const { blocks } = parse(article);
  expect(blocks[1]).toMatchObject({ id: 'S1.E2', kind: 'equation', numbers: ['2'], anchors: ['S1.E2'] });
  expect(blocks[1]?.markdown).toBe('<a id="S1.E2"></a>\n\n$$\nE=mc^{2} \\tag{2}\n$$');
});

test('aligned rows stay aligned, each with its number', () => {
  const rows = [
    equationRow(cell(math('\\displaystyle a')) + cell(math('\\displaystyle=b')), '3a'),
    equationRow(cell('') + cell(math('\\displaystyle=c')), '3b'),
  ];
  const article = `<table class="ltx_equationgroup ltx_eqn_align ltx_eqn_table">${rows.map((row) => `<tbody>${row}</tbody>`).join('')}</table>`;
  expect(blocksOf(article)).toEqual(['$$\n\\begin{align*}\na & =b \\tag{3a} \\\\\n& =c \\tag{3b}\n\\end{align*}\n$$']);
});

test('rows with one number or none are one aligned formula', () => {
  const rows = equationRow(cell(math('a')) + cell(math('=b'))) + equationRow(cell('') + cell(math('=c')), '4');
  const article = `<table class="ltx_equationgroup ltx_eqn_table"><tbody>${rows}</tbody></table>`;
  expect(blocksOf(article)).toEqual(['$$\n\\begin{aligned}\na & =b \\\\\n& =c\n\\end{aligned} \\tag{4}\n$$']);
});

test('the relation of an eqnarray is joined with its right side', () => {
  const row = (left: string, right: string): string =>
    equationRow(cell(math(left)) + cell(math('=')) + cell(math(right)));
  const article = `<table class="ltx_equationgroup ltx_eqn_eqnarray ltx_eqn_table"><tbody>${row('a', 'b')}${row('c', 'd')}</tbody></table>`;
  expect(blocksOf(article)).toEqual(['$$\n\\begin{aligned}\na & = b \\\\\nc & = d\n\\end{aligned}\n$$']);
});

test('words in an equation are kept as text, with the formulas in them', () => {
  const words = `<span class="ltx_text ltx_markedasmath">if ${math('n>1')} &amp; 50%:</span>`;
  const article = `<table class="ltx_equation ltx_eqn_table"><tbody>${equationRow(cell(words) + cell(math('y')))}</tbody></table>`;
  expect(blocksOf(article)).toEqual(['$$\n\\text{if } n>1 \\text{ \\& 50\\%:} y\n$$']);
});

test('an equation with its own tag is not numbered twice', () => {
  const article = `<table class="ltx_equation ltx_eqn_table"><tbody>${equationRow(cell(math('x\\tag{*}')), '*')}</tbody></table>`;
  expect(blocksOf(article)).toEqual(['$$\nx\\tag{*}\n$$']);
});

test('text between the rows of a group is between two formulas', () => {
  const rows = equationRow(cell(math('a'))) + equationRow(cell('and so')) + equationRow(cell(math('b')));
  expect(blocksOf(`<table class="ltx_equationgroup"><tbody>${rows}</tbody></table>`)).toEqual([
    '$$\na\n$$',
    'and so',
    '$$\nb\n$$',
  ]);
});

test('an equation within a paragraph divides it', () => {
  const article = `<div id="S1.p1" class="ltx_para"><p class="ltx_p">Then <em class="ltx_emph">it is ${math('x', 'block')} so</em> here.</p></div>`;
  const { blocks } = parse(article);
  expect(blocks.map((block) => block.markdown)).toEqual(['Then *it is*', '$$\nx\n$$', '*so* here.']);
  expect(blocks.map((block) => block.id)).toEqual(['S1.p1', 'S1.p1-2', 'S1.p1-3']);
});

test('theorems and proofs begin with their titles', () => {
  const theorem = (body: string): string =>
    `<div id="Thm1" class="ltx_theorem"><h6 class="ltx_title ltx_runin ltx_title_theorem"><span class="ltx_tag ltx_tag_theorem"><span class="ltx_text ltx_font_bold">Theorem 1</span></span> (Abt).</h6>${body}</div>`;
  expect(blocksOf(theorem(para('It holds.')))).toEqual(['**Theorem 1 (Abt).** It holds.']);
  expect(
    blocksOf(
      `${theorem(`<table class="ltx_equation"><tbody>${equationRow(cell(math('x')))}</tbody></table>`)}${para('After.')}`,
    ),
  ).toEqual(['**Theorem 1 (Abt).**', '$$\nx\n$$', 'After.']);
  expect(
    blocksOf(
      `<div class="ltx_proof"><h6 class="ltx_title ltx_runin ltx_title_proof">Proof.</h6></div>${para('After.')}`,
    ),
  ).toEqual(['**Proof.**', 'After.']);
});

const item = (tag: string, content: string, id = ''): string =>
  `<li${id === '' ? '' : ` id="${id}"`} class="ltx_item"><span class="ltx_tag ltx_tag_item">${tag}</span>${content}</li>`;

test('lists keep their numbers, and labels without a Markdown marker are kept in the text', () => {
  const list = `<ol class="ltx_enumerate">${item('3.', para('three'))}${item('4.', para('four'))}</ol>`;
  const labelled = `<ol class="ltx_enumerate">${item('(i)', para('one'))}</ol>`;
  const bullets = `<ul class="ltx_itemize">${item('•', para('dot'))}</ul>`;
  expect(blocksOf(list)).toEqual(['3. three', '4. four']);
  expect(blocksOf(labelled)).toEqual(['- (i) one']);
  expect(blocksOf(bullets)).toEqual(['- dot']);
});

test('lists can be nested, and items can have several paragraphs and formulas', () => {
  const inner = `<ul class="ltx_itemize">${item('–', para('deep'))}${item('–', para('deeper'))}</ul>`;
  const article = `<ol class="ltx_enumerate">${item('1.', para('first') + para(`then ${math('x', 'block')}`))}${item('2.', para('second') + inner)}</ol>`;
  const markdown = blocksToMarkdown(parse(article).blocks);
  expect(markdown).toBe('1. first\n\n   then\n\n   $$\n   x\n   $$\n\n2. second\n\n   - deep\n\n   - deeper\n');
  expect(renderMarkdown(markdown).tags.filter((tag) => ['ol', 'ul', 'li'].includes(tag))).toEqual([
    'ol',
    'li',
    'li',
    'ul',
    'li',
    'li',
  ]);
});

test('two adjacent lists stay separate', () => {
  const list = (...tags: string[]): string =>
    `<ul class="ltx_itemize">${tags.map((tag) => item(tag, para(`x${tag}`))).join('')}</ul>`;
  for (const [first, second] of [
    [['•', '•'], ['•']],
    [
      ['1.', '2.'],
      ['1.', '2.'],
    ],
  ] as const) {
    const { tags } = renderMarkdown(blocksToMarkdown(parse(list(...first) + list(...second)).blocks));
    expect(tags.filter((tag) => tag === 'ul' || tag === 'ol')).toHaveLength(2);
  }
});

test('the terms of a description list are bold', () => {
  const article =
    '<dl class="ltx_description"><dt class="ltx_item"><span class="ltx_tag ltx_tag_item">Period</span></dt><dd class="ltx_item"><div class="ltx_para"><p class="ltx_p">in days</p></div></dd><dt>Alone</dt></dl>';
  expect(blocksOf(article)).toEqual(['- **Period** in days', '- **Alone**']);
});

test('quotes, listings and verbatim text become Markdown quotes and code', () => {
  expect(blocksOf(`<blockquote class="ltx_quote">${para('said')}${para('more')}</blockquote>`)).toEqual([
    '> said\n>\n> more',
  ]);
  expect(blocksOf('<pre class="ltx_verbatim">a  b\n  `c`</pre>')).toEqual(['```\na  b\n  `c`\n```']);
});

test('a listing keeps its indentation and language, with the text of the download if it is the same program', () => {
  const data = (code: string): string =>
    `<div class="ltx_listing_data"><a href="data:text/plain;base64,${Buffer.from(code).toString('base64')}" download="">⬇</a></div>`;
  const lines =
    '<div class="ltx_listingline"><span class="ltx_tag ltx_tag_listingline">1</span>def␣f():</div><div class="ltx_listingline"><span class="ltx_tag ltx_tag_listingline">2</span> return ’x’</div>';
  const listing = (download: string): string =>
    `<div class="ltx_listing ltx_lstlisting ltx_lst_language_Python">${download}${lines}</div>`;
  expect(blocksOf(listing(data("def f():\n    return 'x'")))).toEqual(["```python\ndef f():\n    return 'x'\n```"]);
  const old = data("def f():\n    return 'x'").replace(' download=""', '');
  expect(blocksOf(listing(old))).toEqual(["```python\ndef f():\n    return 'x'\n```"]);
  expect(blocksOf(listing(data('something else')))).toEqual(['```python\ndef␣f():\n return ’x’\n```']);
});

test('an algorithm with formulas is written as lines of text', () => {
  const line = (number: number, content: string): string =>
    `<div class="ltx_listingline"><span class="ltx_tag ltx_tag_listingline">${number}:</span> ${content}</div>`;
  const article = `<figure id="alg1" class="ltx_float ltx_algorithm"><figcaption class="ltx_caption"><span class="ltx_tag ltx_tag_float">Algorithm 1</span> Solve</figcaption><div class="ltx_listing ltx_algorithmic">${line(1, `set ${math('x=0')}`)}${line(2, '<b>return</b>')}</div></figure>`;
  expect(blocksOf(article)).toEqual(['<a id="alg1"></a>**Algorithm 1** Solve', '1: set $x=0$\\\n2: **return**']);
});

test('references are complete, one block each, with their identifiers', () => {
  const reference = (id: string, tag: string, blocks: string): string =>
    `<li id="${id}" class="ltx_bibitem"><span class="ltx_tag ltx_role_refnum ltx_tag_bibitem">${tag}</span>${blocks}</li>`;
  const block = (content: string): string => `<span class="ltx_bibblock">${content}\n</span>`;
  const cited = '<span class="ltx_bibblock ltx_bib_cited">Cited by: <a href="#S1">1</a></span>';
  const paper = parse(
    `<section id="bib" class="ltx_bibliography"><h2 class="ltx_title ltx_title_bibliography">References</h2><ul class="ltx_biblist">${[
      reference(
        'bib.bib1',
        '[1]',
        block('A. Abt,') + block('ApJ 1, 2, <a href="https://doi.org/10.1086/ABC(12)">doi</a>.') + cited,
      ),
      reference('bib.bib2', 'Bok (1950)', block('Bok, B. 1950, arXiv:astro-ph/9901001')),
      reference('bib.bib3', 'Cox and Dow (2001)', block('The Sun, 10.48550/arXiv.2401.00001')),
    ].join('')}</ul></section>`,
  );
  expect(paper.blocks.map((each) => [each.kind, each.markdown])).toEqual([
    ['heading', '## <a id="bib"></a>References'],
    ['reference', '- <a id="bib.bib1"></a>[1] A. Abt, ApJ 1, 2, [doi](https://doi.org/10.1086/ABC%2812%29).'],
    ['reference', '- <a id="bib.bib2"></a>Bok, B. 1950, arXiv:astro-ph/9901001'],
    ['reference', '- <a id="bib.bib3"></a>Cox and Dow (2001) The Sun, 10.48550/arXiv.2401.00001'],
  ]);
  expect(paper.references).toMatchObject([
    { id: 'bib.bib1', label: '[1]', doi: '10.1086/abc(12)', addresses: ['https://doi.org/10.1086/ABC(12)'] },
    { id: 'bib.bib2', label: 'Bok (1950)', preprintId: 'astro-ph/9901001' },
    { id: 'bib.bib3', preprintId: '2401.00001' },
  ]);
  expect(paper.references[2]).not.toHaveProperty('doi');
});

test('the authors of a reference are where its list puts them, and a bracket around a DOI is not part of it', () => {
  const tag = '<span class="ltx_tag ltx_bib_author-year ltx_tag_bibitem">A. Abt and B. Bok (2013)</span>';
  const body = '<span class="ltx_bibblock">A reply to Abt (doi:10.1086/abc).</span>';
  const paper = parse(
    `<ul class="ltx_biblist"><li id="bib.bib1" class="ltx_bibitem ltx_bib_article">${tag}${body}</li></ul>`,
  );
  expect(paper.references).toMatchObject([
    { doi: '10.1086/abc', text: 'A. Abt and B. Bok (2013) A reply to Abt (doi:10.1086/abc).' },
  ]);
});

test('acknowledgements, keywords and dates keep their place', () => {
  expect(
    blocksOf(
      `<div class="ltx_keywords"><h6 class="ltx_title ltx_title_keywords">Key words: </h6>stars</div><div class="ltx_dates">(May 1)</div>${para('Text.')}<div class="ltx_acknowledgements">Thanks.</div>`,
    ),
  ).toEqual(['**Key words:** stars', '(May 1)', 'Text.', '## Acknowledgements', 'Thanks.']);
});

test('navigation, banners and tools of the site are removed', () => {
  const article = `<div class="ltx_pagination ltx_role_newpage"></div><button>Report issue</button><nav class="ltx_TOC">Contents</nav>${para('Only this.')}<div id="watermark-tr">server:2401.00001</div><script>x()</script><span class="ltx_phantom">wide</span><div style="display: none">hidden</div>`;
  const page = latexmlPage(article).replace(
    '<div class="ltx_page_main">',
    '<div class="package-alerts ltx_document"><p>Conversion errors: <b>failed</b> some.sty</p></div><div class="ltx_page_main">',
  );
  expect(parsePaper(page).blocks.map((block) => block.markdown)).toEqual(['Only this.']);
});

test('an old page without an article element is read, without the alerts above it', () => {
  const page = latexmlPage(para('The paper.'))
    .replace(/<(\/?)article/g, '<$1div')
    .replace(
      '<div class="ltx_page_main">',
      '<div class="package-alerts ltx_document"><p>failed: some.sty</p></div><div>',
    );
  expect(parsePaper(page).blocks.map((block) => block.markdown)).toEqual(['The paper.']);
});

test('an anchor of a quote or an item is within it', () => {
  const article = `${para('<a href="#q">x</a> <a href="#i">y</a>')}<blockquote id="q" class="ltx_quote">${para('said')}</blockquote><ul class="ltx_itemize">${item('•', para('dot'), 'i')}</ul>`;
  expect(blocksOf(article).slice(1)).toEqual(['> <a id="q"></a>said', '- <a id="i"></a>dot']);
});

test('an article that is not from LaTeXML is read by its tags', () => {
  const page =
    '<html><head><title>Essay</title></head><body><main><h1>Essay</h1><p>One <b>two</b>.</p><h2 id="a">Part</h2><ol><li>x</li><li>y</li></ol><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></main></body></html>';
  expect(parsePaper(page).blocks.map((block) => block.markdown)).toEqual([
    '# Essay',
    'One **two**.',
    '## Part',
    '1. x',
    '2. y',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
  ]);
});
