import { expect, test } from '@jest/globals';
import { blocksToMarkdown, type LatexmlPaper } from '@almagest/latexml-markdown';
import { parsePaper } from '@almagest/latexml-markdown/parse-paper';
import { latexmlPage, math, para } from './latexml-page.ts';
import { renderMarkdown } from './render-markdown.ts';

const parse = (article: string): LatexmlPaper => parsePaper(latexmlPage(article));
const blocksOf = (article: string): string[] => parse(article).blocks.map((block) => block.markdown);

const caption = (tag: string, text: string, what = 'figure'): string =>
  `<figcaption class="ltx_caption"><span class="ltx_tag ltx_tag_${what}">${tag}: </span>${text}</figcaption>`;
const image = (src: string): string => `<img src="${src}" class="ltx_graphics" alt="Refer to caption">`;

test('a figure consists of its image, with its label as description, and its caption', () => {
  const paper = parsePaper(
    latexmlPage(
      `<figure id="S1.F1" class="ltx_figure">${image('x1.png')}${caption('Figure 1', `The ${math('T_{e}')} of it.`)}</figure>`,
      '<base href="/html/2401.00001v1/">',
    ),
    {
      address: 'https://example.org/html/2401.00001',
    },
  );
  expect(paper.blocks.map((block) => [block.kind, block.id, block.markdown])).toEqual([
    ['figure', 'S1.F1', '<a id="S1.F1"></a>![Figure 1](x1.png)'],
    ['caption', 'S1.F1-2', '**Figure 1:** The $T_{e}$ of it.'],
  ]);
  expect(paper.figures).toEqual([
    {
      name: 'x1.png',
      address: 'https://example.org/html/2401.00001v1/x1.png',
      label: 'Figure 1',
      caption: 'Figure 1: The $T_{e}$ of it.',
    },
  ]);
});

test('panels have their own letter and caption', () => {
  const panel = (letter: string): string =>
    `<figure id="S1.F2.sf${letter}" class="ltx_figure ltx_figure_panel">${image(`${letter}.png`)}${caption(`(${letter})`, `Panel ${letter}.`)}</figure>`;
  const paper = parse(
    `<figure id="S1.F2" class="ltx_figure"><div class="ltx_flex_figure">${panel('a')}${panel('b')}</div>${caption('Figure 2', 'Both.')}</figure>`,
  );
  expect(paper.figures.map(({ label, caption: text }) => [label, text])).toEqual([
    ['Figure 2 (a)', '(a): Panel a. Figure 2: Both.'],
    ['Figure 2 (b)', '(b): Panel b. Figure 2: Both.'],
  ]);
  expect(paper.blocks.map((block) => block.text)).toEqual([
    '',
    '(a): Panel a.',
    '',
    '(b): Panel b.',
    'Figure 2: Both.',
  ]);
});

test('a missing image results in its caption and a warning', () => {
  const paper = parse(
    `<figure class="ltx_figure"><img src="" class="ltx_graphics ltx_missing ltx_missing_image" alt="Refer to caption">${caption('Figure 3', 'Lost.')}</figure>`,
  );
  expect(paper.blocks.map((block) => block.markdown)).toEqual(['**Figure 3:** Lost.']);
  expect(paper.warnings).toEqual([{ kind: 'missing_image', detail: 'Figure 3', count: 1 }]);
});

test('images get plain, unique file names, and links from the caller', () => {
  const article = para(
    [image('a/x.png'), image('b/x.png'), image('../we ird%20(1).jpg?v=2'), image('data:image/png;base64,AAAA')].join(
      ' ',
    ),
  );
  const paper = parsePaper(latexmlPage(article), { imageLink: (name) => `/figures/${name}` });
  expect(paper.figures.map((figure) => figure.name)).toEqual(['x.png', 'x-2.png', 'we-ird-_1_.jpg', 'image.png']);
  expect(renderMarkdown(blocksToMarkdown(paper.blocks)).images).toEqual(
    paper.figures.map((figure) => `/figures/${figure.name}`),
  );
});

