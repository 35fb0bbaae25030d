import { isNestedDeeper } from '@almagest/bibliography';
import { load } from 'cheerio/slim';
import { isTag, isText, type AnyNode, type Element } from 'domhandler';

/** Feeds are nested about ten elements deep. The parser's time grows with the square of the depth. */
const MAX_DEPTH = 1_000;

/**
 * Returns the root element of a complete XML document if the root has this local name. Otherwise returns undefined.
 * Comments may follow the root. A document that is nested too deeply counts as incomplete. The parser does not expand
 * entities that the document defines, and does not fetch external resources.
 */
export function readXml(xml: string, name: string): Element | undefined {
  if (!isClosed(xml, name) || isNestedDeeper(xml, MAX_DEPTH)) return undefined;
  const root = load(xml, { xml: true }).root().children().get();
  return root.find((element) => localName(element) === name);
}

/**
 * Returns whether the document ends with the end tag of the root, with at most comments after it. The check is
 * necessary because the parser would repair a document without the end tag.
 */
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

/** Returns the name without its prefix, because prefixes differ between versions of a service. */
function localName(element: Element): string {
  return element.name.replace(/^.*:/, '');
}

/** Returns the children with this local name, in document order. */
export function childrenOf(element: Element, name: string): Element[] {
  return element.children.filter(isTag).filter((child) => localName(child) === name);
}

/** Returns the text of the first child with this local name, or an empty text. */
export function textOf(element: Element, name: string): string {
  const [child] = childrenOf(element, name);
  return child === undefined ? '' : textIn(child);
}

/** Returns the text of an element and its descendants, with whitespace collapsed. */
export function textIn(node: AnyNode): string {
  return rawText(node).replaceAll(/\s+/g, ' ').trim();
}

/** Returns the text without recursion, because untrusted documents may be nested to any depth. */
function rawText(node: AnyNode): string {
  const pieces: string[] = [];
  const left: AnyNode[] = [node];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (isText(next)) pieces.push(next.data);
    else if ('children' in next) for (const child of next.children.toReversed()) left.push(child);
  }
  return pieces.join('');
}
