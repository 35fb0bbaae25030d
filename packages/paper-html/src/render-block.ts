import { tex, type MarkdownItTexOptions } from '@mdit/plugin-tex';
import MarkdownIt from 'markdown-it';
import { footnoteMarks, noteName } from './footnotes.ts';
import { renderFormula, type RenderedFormula } from './formula.ts';
import { escapeText, safeText, type TextPolicy } from './safe-html.ts';

interface BlockSource {
  readonly kind: string;
  readonly markdown: string;
}

export interface RenderedBlock {
  readonly html: string;
  readonly formulas: number;
  /** Of the formulas those that could not be typeset and are shown as TeX. */
  readonly untypeset: number;
}

/** Formulas of the block that is being rendered, in the order of their marks. */
type Env = { readonly formulas: RenderedFormula[] };

/**
 * A formula's place while the text around it is made safe: so the text may have no styles or drawings at all, which
 * only formulas need. The letters are of Unicode's private use.
 */
const mark = (at: number): string => `\uE000${at}\uE001`;
const MARKS = /\uE000(\d+)\uE001/g;

const markdown = new MarkdownIt({ html: true });
const texOptions: MarkdownItTexOptions<Env> = {
  delimiters: 'dollars',
  render: (content, displayMode, { formulas }) => mark(formulas.push(renderFormula(content, displayMode)) - 1),
};
markdown.use(tex, texOptions);
markdown.use(footnoteMarks);

const NOTE = /^\[\^([^\]\s]+)\]:\s*/;

/** A block of a paper as HTML that shows its text and formulas and does nothing. */
export function renderBlock(block: BlockSource, options: TextPolicy): RenderedBlock {
  const source = block.markdown.replaceAll(/[\uE000\uE001]/g, '\uFFFD');
  const note = block.kind === 'footnote' ? NOTE.exec(source) : null;
  const env: Env = { formulas: [] };
  const html =
    note === null
      ? markdown.render(source, env)
      : `<div class="footnote" id="${noteName(note[1] ?? '')}"><sup>${escapeText(note[1] ?? '')}</sup>${markdown.render(
          // Its further paragraphs are indented as the list item that it is.
          source.slice(note[0].length).replaceAll(/^ {4}/gm, ''),
          env,
        )}</div>`;
  return {
    html: safeText(html, options).replaceAll(MARKS, (_, at) => env.formulas[Number(at)]?.html ?? ''),
    formulas: env.formulas.length,
    untypeset: env.formulas.filter(({ isTypeset }) => !isTypeset).length,
  };
}
