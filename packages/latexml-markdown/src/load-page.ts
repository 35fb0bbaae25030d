import { load, type CheerioAPI } from 'cheerio';

/**
 * Deepest nesting that is built as a browser would. The HTML standard looks through all open elements at each start
 * tag, so a page of forty thousand open `div` takes a quarter of a minute; papers are less than a hundred deep.
 */
const DEEPEST_TREE = 2000;

/** Without end tags of their own, or closed by what follows. */
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

/** The page as a tree: as a browser builds it, or by a parser that only follows the tags where that could not end. */
export function loadPage(html: string): CheerioAPI {
  return isTooDeep(html) ? load(html, { xml: { xmlMode: false } }) : load(html);
}
