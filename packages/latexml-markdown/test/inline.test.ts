import { expect, test } from '@jest/globals';
import { parsePaper } from '@almagest/latexml-markdown/parse-paper';
import { latexmlPage, math, para } from './latexml-page.ts';
import { renderMarkdown } from './render-markdown.ts';

const markdownOf = (content: string, more = ''): string =>
  parsePaper(latexmlPage(`${para(content, 'S1.p1')}${more}`)).blocks[0]?.markdown ?? '';

test('formulas keep the TeX of alttext, or of the annotation if that is missing', () => {
  expect(markdownOf(`a star of ${math('2.3\\,M_{\\odot}')} here`)).toBe('a star of $2.3\\,M_{\\odot}$ here');
  const annotated =
    '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^{2}</annotation></semantics></math>';
  expect(markdownOf(`so ${annotated}`)).toBe('so $x^{2}$');
});

test('a formula without TeX becomes its characters, with a warning', () => {
  const paper = parsePaper(latexmlPage(para('so <math><mi>α</mi><mo>+</mo><mn>1</mn></math> it is')));
  expect(paper.blocks[0]?.markdown).toBe('so α+1 it is');
  expect(paper.warnings).toEqual([{ kind: 'no_tex', detail: 'α+1', count: 1 }]);
});

test.each([
  ['\\displaystyle a=b', 'a=b'],
  ['\\displaystyleb', '\\displaystyleb'],
  ['a%\n  b', 'ab'],
  ['95\\%\nx', '95\\% x'],
  ['\\mbox{if $n<3$}', '\\mbox{if \\(n<3\\)}'],
  ['a<b', 'a\\lt b'],
  ['3<5', '3<5'],
  ['\\begin{array}[]{c}1\\end{array}', '\\begin{array}{c}1\\end{array}'],
  ['\\color[rgb]{1,0,0}x', 'x'],
  [
    'M\\mathrel{\\hbox to0.0pt{\\lower 3.0pt\\hbox{$\\mathchar 536\\relax$}\\hss}\\raise 2.0pt\\hbox{$\\mathchar 318\\relax$}}2',
    'M\\gtrsim 2',
  ],
  [
    'M\\mathrel{\\hbox to0.0pt{\\lower 3.0pt\\hbox{$\\mathchar 536\\relax$}\\hss}\\raise 2.0pt\\hbox{$\\mathchar 316\\relax$}}2',
    'M\\lesssim 2',
  ],
  ['5\\ ', '5\\ {}'],
])('the TeX %j is written as %j', (written, tex) => {
  expect(renderMarkdown(markdownOf(`x ${math(written)} y`)).formulas).toEqual([tex]);
});

test('adjacent formulas are joined, and digits after a formula are moved into it', () => {
  expect(markdownOf(`${math('\\alpha')}${math('x')} and Ca${math('\\lambda')}1356.5, ${math('\\sim')}3,000`)).toBe(
    '$\\alpha x$ and Ca$\\lambda 1356.5$, $\\sim 3,000$',
  );
});

test.each([
  'costs $5 and $10, a*b*c, _so_ and `code`',
  '[Fe/H] = [x](y) and [^1], [a][b], ![c](d)',
  '<b>no tag</b> & &amp; 1 < 2, a<b',
  'C:\\path\\*star and \\(x\\) end\\',
  'snake_case_name _lead trail_ ~~gone~~ ~x~',
  '|b| > 10 | c',
  'wait!',
])('text with special characters is read back as it is: %s', (text) => {
  const html = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  const read = renderMarkdown(markdownOf(html, para(math('x'))));
  expect(read.text.trim()).toBe(text);
  expect(read.formulas).toEqual([]);
  expect(read.links).toEqual([]);
});

test.each([
  '# head',
  '1. first',
  '1) first',
  '- item',
  '+ item',
  '> quote',
  '---',
  '===',
  '#',
  '[ ] box',
  '    indented',
  '~~~',
  '| a |',
])('a paragraph that begins with %j stays a paragraph', (text) => {
  const read = renderMarkdown(markdownOf(text.replace(/>/g, '&gt;')));
  expect(read.tags).toEqual(['p']);
  expect(read.text.trim()).toBe(text.trim());
});

