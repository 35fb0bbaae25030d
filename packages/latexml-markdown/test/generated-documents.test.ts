import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Block } from '@almagest/latexml-markdown';
import { parsePaper } from '@almagest/latexml-markdown/parse-paper';
import { latexmlPage, math } from './latexml-page.ts';
import { renderMarkdown } from './render-markdown.ts';

/** A part of a document: its HTML, its visible text, and its formulas. */
interface Part {
  readonly html: string;
  readonly text: string;
  readonly formulas: readonly string[];
  readonly notes: readonly string[];
}

const part = (html: string, text: string, formulas: readonly string[] = [], notes: readonly string[] = []): Part => ({
  html,
  text,
  formulas,
  notes,
});

const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const joined = (parts: readonly Part[], between = ''): Part => ({
  html: parts.map((each) => each.html).join(between),
  text: parts.map((each) => each.text).join(between),
  formulas: parts.flatMap((each) => each.formulas),
  notes: parts.flatMap((each) => each.notes),
});

const wrapped = (before: string, inner: Part, after: string): Part => ({ ...inner, html: before + inner.html + after });

/** Words of letters, digits and all characters that are special in Markdown or HTML. */
const word = fc.string({
  unit: fc.constantFrom(...Array.from('abcXYZ019éß*_`$~#>+-=|\\[](){}<&!.,:;^\'"@/')),
  minLength: 1,
  maxLength: 8,
});

const words = fc
  .array(word, { minLength: 1, maxLength: 5 })
  .map((list) => part(escapeHtml(list.join(' ')), list.join(' ')));

const tex = fc.constantFrom(
  'x',
  '\\alpha',
  'M_{\\odot}',
  '|x|',
  'a<5',
  '5\\%',
  '\\{n\\}',
  '\\text{if \\(n\\)}',
  'T^{*}',
  'a_{1}b_{2}',
  '\\$',
  'f[x](y)',
);

const formula = tex.map((source) => part(math(source), source, [source]));

const code = fc
  .string({ unit: fc.constantFrom(...Array.from('ab`*|<$ ')), minLength: 1, maxLength: 8 })
  .filter((text) => text.trim() !== '')
  .map((text) => part(`<span class="ltx_text ltx_font_typewriter">${escapeHtml(text)}</span>`, text));

const noteTexts = words.map((inner) =>
  part(
    `<span class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">1</sup>${inner.html}</span></span></span>`,
    '',
    [],
    [inner.text],
  ),
);

const styles = fc.constantFrom(
  ['<span class="ltx_text ltx_font_bold">', '</span>'],
  ['<em class="ltx_emph ltx_font_italic">', '</em>'],
  ['<sup class="ltx_sup">', '</sup>'],
  ['<a class="ltx_ref" href="https://example.org/a_(b)">', '</a>'],
  ['<a class="ltx_ref" href="#S1">', '</a>'],
);

const { line } = fc.letrec<{ line: Part; piece: Part }>((tie) => ({
  piece: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    words,
    formula,
    code,
    noteTexts,
    fc.tuple(styles, tie('line')).map(([[before = '', after = ''], inner]) => wrapped(before, inner, after)),
  ),
  line: fc
    .tuple(fc.array(tie('piece'), { minLength: 1, maxLength: 5 }), fc.constantFrom('', ' '))
    .map(([pieces, between]) => joined(pieces, between)),
}));

const paragraph = line.map((inner) => wrapped('<div class="ltx_para"><p class="ltx_p">', inner, '</p></div>'));

const headingOf = line.map((inner) => wrapped('<h2 class="ltx_title ltx_title_section">', inner, '</h2>'));

const list = fc
  .array(line, { minLength: 1, maxLength: 3 })
  .map((items) =>
    wrapped(
      '<ul class="ltx_itemize">',
      joined(
        items.map((item) =>
          wrapped(
            '<li class="ltx_item"><span class="ltx_tag ltx_tag_item">•</span><div class="ltx_para"><p class="ltx_p">',
            item,
            '</p></div></li>',
          ),
        ),
      ),
      '</ul>',
    ),
  );

const table = fc
  .integer({ min: 2, max: 3 })
  .chain((width) => fc.array(fc.array(line, { minLength: width, maxLength: width }), { minLength: 2, maxLength: 4 }))
  .map((rows) =>
    wrapped(
      '<table class="ltx_tabular">',
      joined(
        rows.map((cells, at) => {
          const tag = at === 0 ? 'th class="ltx_td ltx_th ltx_th_column"' : 'td class="ltx_td"';
          return wrapped(
            '<tr class="ltx_tr">',
            joined(cells.map((cell) => wrapped(`<${tag}>`, cell, `</${tag.slice(0, 2)}>`))),
            '</tr>',
          );
        }),
      ),
      '</table>',
    ),
  );

