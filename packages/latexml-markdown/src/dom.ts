import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import { collapseBlanks } from './blanks.ts';

/**
 * The sets of classes are cached. A page has a hundred thousand elements, but only a few hundred different `class`
 * attributes.
 */
const classes = new Map<string, ReadonlySet<string>>();
const MOST_CLASSES = 10_000;

/** Returns whether a node is an element. Scripts and styles also count as elements. */
export const isElement: (node: AnyNode) => node is Element = isTag;

export function parentElement(element: Element): Element | undefined {
  return element.parent && isTag(element.parent) ? element.parent : undefined;
}

export function classesOf(element: Element): ReadonlySet<string> {
  const written = element.attribs['class'] ?? '';
  let found = classes.get(written);
  if (!found) {
    if (classes.size >= MOST_CLASSES) classes.clear();
    found = new Set(written.split(/\s+/));
    classes.set(written, found);
  }
  return found;
}

export function hasClass(element: Element, ...names: readonly string[]): boolean {
  // Fast path: this function is called about twenty times for each of a hundred thousand elements.
  if (element.attribs['class'] === undefined) return false;
  const own = classesOf(element);
  return names.some((name) => own.has(name));
}

/** Returns the rest of the first class that begins with `prefix`. */
export function classAfter(element: Element, prefix: string): string | undefined {
  for (const name of classesOf(element)) if (name.startsWith(prefix)) return name.slice(prefix.length);
  return undefined;
}

export function childElements(element: Element): Element[] {
  return element.children.filter(isElement);
}

/**
 * Yields the descendant elements in document order. `enter` decides whether to visit the descendants of an element. The
 * function is not recursive, because a page may be nested deeper than the stack allows.
 */
export function* descendants(root: AnyNode, enter: (element: Element) => boolean = () => true): Generator<Element> {
  const open: AnyNode[] = 'children' in root ? root.children.toReversed() : [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isElement(node)) continue;
    yield node;
    if (enter(node)) for (let at = node.children.length - 1; at >= 0; at -= 1) open.push(node.children[at] as AnyNode);
  }
}

export function firstDescendant(root: AnyNode, wanted: (element: Element) => boolean): Element | undefined {
  for (const element of descendants(root)) if (wanted(element)) return element;
  return undefined;
}

/** Returns the unchanged text of all descendants. */
export function rawText(root: AnyNode, skip: (element: Element) => boolean = () => false): string {
  const parts: string[] = [];
  const open: AnyNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isText(node)) parts.push(node.data);
    else if ('children' in node && !(isElement(node) && skip(node))) {
      for (let at = node.children.length - 1; at >= 0; at -= 1) open.push(node.children[at] as AnyNode);
    }
  }
  return parts.join('');
}

/** Returns the text of all descendants, with collapsed blanks. */
export const plainTextOf = (root: AnyNode): string => collapseBlanks(rawText(root)).trim();
