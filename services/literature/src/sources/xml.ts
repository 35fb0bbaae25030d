import { load } from 'cheerio/slim';
import { isTag, isText, type AnyNode, type Element } from 'domhandler';

/**
 * The outermost element of a whole XML document, by its local name; undefined for another or a cut-off one. Comments may
 * follow its end. Entities that the document defines are not expanded, and nothing outside it is fetched.
 */
export function readXml(xml: string, name: string): Element | undefined {
  if (!isClosed(xml, name)) return undefined;
  const root = load(xml, { xml: true }).root().children().get();
  return root.find((element) => localName(element) === name);
}

/** The end tag of the root is there, and nothing but comments follow. The parser would repair a document without. */
function isClosed(xml: string, name: string): boolean {
  const end = xml.lastIndexOf(`${name}>`);
  if (end < 0 || !/<\/(?:\w{1,100}:)?$/.test(xml.slice(Math.max(0, end - 110), end))) return false;
  let rest = xml.slice(end + name.length + 1).trimStart();
  while (rest.startsWith('<!--')) {
    const close = rest.indexOf('-->');
    if (close < 0) return false;
    rest = rest.slice(close + '-->'.length).trimStart();
  }
  return rest === '';
}

/** Prefixes differ between versions of a service; the local name does not. */
function localName(element: Element): string {
  return element.name.replace(/^.*:/, '');
}

/** The children of this local name, in the order of the document. */
export function childrenOf(element: Element, name: string): Element[] {
  return element.children.filter(isTag).filter((child) => localName(child) === name);
}

/** The text of the first child of this local name; empty if there is none. */
export function textOf(element: Element, name: string): string {
  const [child] = childrenOf(element, name);
  return child === undefined ? '' : textIn(child);
}

/** The text of an element and what it holds, with blanks collapsed. */
export function textIn(node: AnyNode): string {
  return rawText(node).replaceAll(/\s+/g, ' ').trim();
}

/** Without recursion: how deep a document is nested is up to who sent it. */
function rawText(node: AnyNode): string {
  const pieces: string[] = [];
  const left: AnyNode[] = [node];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (isText(next)) pieces.push(next.data);
    else if ('children' in next) left.push(...next.children.toReversed());
  }
  return pieces.join('');
}
