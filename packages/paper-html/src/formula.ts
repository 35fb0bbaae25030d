import katex from 'katex';
import { FORMULA_MACROS } from './formula-macros.ts';
import { escapeText, safeFormula } from './safe-html.ts';

export interface RenderedFormula {
  readonly html: string;
  /** False if KaTeX could not read the formula, so that its TeX is shown. */
  readonly isTypeset: boolean;
}

/** In characters. A longer text is no formula and would take much time. */
const LONGEST_TEX = 20_000;

/**
 * Typesets a formula. An unknown command appears in it by its name, as LaTeXML shows it. A formula that cannot be read
 * at all is shown as its TeX. Nothing is ever omitted.
 */
export function renderFormula(tex: string, displayMode: boolean): RenderedFormula {
  const html = tex.length > LONGEST_TEX ? undefined : typeset(tex, displayMode);
  if (html !== undefined) return { html: safeFormula(html), isTypeset: true };
  const code = `<code class="tex">${escapeText(tex)}</code>`;
  return { html: displayMode ? `<p>${code}</p>` : code, isTypeset: false };
}

function typeset(tex: string, displayMode: boolean): string | undefined {
  try {
    const html = katex.renderToString(tex, {
      displayMode,
      // So an unknown command is coloured instead of the whole formula being refused.
      throwOnError: false,
      strict: 'ignore',
      // No links, images, classes, ids or styles from the author.
      trust: false,
      maxExpand: 1_000,
      // In em. An author's rule or space must not cover the page.
      maxSize: 50,
      output: 'htmlAndMathml',
      // A copy, so that definitions in one formula do not affect others.
      macros: { ...FORMULA_MACROS },
    });
    return html.includes('katex-error') ? undefined : html;
  } catch {
    // Besides its own errors KaTeX throws a RangeError, for example for ten thousand nested braces.
    return undefined;
  }
}