test('after a break the next line stays in the paragraph', () => {
  const read = renderMarkdown(markdownOf('head | b<br class="ltx_break">---|---<br>1. x<br># y'));
  expect(read.tags.filter((tag) => tag !== 'br')).toEqual(['p']);
});

test('styles become emphasis, and blanks are moved out of it', () => {
  expect(
    markdownOf(
      'a <span class="ltx_text ltx_font_bold">bold </span>and <em class="ltx_emph ltx_font_italic">soft</em>.',
    ),
  ).toBe('a **bold** and *soft*.');
});

test('emphasis that Markdown would not recognise is dropped, and the words are kept', () => {
  expect(markdownOf('<b>Note.</b>Text')).toBe('Note.Text');
  expect(renderMarkdown(markdownOf('<i><b>all</b> of <b>it</b></i>')).text.trim()).toBe('all of it');
  expect(markdownOf('<b>a</b><b>b</b>')).toMatch(/^\**a\**b\**$/);
});

test('an exclamation mark before a link, a link that begins with a caret and an address in angle brackets stay text', () => {
  const link = (text: string): string => `<a href="https://example.org/">${text}</a>`;
  const read = renderMarkdown(markdownOf(`so!${link('here')} ${link('^a')} &lt;#@a&gt; &lt;5@b&gt;`));
  expect(read.text.trim()).toBe('so!here ^a <#@a> <5@b>');
  expect(read.links).toEqual(['https://example.org/', 'https://example.org/']);
  expect(read.images).toEqual([]);
});

test('superscripts and subscripts are kept', () => {
  expect(
    markdownOf('the 1<sup class="ltx_sup"><span class="ltx_text ltx_font_italic">st</span></sup> H<sub>2</sub>O'),
  ).toBe('the 1<sup>st</sup> H<sub>2</sub>O');
});

test('typewriter text is code if it is only text', () => {
  expect(markdownOf('use <span class="ltx_text ltx_font_typewriter">a `b` c</span> now')).toBe('use ``a `b` c`` now');
  expect(markdownOf(`use <span class="ltx_text ltx_font_typewriter">f(${math('x')})</span>`)).toBe('use f($x$)');
});

test('citations and references are links within the document', () => {
  const bibliography =
    '<section class="ltx_bibliography"><h2 class="ltx_title ltx_title_bibliography">References</h2><ul class="ltx_biblist"><li id="bib.bib1" class="ltx_bibitem">X 1999</li></ul></section>';
  const cite = '<cite class="ltx_cite ltx_citemacro_citep">(Abt, <a href="#bib.bib1" class="ltx_ref">1999</a>)</cite>';
  expect(markdownOf(`as known ${cite}.`, bibliography)).toBe('as known (Abt, [1999](#bib.bib1)).');
});

test('absolute links to the page become links within the document', () => {
  const page = latexmlPage(
    `<section id="S1" class="ltx_section"><h2 class="ltx_title ltx_title_section">One</h2>${para(
      '<a class="ltx_ref" href="https://example.org/html/2401.00001v1#S1">here</a>, <a href="https://example.org/abs/2401.00001#S1">there</a>',
    )}</section>`,
    '<base href="/html/2401.00001v1/">',
  );
  const expected = '[here](#S1), [there](https://example.org/abs/2401.00001#S1)';
  expect(parsePaper(page).blocks[1]?.markdown).toBe(expected);
  expect(parsePaper(page, { address: 'https://example.org/html/2401.00001' }).blocks[1]?.markdown).toBe(expected);
});

test('an address without its scheme is recognised, and a relative one needs the address of the page', () => {
  const page = latexmlPage(para('<a href="archive.example.edu/x">a</a> <a href="other.html">b</a>'));
  expect(parsePaper(page).blocks[0]?.markdown).toBe('[a](https://archive.example.edu/x) b');
  expect(parsePaper(page, { address: 'https://example.org/html/1/' }).blocks[0]?.markdown).toBe(
    '[a](https://archive.example.edu/x) [b](https://example.org/html/1/other.html)',
  );
});

test('a link that is dangling or runs code keeps only its text', () => {
  const paper = parsePaper(
    latexmlPage(
      para('<a href="#S9">nowhere</a> <a href="javascript:alert(1)">code</a> <a href="data:text/html,x">data</a>'),
    ),
  );
  expect(paper.blocks[0]?.markdown).toBe('nowhere code data');
  expect(paper.warnings.map((warning) => warning.kind)).toEqual(['dangling_link', 'unsafe_link', 'unsafe_link']);
});

