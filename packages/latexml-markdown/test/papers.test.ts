import { expect, test } from '@jest/globals';
import { load, type CheerioAPI } from 'cheerio';
import katex from 'katex';
import { blocksToMarkdown, type LatexmlPaper } from '@almagest/latexml-markdown';
import { parsePaper } from '@almagest/latexml-markdown/parse-paper';
import { listRecorded, readRecorded } from '@almagest/test-kit/recorded-data';
import { corpusPages } from '@almagest/upstream-lab/corpus';
import { FORMULA_MACROS } from '../../paper-html/src/formula-macros.ts';
import { tidyTex } from '../src/tex.ts';
import { renderMarkdown, type Rendered } from './render-markdown.ts';

/** Our own papers by name, and recorded papers if available. */
const pages = new Map<string, () => string>([
  ...corpusPages().map(({ name, html }) => [name, () => html] as const),
  ...listRecorded(['latexml-html', 'papers/html'], '.html')
    .filter((path) => !path.includes('fatal'))
    .map((path) => [path, () => readRecorded(path)] as const),
]);

interface Read {
  readonly paper: LatexmlPaper;
  /** Everything except the texts of footnotes. */
  readonly body: Rendered;
  readonly notes: readonly Rendered[];
  readonly $: CheerioAPI;
}

const earlier = new Map<string, Omit<Read, '$'> & { readonly article: string }>();

function readOnce(page: string): Omit<Read, '$'> & { readonly article: string } {
  const found = earlier.get(page);
  if (found) return found;
  const html = pages.get(page)?.() ?? '';
  const paper = parsePaper(html);
  const isNote = (block: { kind: string }): boolean => block.kind === 'footnote';
  const result = {
    paper,
    body: renderMarkdown(blocksToMarkdown(paper.blocks.filter((block) => !isNote(block)))),
    notes: paper.blocks
      .filter(isNote)
      .map((block) => renderMarkdown(block.markdown.replace(/^\[\^\w+\]: /, '').replace(/^ {4}/gm, ''))),
    article: load(html)('article.ltx_document').toString(),
  };
  earlier.set(page, result);
  return result;
}

function read(page: string): Read {
  const { article, ...rest } = readOnce(page);
  const $ = load(article, null, false);
  // Names of macros are replaced by their meaning or omitted. test/inline.test.ts tests them.
  $(
    'nav, script, .ltx_bib_cited, .ltx_rdf, .ltx_listing_data, .ltx_pagination, .ltx_orcidlogo, .ltx_ERROR.undefined',
  ).remove();
  return { ...rest, $ };
}

const squeeze = (text: string): string => text.replace(/\s+/g, '');

function texOf($: CheerioAPI, within: string): string[] {
  return $(within)
    .toArray()
    .map((math) => squeeze(tidyTex($(math).attr('alttext') ?? '')))
    .filter((tex) => tex !== '');
}

const words = (text: string): string[] => text.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];

function count(list: readonly string[]): Map<string, number> {
  const counted = new Map<string, number>();
  for (const word of list) counted.set(word, (counted.get(word) ?? 0) + 1);
  return counted;
}

function onPages(name: string, check: (page: string) => void): void {
  test.each([...pages.keys()])(name.replace('a page', '%s'), check);
}

onPages('every formula of a page is in the Markdown as its TeX, in order', (page) => {
  const { body, notes, $ } = read(page);
  const found = squeeze(body.formulas.join('\n'));
  const everywhere = [found, ...notes.map((note) => squeeze(note.formulas.join('\n')))].join('\n');
  expect(texOf($, 'math').filter((tex) => !everywhere.includes(tex))).toEqual([]);
  $('.ltx_note').remove();
  // Joined header rows are read by columns, not by rows.
  const inTables = texOf($, '.ltx_tabular math').join('\n');
  const inOrder = texOf($, 'math').filter((tex) => !inTables.includes(tex));
  let from = 0;
  for (const tex of inOrder) {
    const at = found.indexOf(tex, from);
    expect([tex, at >= 0]).toEqual([tex, true]);
    from = at + tex.length;
  }
});

