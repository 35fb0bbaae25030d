import type { Element } from 'domhandler';
import { childElements, descendants, hasClass, isElement, plainTextOf } from './dom.ts';
import type { StructureReader } from './reader.ts';
import { text, type Inline } from './tree.ts';

const isItem = (element: Element): boolean => hasClass(element, 'ltx_bibitem');

/**
 * Returns whether an element has links from a reference back to its citations. These links only serve navigation on the
 * page.
 */
const isCitedBy = (element: Element): boolean => hasClass(element, 'ltx_bib_cited');

const isTag = (element: Element): boolean => hasClass(element, 'ltx_tag_bibitem', 'ltx_bibtag', 'ltx_bib_key');

/**
 * Returns whether to show a reference's tag. A number identifies the reference. In lists made by BibTeX, only the tag
 * contains the authors. The short author-year tag of natbib repeats the text.
 */
function shownTag(tag: Element, body: string): boolean {
  const label = plainTextOf(tag);
  if (/^[[(]?[\w+*.-]{0,12}\d[\w+*.-]{0,8}[\])]?\.?$/.test(label)) return true;
  if (hasClass(tag, 'ltx_bib_author-year')) return true;
  const [surname = ''] = label.match(/\p{L}{2,}/u) ?? [];
  return surname !== '' && !body.includes(surname);
}

/** Reads each reference into one piece. Also reads the heading of the reference list. */
export const readReference: StructureReader = (element, flow, reader) => {
  if (!isItem(element)) return false;
  flow.endRunIn();
  const id = element.attribs['id'] ?? '';
  const tag = childElements(element).find(isTag);
  const body = element.children.filter((child) => child !== tag && !(isElement(child) && isCitedBy(child)));
  if (id !== '' && !reader.page.isTarget(id)) flow.anchor(id);
  const words: readonly Inline[] = reader.lines(
    // Joins the blocks of a reference into one line.
    body.flatMap((child) => (isElement(child) && hasClass(child, 'ltx_bibblock') ? child.children : [child])),
    flow,
  );
  const label = tag ? plainTextOf(tag) : '';
  const isShown = tag !== undefined && shownTag(tag, body.map(plainTextOf).join(' '));
  const content = isShown ? [...reader.lines(tag.children, flow), text(' '), ...words] : [...words];
  if (content.length === 0) return true;
  flow.within(id, () => flow.push({ kind: 'reference', content }));
  const addresses = [...descendants(element, (inner) => !isCitedBy(inner))].flatMap((inner) => {
    const target = inner.name === 'a' ? reader.page.linkTarget(inner.attribs['href'] ?? '') : undefined;
    return target?.kind === 'outside' ? [target.address] : [];
  });
  reader.references.push({ id, label, content, addresses: [...new Set(addresses)] });
  return true;
};
