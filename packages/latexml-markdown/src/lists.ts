import type { Element } from 'domhandler';
import { childElements, hasClass, isElement, plainTextOf } from './dom.ts';
import type { Flow } from './flow.ts';
import type { Reader, StructureReader } from './reader.ts';
import { strong, text, type Inline, type Piece } from './tree.ts';

const isList = (element: Element): boolean =>
  ['ul', 'ol', 'dl'].includes(element.name) ||
  (hasClass(element, 'ltx_itemize', 'ltx_enumerate', 'ltx_description') && !hasClass(element, 'ltx_inline_itemize'));

const isTag = (element: Element): boolean => hasClass(element, 'ltx_tag', 'ltx_tag_item');

/** Bullets that a Markdown bullet replaces. The empty string stands for a missing label. */
const BULLET = /^[•◦∙·▪▫■□–—\-*∗⋆‣⁃+∘►▶◆◇✓]?$/u;

interface Item {
  readonly marker: string;
  /** A label for which Markdown has no marker: "(i)", "a)", or a term. */
  readonly label: readonly Inline[];
}

/**
 * Returns a bullet that differs from the bullet of an adjacent list. Otherwise Markdown would read both lists as one.
 */
function bulletAfter(last: Piece | undefined): string {
  return last?.kind === 'list_item' && last.marker === '-' ? '+' : '-';
}

function numberMarker(number: string, delimiter: string, last: Piece | undefined): string {
  const clash = last?.kind === 'list_item' && last.marker.endsWith(delimiter);
  if (!clash) return `${Number(number)}${delimiter}`;
  return `${Number(number)}${delimiter === '.' ? ')' : '.'}`;
}

function itemOf(tag: readonly Inline[], plain: string, last: Piece | undefined): Item {
  const numbered = /^(\d{1,9})([.)])$/.exec(plain);
  if (numbered) return { marker: numberMarker(numbered[1] ?? '', numbered[2] ?? '.', last), label: [] };
  return { marker: bulletAfter(last), label: BULLET.test(plain) ? [] : tag };
}

function withLabel(label: readonly Inline[], pieces: readonly Piece[]): Piece[] {
  if (label.length === 0) return [...pieces];
  const [first, ...rest] = pieces;
  if (first?.kind === 'paragraph') return [{ ...first, content: [...label, text(' '), ...first.content] }, ...rest];
  return [{ kind: 'paragraph', content: label, anchors: [] }, ...pieces];
}

function putItem(element: Element, item: Item, content: Element['children'], context: [Flow, Reader]): void {
  const [flow, reader] = context;
  flow.within(element.attribs['id'], () => {
    const pieces = withLabel(
      item.label,
      reader.pieces(content, (id) => flow.anchor(id)),
    );
    if (pieces.length > 0) flow.push({ kind: 'list_item', marker: item.marker, pieces });
  });
}

function anchorOf(element: Element, flow: Flow, reader: Reader): void {
  const { id } = element.attribs;
  if (id !== undefined && reader.page.isTarget(id)) flow.anchor(id);
}

function readItems(list: Element, flow: Flow, reader: Reader): void {
  // The piece before the list determines the markers of its items.
  const before = flow.last;
  let counter = Number(list.attribs['start'] ?? 1) || 1;
  for (const element of childElements(list)) {
    if (element.name !== 'li' && !hasClass(element, 'ltx_item')) {
      reader.read([element], flow);
      continue;
    }
    flow.endRunIn();
    anchorOf(element, flow, reader);
    const tag = childElements(element).find(isTag);
    const content = element.children.filter((child) => child !== tag);
    const plain = tag ? plainTextOf(tag) : list.name === 'ol' ? `${counter}.` : '';
    const item = itemOf(tag ? reader.lines(tag.children, flow) : [], plain, before);
    putItem(element, item, content, [flow, reader]);
    counter += 1;
  }
}

/** Reads terms and their descriptions. Each becomes one item with the term in bold. */
function readDescriptions(list: Element, flow: Flow, reader: Reader): void {
  const marker = bulletAfter(flow.last);
  let term: readonly Inline[] = [];
  for (const element of childElements(list)) {
    if (element.name === 'dt') {
      if (term.length > 0) putItem(element, { marker, label: term }, [], [flow, reader]);
      anchorOf(element, flow, reader);
      const content = reader.lines(element.children, flow);
      term = content.length > 0 ? [strong(content)] : [];
    } else {
      anchorOf(element, flow, reader);
      putItem(element, { marker, label: term }, element.children, [flow, reader]);
      term = [];
    }
  }
  if (term.length > 0) putItem(list, { marker, label: term }, [], [flow, reader]);
}

export const readList: StructureReader = (element, flow, reader) => {
  if (!isList(element) || hasClass(element, 'ltx_biblist')) return false;
  flow.endRunIn();
  const stray = element.children.filter((child) => !isElement(child));
  if (element.name === 'dl') readDescriptions(element, flow, reader);
  else readItems(element, flow, reader);
  reader.read(stray, flow);
  flow.endParagraph();
  return true;
};