test('an address that is not an image is not fetched', () => {
  expect(parse(para(`<img src="javascript:x" alt="a"> <img src="file:///etc/passwd" alt="b"> x`)).figures).toEqual([]);
});

test('an image within a sentence stays in it', () => {
  expect(blocksOf(para(`click ${image('icon.png')} here`))).toEqual(['click ![](icon.png) here']);
});

test('a drawing is kept as a whole, followed by its labels as text', () => {
  const picture = `<svg class="ltx_picture" width="9"><g><path d="M0 0"/><foreignObject width="5"><span class="ltx_foreignobject_content">${math('r_{1}')}</span></foreignObject><foreignObject><p>disc</p></foreignObject></g></svg>`;
  const paper = parse(`<figure class="ltx_figure">${picture}${caption('Figure 1', 'Sketch.')}</figure>`);
  expect(paper.figures[0]).toMatchObject({ name: 'picture-1.svg', address: '', label: 'Figure 1' });
  expect(paper.figures[0]?.svg).toMatch(/^<svg class="ltx_picture".*<foreignObject width="5">.*<\/svg>$/s);
  const { text, images } = renderMarkdown(blocksToMarkdown(paper.blocks));
  expect(images).toEqual(['picture-1.svg']);
  expect(text.replace(/\s+/g, ' ').trim()).toBe('r_{1} disc Figure 1: Sketch.');
});

test('a drawing with sentences in a frame is text', () => {
  const sentences = 'A text long enough to be read as text and not as a label of something in a picture.';
  expect(
    blocksOf(`<svg class="ltx_picture"><g><foreignObject><p class="ltx_p">${sentences}</p></foreignObject></g></svg>`),
  ).toEqual([sentences]);
});

const row = (...cells: string[]): string => `<tr class="ltx_tr">${cells.join('')}</tr>`;
const td = (content: string, attributes = 'class="ltx_td"'): string => `<td ${attributes}>${content}</td>`;
const th = (content: string, attributes = ''): string =>
  `<th class="ltx_td ltx_th ltx_th_column" ${attributes}>${content}</th>`;
const tabular = (...rows: string[]): string => `<table class="ltx_tabular"><tbody>${rows.join('')}</tbody></table>`;

test('a table has its caption, its header and pipes escaped in cells', () => {
  const article = `<figure id="S1.T1" class="ltx_table">${caption('Table 1', 'Data.', 'table')}${tabular(row(th('a'), th(math('|x|'))), row(td('1 | 2'), td('<span class="ltx_font_typewriter">p|q</span>')))}</figure>`;
  const { blocks } = parse(article);
  expect(blocks.map((block) => block.markdown)).toEqual([
    '<a id="S1.T1"></a>**Table 1:** Data.',
    '| a | $\\|x\\|$ |\n| --- | --- |\n| 1 \\| 2 | `p\\|q` |',
  ]);
  const read = renderMarkdown(blocks[1]?.markdown ?? '');
  expect(read.formulas).toEqual(['|x|']);
  expect(read.tags.filter((tag) => tag === 'td' || tag === 'th')).toHaveLength(4);
});

test('spans become empty cells, so that the columns are preserved', () => {
  const article = tabular(
    row(th('s', 'rowspan="2"'), th('wide', 'colspan="2"')),
    row(th('x'), th('y')),
    row(td('1', 'class="ltx_td" rowspan="2"'), td('2'), td('3')),
    row(td('4'), td('5')),
    row(td('6', 'class="ltx_td" colspan="3"')),
  );
  expect(blocksOf(article)).toEqual([
    '| s | wide<br>x | y |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 | 5 |\n| 6 |  |  |',
  ]);
});

