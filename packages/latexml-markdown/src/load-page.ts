import type { CheerioAPI } from 'cheerio';
// The main entry of cheerio loads an HTTP client and more, which takes longer than parsing a page.
import { load } from 'cheerio/slim';
import { browserTree } from './browser-tree.ts';
import { shortenFormulas } from './shorten-formulas.ts';
import { isNestedAsWritten } from './tag-nesting.ts';

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
  if (isNestedAsWritten(short)) return load(short, FOLLOW_TAGS);
  return load(browserTree(short));
}
