import type { CheerioAPI } from 'cheerio';
import type { AnyNode, Element } from 'domhandler';
import { descendants, firstDescendant, hasClass, isElement, parentElement } from './dom.ts';

/** The element with the article. The site's alerts have its class too. */
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

/** Classes of LaTeXML for parts of a paper. */
const PAPER_PARTS = [
  'ltx_para',
  'ltx_p',
  'ltx_item',
  'ltx_title',
  'ltx_bibitem',
  'ltx_figure',
  'ltx_table',
  'ltx_equation',
  'ltx_equationgroup',
];

/**
 * What follows the article and belongs to it: where LaTeXML nested elements in a way that HTML does not allow, such as an
 * entry of the bibliography in a paragraph of a list, a browser ends the article before its end, and shows the rest behind it.
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
