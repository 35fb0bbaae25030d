import type { AnyNode, Element } from 'domhandler';
import { firstDescendant, rawText } from './dom.ts';

/**
 * What LaTeX 2e classes without AMS fonts (AASTeX, mn2e) write for "less or similar": two glyphs of font 3 and 2
 * stacked by hand. 536 is the similarity sign; 316 and 318 are the relations below.
 */
const STACKED_RELATION =
  /\\mathrel\{\\hbox to ?0\.0pt\{\\lower ?[\d.]+pt\\hbox\{\$\\mathchar 536\\relax\$\}\\hss\}\\raise ?[\d.]+pt\\hbox\{\$\\mathchar (316|318)\\relax\$\}\}/g;

/** Colours are for the page; renderers of formulas stumble over these forms of them. */
const COLOURS =
  /\\definecolor\[named\]\{[^{}]*\}\{[^{}]*\}\{[^{}]*\}|\\color\[(?:rgb|cmyk|gray|named)\]\{[^{}]*\}|\\pgfsys@color@[a-z@]+(?:\{[^{}]*\})+/g;

/** A `$` that is not a command of its own. */
const DOLLARS = /((?:^|[^\\])(?:\\\\)*)\$((?:[^$\\]|\\[^])*)\$/g;

/**
 * The formula as the author wrote it, in a form that stands between dollars in Markdown: on one line, without
 * LaTeXML's style prefix, with nested mathematics in `\(…\)`, and nothing that looks like an HTML tag.
 */
export function tidyTex(tex: string): string {
  let tidied = tex
    .replace(/(?<!\\)((?:\\\\)*)%[^\n]*\s*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:\\displaystyle(?![a-zA-Z]) ?)+/, '')
    .replace(STACKED_RELATION, (_, code) => (code === '318' ? '\\gtrsim ' : '\\lesssim '))
    .replace(/\\begin\{array\}\[\]/g, '\\begin{array}')
    .replace(COLOURS, '')
    .replace(/<(?=[a-zA-Z/!?])/g, '\\lt ')
    .trim();
  // Twice, as a dollar that closes one formula may stand right before the next one's.
  for (let pass = 0; pass < 2; pass += 1) tidied = tidied.replace(DOLLARS, '$1\\($2\\)');
  tidied = tidied.replace(/(?<!\\)((?:\\\\)*)\$/g, '$1\\$');
  // A control space that lost its blank would escape the closing dollar.
  return /(?:^|[^\\])(?:\\\\)*\\$/.test(tidied) ? `${tidied} {}` : tidied;
}

/** The TeX of a `math` element; undefined when the page holds none. */
export function texOf(math: Element): string | undefined {
  const written = math.attribs['alttext'];
  if (written !== undefined && written.trim() !== '') return tidyTex(written);
  const annotation = firstDescendant(
    math,
    (element) =>
      element.name.toLowerCase() === 'annotation' &&
      /^application\/x-(?:la)?tex$/i.test(element.attribs['encoding'] ?? ''),
  );
  const annotated = annotation ? rawText(annotation) : '';
  return annotated.trim() === '' ? undefined : tidyTex(annotated);
}

/** The characters of a formula that has no TeX. */
export function mathText(math: AnyNode): string {
  return rawText(math, (element) => element.name.toLowerCase().startsWith('annotation'));
}

const TEXT_SPECIALS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash ',
  '^': '\\textasciicircum ',
  '~': '\\textasciitilde ',
};

/** Words within a formula. */
export function texText(words: string): string {
  const escaped = words.replace(/[\\^~{}%$#&_]/g, (special) => TEXT_SPECIALS[special] ?? `\\${special}`);
  return `\\text{${escaped.replace(/</g, '\\(\\lt\\)').replace(/\n/g, ' ')}}`;
}
