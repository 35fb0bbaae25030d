// Adds `\ce` and `\pu` for chemistry to KaTeX.
import 'katex/contrib/mhchem';
import katex from 'katex';
import { expandCommands } from './expand-commands.ts';
import { knownEnvironments } from './environments.ts';
import type { RenderedFormula } from './formula-marks.ts';
import { FORMULA_MACROS } from './formula-macros.ts';
import { groupInnerMath } from './inner-math.ts';
import { escapeText, safeFormula } from './safe-html.ts';
import { endOfGroup } from './tex-arguments.ts';

/** Maximum number of characters in a formula. Longer text is not a formula and would take a long time. */
const LONGEST_TEX = 20_000;

/**
 * Typesets a formula. Shows an unknown command by name, and an unreadable formula or a diagram as its TeX. Never omits
 * anything.
 */
export function renderFormula(tex: string, displayMode: boolean): RenderedFormula {
  const html = tex.length > LONGEST_TEX ? undefined : typeset(tex, displayMode);
  if (html !== undefined) return { html: safeFormula(html), isTypeset: true };
  const code = `<code class="tex">${escapeText(tex)}</code>`;
  return { html: displayMode ? `<p>${code}</p>` : code, isTypeset: false };
}

/** Diagrams of packages that KaTeX lacks. Fragments of a diagram would be less useful than its TeX. */
const DIAGRAM =
  /\\(?:xymatrix|xygraph|diagram|tikz|tikzcd|tikzpicture|CD|feynmandiagram)(?![a-zA-Z])|\\begin\{(?:tikzcd|tikzpicture|xy|diagram)\}/;
/** KaTeX's error for rows without an environment. LaTeXML leaves some matrices in this form. */
const LOOSE_ROWS = /Expected 'EOF', got '&'/;
const ROWS = '\\begin{matrix}';
const UNKNOWN_COMMAND = /Undefined control sequence: (\\(?:[a-zA-Z@]+|.))/;
/** Maximum number of unknown commands in a formula. Each unknown command costs another attempt. */
const MOST_UNKNOWN = 12;

function typeset(tex: string, displayMode: boolean): string | undefined {
  if (DIAGRAM.test(tex)) return undefined;
  const known = knownEnvironments(expandCommands(groupInnerMath(displayMode ? tex : withoutTags(tex))));
  let source = markInnerLinks(expandArrayColumns(known));
  // A copy, because definitions in one formula must not affect others.
  const macros: Record<string, string> = { ...FORMULA_MACROS };
  for (let attempt = 0; attempt <= MOST_UNKNOWN; attempt += 1) {
    try {
      return katex.renderToString(source, { ...KATEX, displayMode, macros: { ...macros } });
    } catch (error) {
      // KaTeX also throws a RangeError, for example for ten thousand nested braces.
      const message = error instanceof Error ? error.message : '';
      const name = UNKNOWN_COMMAND.exec(message)?.[1];
      if (name !== undefined && !(name in macros))
        macros[name] = `\\text{${name.slice(1).replaceAll(/[^a-zA-Z]/g, '')}}`;
      else if (LOOSE_ROWS.test(message) && !source.startsWith(ROWS)) source = `${ROWS}${source}\\end{matrix}`;
      else return undefined;
    }
  }
  return undefined;
}

/** Writes tags into the formula, because only displays have numbers at the margin. */
function withoutTags(tex: string): string {
  return tex.replaceAll(/\\tag(?:\*|(?![a-zA-Z*]))\s*\{([^{}]*)\}/g, '\\quad(\\text{$1})');
}

const KATEX = {
  throwOnError: true,
  // KaTeX shows forbidden commands such as images by name, in the colour of the text.
  errorColor: 'currentColor',
  strict: 'ignore',
  // Forbids the author's images, classes, ids and styles, and all links except those within the paper.
  trust: ({ command, url }: { readonly command: string; readonly url?: string }) =>
    command === '\\href' && url !== undefined && INNER_LINK.test(url),
  // Each thin space is one expansion, so long displays have thousands. Recursive definitions reach any limit.
  maxExpand: 10_000,
  // In em. An author's rule or space must not cover the page.
  maxSize: 50,
  output: 'htmlAndMathml',
} as const;

const INNER_LINK = /^#[\w.-]{1,100}$/;

/** Keeps only the text of a link, unless it points to a place in the paper. */
function markInnerLinks(tex: string): string {
  return tex.replaceAll(/\\href(?![a-zA-Z])(?!\s*\{#[\w.-]{1,100}\})/g, '\\linktext');
}

const ARRAY = /(\\begin\{(?:array|darray|subarray)\})(?:\[[^\]]{0,20}\])?\s*\{/g;
/** A repeated column in a preamble. */
const REPEATED = /\*\s*(?:\{\s*(\d{1,2})\s*\}|(\d))\s*(?:\{([^{}]*)\}|([lcr]))/g;
/** Text before, between and after columns, and paragraph columns, which KaTeX does not support. */
const DECORATION = /[@!<>]\s*\{(?:[^{}]|\{[^{}]*\})*\}/g;
const PARAGRAPH = /[pmb]\s*\{[^{}]*\}|X/g;
const MOST_COLUMNS = 100;

/** Writes array preambles with one letter per column: `*{3}{c}` becomes `ccc`. */
function expandArrayColumns(tex: string): string {
  let written = '';
  let from = 0;
  for (const match of tex.matchAll(ARRAY)) {
    const start = match.index + match[0].length;
    const end = endOfGroup(tex, start);
    if (start < from || end < 0) continue;
    // Drops the vertical position of the array, because KaTeX does not support it.
    written += `${tex.slice(from, match.index)}${match[1]}{${columnsOf(tex.slice(start, end))}`;
    from = end;
  }
  return written + tex.slice(from);
}

function columnsOf(preamble: string): string {
  return preamble
    .replace(DECORATION, '')
    .replace(REPEATED, (_, ...[times, digit, group, letter]: (string | undefined)[]) =>
      (group ?? letter ?? '').repeat(Number(times ?? digit)),
    )
    .replace(PARAGRAPH, 'l')
    .slice(0, MOST_COLUMNS);
}
