import type { Element } from 'domhandler';
import { childElements, descendants, firstDescendant, hasClass, plainTextOf } from './dom.ts';
import type { Flow } from './flow.ts';
import type { Float, FoundImage, Reader, StructureReader } from './reader.ts';
import { strong, text, type Inline } from './tree.ts';

const isFloat = (element: Element): boolean =>
  element.name === 'figure' || hasClass(element, 'ltx_figure', 'ltx_table', 'ltx_float');

const isCaption = (element: Element): boolean =>
  hasClass(element, 'ltx_caption') || element.name === 'figcaption' || element.name === 'caption';

/** Captions of panels belong to the panels. */
function ownCaption(float: Element): Element | undefined {
  for (const element of descendants(float, (inner) => !isFloat(inner))) if (isCaption(element)) return element;
  return undefined;
}

const isTag = (element: Element): boolean => hasClass(element, 'ltx_tag');

function labelOf(float: Element, parent: Float | undefined): string {
  const caption = ownCaption(float);
  const tag = caption && firstDescendant(caption, isTag);
  const own = tag ? plainTextOf(tag).replace(/[\s:.]+$/, '') : '';
  if (parent === undefined || !/^\(?\w{1,2}\)?$/.test(own)) return own === '' ? (parent?.label ?? '') : own;
  return `${parent.label} ${own}`.trim();
}

function readFloat(element: Element, flow: Flow, reader: Reader): void {
  const parent = reader.float;
  const { id } = element.attribs;
  flow.endRunIn();
  if (id !== undefined && !reader.page.isTarget(id)) flow.anchor(id);
  reader.float = { label: labelOf(element, parent), parent, caption: [] };
  flow.within(id, () => {
    reader.read(element.children, flow);
    flow.endRunIn();
  });
  reader.float = parent;
}

/** "**Figure 1:** …" */
function readCaption(element: Element, flow: Flow, reader: Reader): void {
  const tag = childElements(element).find(isTag);
  const tagged: Inline[] = tag ? [strong(reader.lines(tag.children, flow)), text(' ')] : [];
  const words = reader.lines(
    element.children.filter((child) => child !== tag),
    flow,
  );
  const content = [...tagged, ...words];
  flow.endRunIn();
  if (content.length === 0 || (words.length === 0 && tag && plainTextOf(tag) === '')) return;
  if (reader.float) reader.float.caption = content;
  flow.push({ kind: 'caption', content });
}

/** File name of an image: its own where it is plain, with a number where two are equal. */
function nameOf(address: string, taken: readonly FoundImage[]): string {
  const path = /^data:image\/([a-z]+)/i.exec(address);
  const last = path
    ? `image.${path[1] === 'jpeg' ? 'jpg' : path[1]}`
    : (address.split(/[?#]/)[0] ?? '').split('/').pop();
  const plain =
    (last ?? '')
      .replace(/%20/g, '-')
      .replace(/[^\w.-]+/g, '_')
      .replace(/^[.-]+/, '')
      .slice(-80) || 'image';
  const names = new Set(taken.map((image) => image.name));
  let name = plain;
  for (let n = 2; names.has(name); n += 1) name = plain.replace(/(\.\w+)?$/, `-${n}$1`);
  return name;
}

function putImage(image: FoundImage, alt: string, flow: Flow, reader: Reader): void {
  reader.images.push(image);
  flow.add({ kind: 'image', name: image.name, alt });
}

/** LaTeXML's own words, which describe nothing. */
const NO_DESCRIPTION = /^(?:refer to caption|\[uncaptioned image\]|\[image\])?$/i;

function altOf(element: Element, reader: Reader): string {
  const described = (element.attribs['alt'] ?? '').replace(/\s+/g, ' ').trim();
  return NO_DESCRIPTION.test(described) ? (reader.float?.label ?? '') : described;
}

function readImage(element: Element, flow: Flow, reader: Reader): void {
  const source = element.attribs['src'] ?? element.attribs['data'] ?? '';
  const address = hasClass(element, 'ltx_missing') ? undefined : reader.page.imageAddress(source);
  const alt = altOf(element, reader);
  if (address === undefined) {
    reader.warnings.add('missing_image', alt === '' ? source.slice(0, 100) : alt);
    return;
  }
  const earlier = reader.images.find((image) => image.address === address && image.float === reader.float);
  if (earlier) flow.add({ kind: 'image', name: earlier.name, alt });
  else putImage({ name: nameOf(address, reader.images), address, float: reader.float }, alt, flow, reader);
}

/** Floats with panels and captions, and images in and outside them. */
export const readFigure: StructureReader = (element, flow, reader) => {
  if (isCaption(element)) readCaption(element, flow, reader);
  else if (isFloat(element)) readFloat(element, flow, reader);
  else if (element.name === 'img' || (element.name === 'object' && element.attribs['type']?.startsWith('image/'))) {
    readImage(element, flow, reader);
  } else return false;
  return true;
};

/** Characters of one box of a picture from which on it is a text in a frame rather than a label. */
const FRAMED_TEXT = 60;

/** Text set into a picture. The parser keeps the camel case of SVG, other writers do not. */
const isTextBox = (element: Element): boolean => ['foreignobject', 'text'].includes(element.name.toLowerCase());

/**
 * Pictures drawn in the page. A box with sentences in it is a frame around text and read as such; else the picture
 * is kept whole, and its labels, which may be formulas, follow it as text.
 */
export function pictureReader(serialise: (element: Element) => string): StructureReader {
  return (element, flow, reader) => {
    if (element.name !== 'svg') return false;
    if (hasClass(element, 'ltx_orcidlogo')) return true;
    const boxes = [...descendants(element, (inner) => !isTextBox(inner))].filter(isTextBox);
    if (boxes.some((box) => plainTextOf(box).length >= FRAMED_TEXT)) {
      flow.endParagraph();
      for (const box of boxes) {
        reader.read(box.children, flow);
        flow.endRunIn();
      }
      return true;
    }
    const svg = serialise(element);
    const name = nameOf(
      `picture-${reader.images.filter((image) => image.svg !== undefined).length + 1}.svg`,
      reader.images,
    );
    putImage({ name, address: '', float: reader.float, svg }, reader.float?.label ?? '', flow, reader);
    for (const box of boxes) {
      flow.text(' ');
      reader.read(box.children, flow);
    }
    return true;
  };
}
