import { load } from 'cheerio';
import MarkdownIt from 'markdown-it';

/**
 * Renders Markdown like the service's reader: CommonMark with GFM tables, inline HTML and footnote marks. Formulas
 * follow Pandoc's rule: no blank inside the dollars, and no digit after them.
 */
const markdown = new MarkdownIt({ html: true });

markdown.inline.ruler.after('escape', 'formula', (state, silent) => {
  const { src, pos } = state;
  if (src[pos] !== '$' || /[\s$]/.test(src[pos + 1] ?? ' ')) return false;
  for (let end = pos + 1; end < state.posMax; end += 1) {
    if (src[end] === '\\') end += 1;
    else if (src[end] === '$') {
      if (/\s/.test(src[end - 1] ?? '') || /[\d$]/.test(src[end + 1] ?? '')) return false;
      if (!silent) state.push('formula', 'span', 0).content = src.slice(pos + 1, end);
      state.pos = end + 1;
      return true;
    }
  }
  return false;
});

markdown.block.ruler.before('fence', 'display', (state, startLine, endLine, silent) => {
  const lineAt = (line: number): string =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  if (lineAt(startLine) !== '$$') return false;
  let end = startLine + 1;
  while (end < endLine && lineAt(end) !== '$$') end += 1;
  if (end >= endLine) return false;
  if (silent) return true;
  const lines: string[] = [];
  for (let line = startLine + 1; line < end; line += 1) lines.push(lineAt(line));
  state.push('formula', 'div', 0).content = lines.join('\n');
  state.line = end + 1;
  return true;
});

markdown.inline.ruler.before('link', 'note', (state, silent) => {
  const found = /^\[\^(\w+)\]/.exec(state.src.slice(state.pos, state.pos + 12));
  if (!found) return false;
  if (!silent) state.push('note', 'sup', 0).content = found[1] ?? '';
  state.pos += found[0].length;
  return true;
});

const escape = (text: string): string => markdown.utils.escapeHtml(text);

markdown.renderer.rules['formula'] = (tokens, at) => `<q class="formula">${escape(tokens[at]?.content ?? '')}</q>`;
markdown.renderer.rules['note'] = (tokens, at) => `<q class="note">${escape(tokens[at]?.content ?? '')}</q>`;

export interface Rendered {
  /** Visible text, with formulas as TeX and without notes. */
  readonly text: string;
  readonly prose: string;
  readonly formulas: readonly string[];
  readonly notes: readonly string[];
  readonly links: readonly string[];
  readonly anchors: readonly string[];
  readonly images: readonly string[];
  /** Names of the elements, in order. */
  readonly tags: readonly string[];
}

export function renderMarkdown(source: string): Rendered {
  const $ = load(markdown.render(source), null, false);
  const notes = $('q.note')
    .toArray()
    .map((note) => $(note).text());
  $('q.note').remove();
  $('br, td, th, p, li').after(' ');
  const text = $.root().text();
  const formulas = $('q.formula')
    .toArray()
    .map((formula) => $(formula).text());
  $('q.formula').replaceWith(' ');
  return {
    text,
    prose: $.root().text(),
    formulas,
    notes,
    links: $('a[href]')
      .toArray()
      .map((link) => $(link).attr('href') ?? ''),
    anchors: $('a[id]')
      .toArray()
      .map((anchor) => $(anchor).attr('id') ?? ''),
    images: $('img')
      .toArray()
      .map((image) => $(image).attr('src') ?? ''),
    tags: $('*')
      .toArray()
      .flatMap((element) => ('tagName' in element ? [element.tagName] : [])),
  };
}
