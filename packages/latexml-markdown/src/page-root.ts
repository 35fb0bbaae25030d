import type { CheerioAPI } from 'cheerio';
import type { AnyNode, Element } from 'domhandler';
import { descendants, firstDescendant, hasClass, isElement, parentElement } from './dom.ts';

/** Returns the element that contains the article. Alerts of the site have the same class. */
export function rootOf($: CheerioAPI): Element | undefined {
  const document = $.root()[0];
  const body = firstDescendant(document as never, (element) => element.name === 'body');
  const inBody = body ? [...descendants(body)] : [];
  const isDocument = (element: Element): boolean =>
    hasClass(element, 'ltx_document') && !hasClass(element, 'package-alerts');
  return (
    inBody.find((element) => isDocument(element) && ['article', 'section'].includes(element.name)) ??
    inBody.find(isDocument) ??
    inBody.find((element) => hasClass(element, 'ltx_page_content')) ??
    inBody.find((element) => element.name === 'article' || element.name === 'main') ??
    body
  );
}

/** LaTeXML's classes for the parts of a paper. */
const PAPER_PARTS =
  'ltx_para ltx_p ltx_item ltx_title ltx_bibitem ltx_figure ltx_table ltx_equation ltx_equationgroup'.split(' ');

/**
 * Returns the elements after the article that belong to the article. LaTeXML may nest elements in a way that HTML does
 * not allow. An example is a bibliography entry in a paragraph of a list. A browser then ends the article early and
 * puts the rest after the article.
 */
export function behindArticle(root: Element): Element[] {
  const behind: Element[] = [];
  for (let at: Element | undefined = root; at && at.name !== 'body'; at = parentElement(at)) {
    for (let node: AnyNode | null = at.next; node; node = node.next)
      if (isElement(node) && isOfPaper(node)) behind.push(node);
  }
  return behind;
}

function isOfPaper(element: Element): boolean {
  if (hasClass(element, 'package-alerts', 'ltx_page_footer')) return false;
  return (
    hasClass(element, ...PAPER_PARTS) ||
    firstDescendant(element, (inner) => hasClass(inner, ...PAPER_PARTS)) !== undefined
  );
}
