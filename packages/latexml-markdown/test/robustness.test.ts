import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { blocksToMarkdown } from '@almagest/latexml-markdown';
import { parsePaper } from '@almagest/latexml-markdown/parse-paper';
import { latexmlPage, math, para } from './latexml-page.ts';
import { renderMarkdown } from './render-markdown.ts';

test('ten thousand nested elements are read, with a warning', () => {
  const paper = parsePaper(latexmlPage(`${'<span class="ltx_text">'.repeat(10_000)}deep${'</span>'.repeat(10_000)}`));
  expect(paper.blocks[0]?.text).toBe('deep');
  expect(paper.warnings).toEqual([expect.objectContaining({ kind: 'too_deep' })]);
});

test('the text of a formula may have many words', () => {
  const alttext = 'x '.repeat(2000).trim();
  // A `\r` makes the loader use the parser that follows browsers.
  const page = latexmlPage(`<p class="ltx_p">\r<math class="ltx_Math" alttext="${alttext}"></math></p>`);
  expect(parsePaper(page).blocks[0]?.text).toContain(alttext);
});

/** If a step scanned the page again for each element, each case would take minutes and exceed the test's time limit. */
test.each([
  ['adjacent emphasis', '<b>x</b>'.repeat(30_000)],
  ['emphasis around blanks', '<b> x </b>'.repeat(30_000)],
  ['adjacent links', '<a href="#a">x</a>'.repeat(30_000)],
  ['images with the same name', '<img src="x.png">'.repeat(30_000)],
  ['paragraphs without names', '</p><p>x'.repeat(30_000)],
  ['blanks in a listing', `<pre>x${' '.repeat(500_000)}x</pre>`],
  ['number signs in a heading', `<h2>${'#'.repeat(500_000)}x</h2>`],
  [
    'spans over each other',
    `<table>${`<tr>${'<td colspan="200" rowspan="200">a</td>'.repeat(20)}</tr>`.repeat(1000)}</table>`,
  ],
  ['open elements', '<div>'.repeat(300_000)],
  ['open elements with unrelated end tags', '<div></x>'.repeat(100_000)],
  ['attributes of a tag', `<i ${Array.from({ length: 300_000 }, (_, at) => `a${at}=""`).join(' ')}>x</i>`],
  ['groups of a picture', `<svg class="ltx_picture">${'<g>'.repeat(20_000)}<text>x</text></svg>`],
  ['openings of formulas', '\\('.repeat(200_000)],
  [
    'rows of an equation',
    `<table class="ltx_equationgroup">${`<tr><td class="ltx_td">${math('x')}</td></tr>`.repeat(10_000)}</table>`,
  ],
])('many %s are read in linear time', (_, content) => {
  const { blocks } = parsePaper(latexmlPage(`<p id="a" class="ltx_p">start ${content}`));
  expect(blocks[0]?.text).toMatch(/^start/);
});

test('a page that is truncated anywhere is read', () => {
  const page = latexmlPage(
    `${para(`See ${math('a<b')} <b>bold <i>both`)}<figure id="F1" class="ltx_figure"><img src="x.png" class="ltx_graphics"><figcaption class="ltx_caption">Text</figcaption></figure><table class="ltx_tabular"><tr class="ltx_tr"><td class="ltx_td">1</td><td>2</td></tr></table><ul class="ltx_itemize"><li class="ltx_item">x</li></ul>`,
  );
  for (let length = 0; length <= page.length; length += 7) {
    const paper = parsePaper(page.slice(0, length));
    expect(typeof blocksToMarkdown(paper.blocks)).toBe('string');
  }
});

test('any mixture of LaTeXML tags is read into ordered blocks with unique ids', () => {
  const tags = fc.constantFrom(
    ...'article section div p span table tr td ul li figure figcaption math a h2 svg pre dl dd cite sup'.split(' '),
  );
  const classes = fc.constantFrom(
    'document',
    'p',
    'para',
    'equation',
    'eqn_row',
    'tabular',
    'tr',
    'td',
    'note ltx_role_footnote',
    'note_content',
    'note_mark',
    'title_section',
    'title',
    'bibitem',
    'tag_bibitem',
    'item',
    'itemize',
    'figure',
    'caption',
    'tag',
    'listing',
    'listingline',
    'ERROR',
    'theorem',
    'abstract',
    'authors',
    'creator',
    'personname',
    'font_bold',
    'quote',
  );
  const open = fc
    .tuple(tags, classes, fc.nat(4))
    .map(([tag, name, id]) => `<${tag} class="ltx_${name}" id="i${id}" href="#i${id + 1}" alttext="x_{${id}}">`);
  const part = fc.oneof(
    open,
    tags.map((tag) => `</${tag}>`),
    fc.constantFrom('text ', '$5', '*', '<br>', '<img src="a.png">', '&lt;b&gt;'),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const { blocks } = parsePaper(latexmlPage(parts.join('')));
      expect(blocks.map((block) => block.position)).toEqual(blocks.map((_, at) => at));
      expect(new Set(blocks.map((block) => block.id)).size).toBe(blocks.length);
      const anchors = new Set(blocks.flatMap((block) => block.anchors ?? []));
      const { links } = renderMarkdown(blocksToMarkdown(blocks));
      expect(links.filter((link) => link.startsWith('#') && !anchors.has(link.slice(1)))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('the same page results in the same blocks, and a block keeps its hash if only blanks and case change', () => {
  const page = latexmlPage(para('The   Same text', 'S1.p1'));
  expect(parsePaper(page)).toEqual(parsePaper(page));
  const [one, other] = [page, latexmlPage(para('the same\n text', 'S1.p9'))].map((html) => parsePaper(html).blocks[0]);
  expect(one?.textHash).toBe(other?.textHash);
  expect(one?.textHash).not.toBe(parsePaper(latexmlPage(para('another text'))).blocks[0]?.textHash);
});

test('an empty page has no blocks', () => {
  expect(parsePaper('')).toMatchObject({ title: '', blocks: [] });
  expect(blocksToMarkdown([])).toBe('');
});

test('elements, entities and commands that are named like object properties count as unknown', () => {
  const content = `<p class="ltx_p">Start <constructor>of</constructor> <b>a &amp;constructor; &constructor;</b>
    <math><mi>constructor</mi></math> <math><constructor>x</constructor></math> \\constructor{x}</p>`;
  const { blocks } = parsePaper(latexmlPage(content));
  const text = blocks.map((block) => block.text).join('\n');
  expect(text).toMatch(/^Start of/);
  expect(text).not.toMatch(/native code|undefined/);
});
