const OPENING = '<math';
const CLOSING = '</math>';
/**
 * Parts of a formula's MathML that its TeX lacks: failed conversions, links, text that is not MathML, and words between
 * the numbers of a range.
 */
const TELLS_MORE =
  /ltx_ERROR|<merror|href=|<math[\s>]|<foreignobject|<mtext>(?:[\s\u00a0]|&nbsp;){0,3}(?:to|and|,)(?:[\s\u00a0]|&nbsp;){0,3}<\/mtext>/i;
const HAS_TEX = /\salttext="[^"]*[^"\s]/;
/** Matches TeX that lacks a part of the formula. */
const HAS_GAP = /\salttext="[^"]*\$\$/;

/**
 * Removes the content of `math` elements that have their TeX in `alttext`. This content makes up most of a page and is
 * never read. Parsing it would take longer than all other work.
 */
export function shortenFormulas(html: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = html.indexOf(OPENING); at >= 0; at = html.indexOf(OPENING, at + 1)) {
    const start = endOfTag(html, at);
    const end = start < 0 ? -1 : html.indexOf(CLOSING, start);
    // The element is unclosed, so all later elements are also unclosed.
    if (end < 0) break;
    const tag = html.slice(at, start);
    const isTold = HAS_TEX.test(tag) && !HAS_GAP.test(tag) && !TELLS_MORE.test(html.slice(start, end));
    if (html[start - 2] !== '/' && isTold) {
      kept.push(html.slice(from, start));
      from = end;
    }
    at = end;
  }
  kept.push(html.slice(from));
  return kept.join('');
}

/**
 * Returns the position after the tag that begins at `at`. Returns -1 if the tag does not end. Quoted values may contain
 * `>`.
 */
function endOfTag(html: string, at: number): number {
  let quote = '';
  for (let i = at; i < html.length; i += 1) {
    const character = html[i] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return i + 1;
  }
  return -1;
}