const quote = line.map((inner) =>
  wrapped('<blockquote class="ltx_quote"><p class="ltx_p">', inner, '</p></blockquote>'),
);

const caption = line.map((inner) => {
  const before =
    '<figure class="ltx_figure"><figcaption class="ltx_caption"><span class="ltx_tag ltx_tag_figure">Figure 1: </span>';
  return { ...wrapped(before, inner, '</figcaption></figure>'), text: `Figure 1: ${inner.text}` };
});

const equation = tex.map((source) =>
  part(
    `<table class="ltx_equation ltx_eqn_table"><tbody><tr class="ltx_eqn_row"><td class="ltx_eqn_cell">${math(source, 'block')}</td></tr></tbody></table>`,
    source,
    [source],
  ),
);

const listing = fc
  .array(fc.string({ unit: fc.constantFrom(...Array.from('ab`~*|<$ #')), minLength: 1, maxLength: 8 }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((lines) => part(`<pre class="ltx_verbatim">${escapeHtml(lines.join('\n'))}</pre>`, lines.join('\n')));

const statement = fc
  .tuple(line, paragraph)
  .map(([title, body]) =>
    wrapped(
      '<div class="ltx_theorem">',
      joined([wrapped('<h6 class="ltx_title ltx_title_theorem">', title, '</h6>'), body]),
      '</div>',
    ),
  );

/** Returns whether words happen to be a formula between `\(` and `\)` or `\[` and `\]`. */
const haveFormula = (html: string): boolean =>
  /\\\([^]*?\\\)|\\\[[^]*?\\\]/.test(html.replaceAll('\\text{if \\(n\\)}', ''));

const document = fc
  .array(fc.oneof(paragraph, headingOf, list, table, quote, caption, equation, listing, statement), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => wrapped('<section id="S1" class="ltx_section">', joined(parts), '</section>'))
  .filter(({ html }) => !haveFormula(html));

const squeeze = (text: string): string => text.replace(/\s+/g, '');

/** Returns the text of a footnote. In Markdown, bullets are markup and not text. */
const noteText = (block: Block): string =>
  renderMarkdown(block.markdown.replace(/^\[\^\w+\]: /, '').replace(/^ {4}/gm, '')).text;

test('the Markdown of generated documents has the same text, formulas and notes as the page', () => {
  fc.assert(
    fc.property(document, ({ html, text, formulas, notes }) => {
      const { blocks } = parsePaper(latexmlPage(html));
      const isNote = (block: Block): boolean => block.kind === 'footnote';
      const markdown = blocks
        .filter((block) => !isNote(block))
        .map((block) => block.markdown)
        .join('\n\n');
      const read = renderMarkdown(markdown);
      expect(squeeze(read.text)).toBe(squeeze(text));
      const found = squeeze(read.formulas.join(''));
      let from = 0;
      for (const source of formulas) {
        const at = found.indexOf(squeeze(source), from);
        expect(at).toBeGreaterThanOrEqual(0);
        from = at + squeeze(source).length;
      }
      expect(blocks.filter(isNote).map((block) => squeeze(noteText(block)))).toEqual(notes.map(squeeze));
    }),
    { numRuns: 500 },
  );
});

test('a paragraph that begins with the mark of a note and a colon does not become the note', () => {
  const note =
    '<span class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer"><span class="ltx_note_content">aside</span></span></span>';
  const { blocks } = parsePaper(latexmlPage(`<div class="ltx_para"><p class="ltx_p">${note}: text</p></div>`));
  expect(blocks.map(({ markdown }) => markdown)).toEqual([String.raw`[^1]\: text`, '[^1]: aside']);
});

test('blanks between words of generated paragraphs are kept', () => {
  const plain = fc.array(
    fc.oneof(
      words,
      fc.tuple(styles, words).map(([[before = '', after = ''], inner]) => wrapped(before, inner, after)),
    ),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(plain, fc.constantFrom('', ' ', '\n'), (pieces, between) => {
      const { html, text } = joined(pieces, between);
      fc.pre(!haveFormula(html));
      const page = latexmlPage(
        `<section id="S1" class="ltx_section"><p class="ltx_p">${html}</p></section><p>${math('x')}</p>`,
      );
      const read = renderMarkdown(parsePaper(page).blocks[0]?.markdown ?? '');
      expect(read.text.replace(/\s+/g, ' ').trim()).toBe(text.replace(/\s+/g, ' ').trim());
    }),
    { numRuns: 500 },
  );
});