test('addresses with brackets and blanks are one link', () => {
  const read = renderMarkdown(markdownOf('see <a href="https://example.org/a_(b)?q=x y*z">[this]</a>(now)'));
  expect(read.links).toEqual(['https://example.org/a_%28b%29?q=x%20y%2Az']);
  expect(read.text.trim()).toBe('see [this](now)');
});

test('text that could not be converted is kept literally, with a warning', () => {
  const paper = parsePaper(
    latexmlPage(
      para(
        'of <span class="ltx_ERROR undefined">\\myown</span> and <span class="ltx_ERROR">bad thing</span> and <span class="ltx_ERROR undefined">\\myown</span>',
      ),
    ),
  );
  expect(paper.blocks[0]?.markdown).toBe('of `\\myown` and `bad thing` and `\\myown`');
  expect(paper.warnings).toEqual([
    { kind: 'undefined_macro', detail: '\\myown', count: 2 },
    { kind: 'conversion_error', detail: 'bad thing', count: 1 },
  ]);
});

const unknown = (name: string) => `<span class="ltx_ERROR undefined">${name}</span>`;
const formula = (tex: string, content = '') =>
  `<math alttext="${tex}" display="inline"><semantics>${content}</semantics></math>`;

test.each([
  ['Feii lines', 'Fe ii lines'],
  ['Oiii] line', 'O iii] line'],
  ['Civ', 'C iv'],
  ['Ca2', 'Ca 2'],
  // Si ii or S iii, and N ii or Ni i. Both readings are possible.
  ['Siii', 'Siii'],
  ['Nii', 'Nii'],
  ['Ironii', 'Ironii'],
])('the space of an ion whose macro LaTeXML did not know is restored: %s', (text, expected) => {
  expect(parsePaper(latexmlPage(para(`the ${unknown('\\ion')}${text}`))).blocks.map((block) => block.text)).toEqual([
    `the ${expected}`,
  ]);
});

test("macros unknown to LaTeXML are read by the page's definition or their customary meaning", () => {
  const defined = formula('\\newcommand{\\fnl}{f_{\\rm NL}}\\fnl=1');
  const used = formula('\\fnl>2', '<mtext class="ltx_ERROR undefined">\\fnl</mtext>');
  const paper = parsePaper(latexmlPage(para(`${defined} and ${used}, ${unknown('\\fnl')} of ${unknown('\\teff')}`)));
  expect(paper.blocks[0]?.markdown.slice(-60)).toMatch(
    / and \$\{f_\{\\rm NL\}\}>2\$, \$f_\{\\rm NL\}\$ of \$T_\{\\rm eff\}\$$/,
  );
});

test("macros with arguments are expanded by the page's definition, which prints nothing itself", () => {
  const defined = formula('\\newcommand{\\vect}[1]{\\mathbf{#1}}');
  const used = formula('\\vect{r}=\\vect a', '<mtext class="ltx_ERROR undefined">\\vect</mtext>');
  const own = formula('\\newcommand{\\pd}[2][t]{\\frac{#2}{#1}}\\pd{u}');
  const paper = parsePaper(latexmlPage(para(`With ${defined} as bold, ${used} and ${own}.`)));
  expect(paper.blocks[0]?.markdown).toBe('With as bold, ${\\mathbf{r}}={\\mathbf{a}}$ and ${\\frac{u}{t}}$.');
});

test('macros that only affect the layout of a reference or a name are removed, with a warning', () => {
  const item = `<ul class="ltx_biblist"><li id="bib.bib1" class="ltx_bibitem"><span class="ltx_bibblock">${unknown('\\bauthor')}${unknown('\\bsnm')}Smith, J. 2001, A title</span></li></ul>`;
  const paper = parsePaper(
    latexmlPage(`${para('Words.')}<section class="ltx_bibliography" id="bib">${item}</section>`),
  );
  expect(paper.blocks.at(-1)?.text).toBe('Smith, J. 2001, A title');
  expect(paper.warnings.map(({ detail }) => detail)).toEqual(['\\bauthor', '\\bsnm']);
});

