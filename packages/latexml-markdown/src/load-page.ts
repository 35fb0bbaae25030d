import type { CheerioAPI } from 'cheerio';
// The main entry of cheerio loads an HTTP client and more, which takes longer than parsing a page.
import { load } from 'cheerio/slim';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { shortenFormulas } from './shorten-formulas.ts';
import { isNestedAsWritten } from './tag-nesting.ts';

/**
 * Maximum nesting that is parsed like in a browser. The HTML standard searches all open elements at each start tag, so
 * a page with forty thousand open `div` elements takes 15 s. Papers are less than a hundred levels deep.
 */
const DEEPEST_TREE = 2000;

/** Elements without end tags, or closed by the next element. */
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

/** Options of a parser that only follows the tags and preserves the case of names, for drawings. */
export const FOLLOW_TAGS = { xml: { xmlMode: false, lowerCaseTags: false, lowerCaseAttributeNames: false } } as const;

/**
 * Parses the page into a tree like a browser.
 *
 * On pages whose tags alone determine the nesting, such as LaTeXML's, a parser that only follows the tags builds the
 * same tree in a third of the time. It also reads pages that are nested too deeply for the other parser.
 */
export function loadPage(html: string): CheerioAPI {
  const short = shortenFormulas(html);
  if (isNestedAsWritten(short) || isTooDeep(short)) return load(short, FOLLOW_TAGS);
  return load(parse(short, { treeAdapter: adapter }));
}
