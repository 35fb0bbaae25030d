import { tex, type MarkdownItTexOptions } from '@mdit/plugin-tex';
import MarkdownIt from 'markdown-it';
import { footnoteMarks, footnoteId } from './footnotes.ts';
import { FormulaMarks } from './formula-marks.ts';
import { renderFormula } from './formula.ts';
import { escapeText, safeText, type TextPolicy } from './safe-html.ts';

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

/** Converts empty header cells, which screen readers would announce before each cell below. */
function withoutEmptyHeaders(html: string): string {
  return html.replaceAll(/<th([^<>]*)>\s*<\/th>/g, '<td$1></td>');
}
