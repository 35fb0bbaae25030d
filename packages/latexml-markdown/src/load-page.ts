import type { CheerioAPI } from 'cheerio';
// The main entry of cheerio loads an HTTP client and more, which takes longer than to parse a page.
import { load } from 'cheerio/slim';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { shortenFormulas } from './shorten-formulas.ts';
import { isNestedAsWritten } from './tag-nesting.ts';

/**
 * Deepest nesting that is parsed like a browser does. The HTML standard searches all open elements at each start tag,
 * so a page with forty thousand open `div` elements takes a quarter of a minute. Papers are less than a hundred deep.
 */
const DEEPEST_TREE = 2000;

/** Elements without end tags, or closed by what follows. */
const NOT_NESTING = new Set(
  'area base br col embed hr img input link meta source track wbr p li dt dd tr td th tbody thead tfoot option'.split(
    ' ',
  ),
);

function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [tag, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (tag === '' || NOT_NESTING.has(name.toLowerCase())) continue;
    depth = Math.max(0, depth + (slash === '/' ? -1 : 1));
    if (depth > DEEPEST_TREE) return true;
  }
  return false;
}

/** A parser that only follows the tags. It keeps the names of drawings as they are written. */
export const FOLLOW_TAGS = { xml: { xmlMode: false, lowerCaseTags: false, lowerCaseAttributeNames: false } } as const;

/**
 * Parses the page into a tree, as a browser does. Where the tags alone say what is in what, which they do on pages of
 * LaTeXML, a parser that only follows them gives the same tree in a third of the time; it also reads pages that are
 * nested too deeply for the other.
 */
export function loadPage(html: string): CheerioAPI {
  const short = shortenFormulas(html);
  if (isNestedAsWritten(short) || isTooDeep(short)) return load(short, FOLLOW_TAGS);
  return load(parse(short, { treeAdapter: adapter }));
}