test('an unmarked header consists of the rows above the first rule', () => {
  const ruled = (content: string): string => td(content, 'class="ltx_td ltx_border_t"');
  const article = tabular(row(td('name'), td('value')), row(ruled('a'), ruled('1')), row(td('b'), td('2')));
  expect(blocksOf(article)).toEqual(['| name | value |\n| --- | --- |\n| a | 1 |\n| b | 2 |']);
  expect(blocksOf(tabular(row(td('a'), td('1')), row(td('b'), td('2'))))).toEqual([
    '|  |  |\n| --- | --- |\n| a | 1 |\n| b | 2 |',
  ]);
});

test('lines in cells are kept, and a table with lists in cells becomes HTML with Markdown in it', () => {
  expect(
    blocksOf(
      tabular(row(th('a'), th('b')), row(td(para('one') + para('two')), td(tabular(row(td('x')), row(td('y')))))),
    ),
  ).toEqual(['| a | b |\n| --- | --- |\n| one<br>two | x<br>y |']);
  const list =
    '<ul class="ltx_itemize"><li class="ltx_item"><span class="ltx_tag">•</span><p class="ltx_p">in</p></li></ul>';
  const { blocks } = parse(tabular(row(th('a'), th('b', 'colspan="2"')), row(td(list), td(math('z^{2}')), td(''))));
  expect(blocks[0]?.kind).toBe('html_table');
  const read = renderMarkdown(blocks[0]?.markdown ?? '');
  expect(read.tags.filter((tag) => ['th', 'td', 'li'].includes(tag))).toEqual(['th', 'th', 'td', 'li', 'td', 'td']);
  expect(read.formulas).toEqual(['z^{2}']);
});

test('rows of nested tables are not rows of the outer table', () => {
  const old =
    '<span class="ltx_tabular"><span class="ltx_tr"><span class="ltx_td ltx_th ltx_th_column">a</span><span class="ltx_td ltx_th ltx_th_column">b</span></span><span class="ltx_tr"><span class="ltx_td">1</span><span class="ltx_td">2</span></span></span>';
  expect(blocksOf(para(old))).toEqual(['| a | b |\n| --- | --- |\n| 1 | 2 |']);
});

test('a table that only arranges images becomes figures, and a table with one column becomes lines', () => {
  expect(
    blocksOf(
      `<figure class="ltx_figure">${tabular(row(td(image('a.png')), td(image('b.png'))))}${caption('Figure 1', 'Two.')}</figure>`,
    ),
  ).toEqual(['![Figure 1](a.png)', '![Figure 1](b.png)', '**Figure 1:** Two.']);
  const lines = ['over', 'under'].map((line) => `<span class="ltx_tr"><span class="ltx_td">${line}</span></span>`);
  expect(blocksOf(para(`so <span class="ltx_tabular">${lines.join('')}</span> it`))).toEqual(['so over\\\nunder it']);
});

test('a declared span of a billion columns is limited', () => {
  const { blocks } = parse(
    tabular(row(td('a', 'class="ltx_td" colspan="1000000000" rowspan="1000000000"'), td('b')), row(td('c'))),
  );
  expect(blocks[0]?.text).toMatch(/a\s+b\s+c/);
});

test('a footnote and an anchor in a cell are kept', () => {
  const note =
    '<span class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">a</sup><span class="ltx_note_outer"><span class="ltx_note_content">Assumed.</span></span></span>';
  const article = `${para('<a href="#cell7">7</a>')}${tabular(row(th('x'), th('y')), row(td(`<span id="cell7">1</span>${note}`), td('2')))}`;
  const { blocks, warnings } = parse(article);
  expect(blocks.map((block) => block.markdown)).toEqual([
    '[7](#cell7)',
    '<a id="cell7"></a>\n\n| x | y |\n| --- | --- |\n| 1[^n1] | 2 |',
    '[^n1]: Assumed.',
  ]);
  expect(warnings).toEqual([]);
});