onPages('every word of a page is in the Markdown', (page) => {
  const { body, notes, $ } = read(page);
  const formulas = squeeze([body, ...notes].flatMap((part) => part.formulas).join('\n'));
  // Removes list markup, equation numbers, note marks, and tags that repeat the text of a reference.
  $('.ltx_tag_item, .ltx_eqn_eqno, .ltx_note_mark, .ltx_tag_note, .ltx_note_type, .ltx_tag_bibitem, math').replaceWith(
    ' ',
  );
  $('br, td, th, p, li, div, figcaption, h1, h2, h3, h4, h5, h6, .ltx_bibblock, .ltx_tag, .ltx_note, .ltx_personname')
    .after(' ')
    .before(' ');
  const there = count(words([body, ...notes].map((part) => part.prose).join(' ')));
  const lost = [...count(words($.root().text()))].filter(([word, times]) => (there.get(word) ?? 0) < times);
  // Digits after formulas and words of equations are in formulas. On some pages, addresses run into words.
  expect(lost.map(([word]) => word).filter((word) => !formulas.includes(word) && !/https|OpenAI$/.test(word))).toEqual(
    [],
  );
});

onPages('the Markdown contains nothing of the site around the page, and every link has a target', (page) => {
  const { paper, body } = read(page);
  expect(body.text).not.toMatch(/Report issue|Generated on|LaTeXML|Refer to caption|Cited by:|\ue000/);
  expect(body.text).not.toMatch(/^Contents$/m);
  const anchors = new Set(paper.blocks.flatMap((block) => block.anchors ?? []));
  expect(new Set(body.anchors)).toEqual(anchors);
  expect(body.links.filter((link) => link.startsWith('#') && !anchors.has(link.slice(1)))).toEqual([]);
});

onPages('headings, tables, captions, notes and references of a page are all in the Markdown', (page) => {
  const { paper, body, $ } = read(page);
  const kinds = count(paper.blocks.map((block) => block.kind));
  const titles = $('.ltx_title').filter(
    (_at, title) =>
      /ltx_title_(document|(sub)*section|appendix|(sub)?paragraph|bibliography)/.test($(title).attr('class') ?? '') &&
      $(title).text().trim() !== '',
  );
  const headings = paper.blocks.filter(
    (block) => block.kind === 'heading' && !/^(Abstract|Acknowledge?ments?\.?)$/.test(block.text),
  );
  titles.find('.ltx_note, math').remove();
  const titleWords = titles.toArray().map((title) => words($(title).text()));
  const isTitled = (text: string): boolean => titleWords.some((title) => title.every((word) => text.includes(word)));
  expect(headings.filter((block) => !isTitled(block.text))).toEqual([]);
  expect(headings.length).toBe(
    titles.filter((_at, title) => !/^Acknowledge?ments?\.?$/.test($(title).text().trim())).length,
  );
  expect(kinds.get('reference') ?? 0).toBe($('.ltx_bibitem').length);
  expect(paper.references.length).toBe($('.ltx_bibitem').length);
  const captions = $('.ltx_caption').filter(
    (_at, caption) => $(caption).clone().find('.ltx_tag').remove().end().text().trim() !== '',
  );
  expect(kinds.get('caption') ?? 0).toBeGreaterThanOrEqual(captions.length);
  expect(paper.footnotes.length).toBeGreaterThanOrEqual($('.ltx_role_footnote').length);
  expect(new Set(body.notes).size).toBeLessThanOrEqual(paper.footnotes.length);
  expect(paper.figures.length).toBe(
    new Set(
      $('img.ltx_graphics')
        .filter((_at, image) => ($(image).attr('src') ?? '') !== '')
        .toArray()
        .map((image) => $(image).attr('id')),
    ).size,
  );
  // A row with as many cells as columns is a row of a Markdown table.
  const rows = body.tags.filter((tag) => tag === 'tr').length;
  expect(rows > 0).toBe($('table.ltx_tabular').length > 0);
});

onPages('every formula of a page renders, with commands unknown to LaTeXML shown by name', (page) => {
  const { body, notes } = readOnce(page);
  const options = { displayMode: true, throwOnError: false, strict: 'ignore' } as const;
  const failures = [body, ...notes]
    .flatMap((part) => part.formulas)
    .filter((tex) => katex.renderToString(tex, { ...options, macros: { ...FORMULA_MACROS } }).includes('katex-error'));
  expect(failures).toEqual([]);
});