test('commands that print nothing are removed anywhere, with a warning', () => {
  const paper = parsePaper(
    latexmlPage(
      para(`${unknown('\\uat')}Stellar flares1603, ${unknown('\\startlongtable')}and ${unknown('\\myown')} words`),
    ),
  );
  expect(paper.blocks[0]?.markdown).toBe('Stellar flares1603, and `\\myown` words');
  expect(paper.warnings.map(({ detail }) => detail)).toEqual(['\\uat', '\\startlongtable', '\\myown']);
});

test('a reference within a formula is its printed number, and a link', () => {
  const link = '<mtext><a href="#S1.E1" class="ltx_ref"><span class="ltx_text ltx_ref_tag">1</span></a></mtext>';
  const equation =
    '<table id="S1.E1" class="ltx_equation ltx_eqn_table"><tbody><tr class="ltx_equation ltx_eqn_row"><td class="ltx_eqn_cell"><math alttext="x=1" display="block"></math></td></tr></tbody></table>';
  const paper = parsePaper(latexmlPage(`${equation}${para(formula('\\text{as in \\ref{eq:law}}', link))}`));
  expect(paper.blocks.at(-1)?.markdown).toBe('$\\text{as in \\href{#S1.E1}{\\text{1}}}$');
});

test('a footnote is a mark in the text and a block at the end', () => {
  const note =
    '<span id="footnote1" class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">1</sup><span class="ltx_tag ltx_tag_note">1</span>See <b>there</b>.</span></span></span>';
  const paper = parsePaper(latexmlPage(`${para(`So${note} it is.`)}${para('More.')}`));
  expect(paper.blocks.map((block) => block.markdown)).toEqual(['So[^1] it is.', 'More.', '[^1]: See **there**.']);
  expect(paper.footnotes).toEqual([{ label: '1', blockId: 'footnote-1', text: 'See there.' }]);
});

const note = (role: string, mark: string, text: string, type = ''): string =>
  `<span class="ltx_note ltx_role_${role}"><sup class="ltx_note_mark">${mark}</sup><span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">${mark}</sup>${type === '' ? '' : `<span class="ltx_note_type">${type}: </span>`}${text}</span></span></span>`;

test('a footnote mark is matched with its separate text', () => {
  const paper = parsePaper(
    latexmlPage(`${para(`So${note('footnotemark', '2', '')} it is.`)}${note('footnotetext', '2', 'Apart.')}`),
  );
  expect(paper.blocks.map((block) => block.markdown)).toEqual(['So[^2] it is.', '[^2]: Apart.']);
});

test('two notes with the same mark are separate notes, and a mark without text is a superscript', () => {
  const paper = parsePaper(
    latexmlPage(
      para(`A${note('footnote', '1', 'x')} B${note('footnote', '1', 'y')} C${note('footnotemark', '*', '')}`),
    ),
  );
  expect(paper.blocks[0]?.markdown).toBe('A[^1] B[^n2] C<sup>\\*</sup>');
  expect(paper.footnotes.map((footnote) => footnote.text)).toEqual(['x', 'y']);
});

test('a note between paragraphs is a paragraph that begins with its type', () => {
  const paper = parsePaper(latexmlPage(`${note('software', '†', 'astropy', 'software')}${para('Text.')}`));
  expect(paper.blocks.map((block) => block.markdown)).toEqual(['**software:** astropy', 'Text.']);
});

test('footnotes and formulas in headings are kept', () => {
  const paper = parsePaper(
    latexmlPage(
      `<h1 class="ltx_title ltx_title_document">On ${math('\\beta')} Cep${note('footnote', '1', 'Based on data')}</h1>`,
    ),
  );
  expect(paper.title).toBe('On $\\beta$ Cep');
  expect(paper.blocks[0]?.markdown).toBe('# On $\\beta$ Cep[^1]');
});

test('TeX between backslash brackets is read on pages without MathML', () => {
  const paper = parsePaper(latexmlPage(para('mass \\(M_{*}\\) and \\[E=mc^{2}\\] end')));
  expect(paper.blocks.map((block) => block.markdown)).toEqual(['mass $M_{*}$ and', '$$\nE=mc^{2}\n$$', 'end']);
});

test('images and scripts of formulas are read as formulas', () => {
  expect(
    markdownOf('so <img class="ltx_Math" alt="x_{1}" src="mi/mi1.png"> and <script type="math/tex">y^2</script>'),
  ).toBe('so $x_{1}$ and $y^2$');
});
