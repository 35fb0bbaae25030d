import { tex, type MarkdownItTexOptions } from '@mdit/plugin-tex';
import MarkdownIt from 'markdown-it';
import { FormulaMarks } from './formula-marks.ts';
import { renderFormula } from './formula.ts';
import { escapeText, safeText, type TextPolicy } from './safe-html.ts';

const MARK = /^\[\^([^\]\s]{1,40})\]/;

interface BlockSource {
  readonly kind: string;
  readonly markdown: string;
}

export interface RenderedBlock {
  readonly html: string;
  readonly formulas: number;
  /** Number of formulas that could not be typeset and are shown as TeX. */
  readonly untypeset: number;
}

/** The state of the block that is being rendered. */
type Env = { readonly marks: FormulaMarks };

const markdown = new MarkdownIt({ html: true });
const texOptions: MarkdownItTexOptions<Env> = {
  delimiters: 'dollars',
  render: (content, displayMode, { marks }) => marks.markFor(renderFormula(content, displayMode)),
};
markdown.use(tex, texOptions);
markdown.use(footnoteMarks);

const NOTE = /^\[\^([^\]\s]+)\]:\s*/;

/** Renders a block of a paper as HTML with text and formulas, without active content. */
export function renderBlock(block: BlockSource, options: TextPolicy): RenderedBlock {
  const source = block.markdown;
  const note = block.kind === 'footnote' ? NOTE.exec(source) : null;
  const marks = new FormulaMarks();
  const env: Env = { marks };
  const html =
    note === null
      ? markdown.render(source, env)
      : `<div class="footnote" id="${footnoteId(note[1] ?? '')}"><sup>${escapeText(note[1] ?? '')}</sup>${markdown.render(
          // Further paragraphs are indented, because the note is written as a list item.
          source.slice(note[0].length).replaceAll(/^ {4}/gm, ''),
          env,
        )}</div>`;
  return {
    html: safeText(withoutEmptyHeaders(html), options, marks),
    formulas: marks.formulas.length,
    untypeset: marks.formulas.filter(({ isTypeset }) => !isTypeset).length,
  };
}

/**
 * Converts empty header cells to data cells. Screen readers would announce an empty header before each cell below it.
 */
function withoutEmptyHeaders(html: string): string {
  return html.replaceAll(/<th([^<>]*)>\s*<\/th>/g, '<td$1></td>');
}

/** Returns the id of a footnote. A label may contain characters that are not allowed in an id. */
function footnoteId(label: string): string {
  return `fn.${label.replaceAll(/[^\w.]/g, (letter) => `.${letter.codePointAt(0)?.toString(16)}`)}`;
}

/** Renders `[^1]` as a link to the footnote, which is a separate block. */
function footnoteMarks(md: typeof markdown): void {
  md.inline.ruler.before('link', 'footnote_mark', (state, silent) => {
    const label = MARK.exec(state.src.slice(state.pos, state.pos + 50))?.[1];
    if (label === undefined) return false;
    if (!silent) state.push('footnote_mark', 'sup', 0).content = label;
    state.pos += label.length + 3;
    return true;
  });
  md.renderer.rules['footnote_mark'] = (tokens, at) => {
    const label = tokens[at]?.content ?? '';
    return `<sup class="footnote-mark"><a href="#${footnoteId(label)}">${md.utils.escapeHtml(label)}</a></sup>`;
  };
}
