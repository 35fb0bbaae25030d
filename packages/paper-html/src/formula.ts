import katex from 'katex';
import { FORMULA_MACROS } from './formula-macros.ts';
import { escapeText, safeFormula } from './safe-html.ts';

export interface RenderedFormula {
  readonly html: string;
  /** False where KaTeX could not read it, and its TeX is shown. */
  readonly isTypeset: boolean;
}

/** Longer ones are no formulas, and would only take time. Letters. */
const LONGEST_TEX = 20_000;

/**
 * Typesets a formula. A command that nobody knows stands in it by its name, as LaTeXML shows it; a formula that cannot
 * be read at all is shown as its TeX. Neither is ever left out.
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
      // Then a command that is unknown is coloured, not the whole formula refused.
      throwOnError: false,
      strict: 'ignore',
      // No links, pictures, classes, ids or styles of the author's.
      trust: false,
      maxExpand: 1_000,
      // In em: an author's rule or space may not cover the page.
      maxSize: 50,
      output: 'htmlAndMathml',
      // A copy: what one formula defines is no other's.
      macros: { ...FORMULA_MACROS },
    });
    return html.includes('katex-error') ? undefined : html;
  } catch {
    // Beyond its own errors it throws what overflows: braces nested by the ten thousand.
    return undefined;
  }
}
