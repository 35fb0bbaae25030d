import type { AnyNode, Element } from 'domhandler';
import { firstDescendant, rawText } from './dom.ts';
import { lacksContent, texOfMathml } from './mathml-tex.ts';

/**
 * "Less or similar" in LaTeX 2e classes without AMS fonts (AASTeX, mn2e): two glyphs of fonts 3 and 2, stacked by hand.
 * 536 is the similarity sign. 316 and 318 are `<` and `>`.
 */
const STACKED_RELATION =
  /\\mathrel\{\\hbox to ?0\.0pt\{\\lower ?[\d.]+pt\\hbox\{\$\\mathchar 536\\relax\$\}\\hss\}\\raise ?[\d.]+pt\\hbox\{\$\\mathchar (316|318)\\relax\$\}\}/g;

/** Colours in forms that KaTeX does not accept. */
const COLOURS =
  /\\definecolor\[named\]\{[^{}]*\}\{[^{}]*\}\{[^{}]*\}|\\color\[(?:rgb|cmyk|gray|named)\]\{[^{}]*\}|\\pgfsys@color@[a-z@]+(?:\{[^{}]*\})+/g;

/** A formula between two dollars that are not escaped. */
const DOLLARS = /((?:^|[^\\])(?:\\\\)*)\$((?:[^$\\]|\\[^])*)\$/g;

/**
 * Converts the author's formula to a form that can be put between dollars in Markdown. The formula is on one line, and
 * LaTeXML's style prefix is removed. Nested formulas are in `\(…\)`. Nothing in the formula looks like an HTML tag.
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
  // Replaces twice, because the closing dollar of one formula may also precede the next formula.
  for (let pass = 0; pass < 2; pass += 1) tidied = tidied.replace(DOLLARS, '$1\\($2\\)');
  tidied = tidied.replace(/(?<!\\)((?:\\\\)*)\$/g, '$1\\$');
  // Without its blank, a control space would escape the closing dollar.
  return /(?:^|[^\\])(?:\\\\)*\\$/.test(tidied) ? `${tidied} {}` : tidied;
}

/** Returns the TeX of a `math` element. Returns undefined if the page does not contain the TeX. */
export function texOf(math: Element): string | undefined {
  const written = math.attribs['alttext'];
  if (written !== undefined && written.trim() !== '') {
    const printed = lacksContent(written, math) ? texOfMathml(math) : undefined;
    return tidyTex(printed ?? written);
  }
  const annotation = firstDescendant(
    math,
    (element) =>
      element.name.toLowerCase() === 'annotation' &&
      /^application\/x-(?:la)?tex$/i.test(element.attribs['encoding'] ?? ''),
  );
  const annotated = annotation ? rawText(annotation) : '';
  return annotated.trim() === '' ? undefined : tidyTex(annotated);
}

/** Returns the characters of a formula without TeX. */
export function mathText(math: AnyNode): string {
  return rawText(math, (element) => element.name.toLowerCase().startsWith('annotation'));
}
